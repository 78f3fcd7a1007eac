import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import {
  Create,
  Edit,
  LinkBase,
  PrevNextButtons,
  Show,
  type SortPayload,
  useCreatePath,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { ComponentType, ReactNode } from 'react';
import { DeleteButton } from './DeleteButton.tsx';
import { ErrorState } from './ErrorState.tsx';
import { LabeledValues } from './LabeledValue.tsx';
import { LoadingRows } from './LoadingRows.tsx';
import { OrganizationsLink } from './OrganizationsLink.tsx';
import { PageHeader } from './PageHeader.tsx';
import { RecordForm } from './RecordForm.tsx';
import type { RecordModel, StoredRecord } from './recordModel.ts';
import { unknownRecord } from './serverError.ts';

interface WayUpProps {
  /** Name of the record; without it the page is that of a new one. */
  name?: string | undefined;
  /** Path and title of the list, where they are not those of the resource. */
  list?: { readonly to: string; readonly title: string };
}

/** Way up from a record to its list. */
export const WayUp = ({ name, list }: WayUpProps) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  return (
    <Breadcrumbs aria-label={translate('records.breadcrumb')} sx={{ paddingTop: 1, fontSize: 13 }}>
      <Link component={LinkBase} to={list?.to ?? createPath({ resource, type: 'list' })} color="inherit">
        {translate(list?.title ?? `${resource}.title`)}
      </Link>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {name ?? translate(`${resource}.add`)}
      </Box>
    </Breadcrumbs>
  );
};

/** The record is loaded under a key of its own: a list row in the cache has no version and fewer fields. */
const queryOptions = { meta: { whole: true }, gcTime: 0, onError: () => undefined };
/** Records that the neighbours of a record are looked up among. */
const neighbours = 1000;

const byName: SortPayload = { field: 'name', order: 'ASC' };

interface Identified {
  readonly id: string;
}

interface RecordPageProps<Stored> {
  /** Heading of the page. */
  titleOf: (record: Stored) => string;
  /** What the user types to delete the record, where it is not the heading. */
  nameOf?: (record: Stored) => string;
  /** Order of the neighbours where the user comes from no list. */
  sort?: SortPayload;
  /** Form and panels of the loaded record. */
  render: (record: Stored) => ReactNode;
  /** Buttons before Delete; they read the record from its context. */
  actions?: ReactNode;
  /** The actions have their own way to delete the record. */
  hasOwnDelete?: true;
  /** Number and states beside the heading. */
  chips?: ReactNode;
  /** Name of the open tab, for the title of the browser's tab. */
  section?: string;
}

/** react-admin's Edit with the heading of the record: way up, neighbours, Delete; saves are confirmed by the server. */
export const RecordEdit = <Stored extends StoredRecord>(props: Omit<RecordPageProps<Stored>, 'titleOf' | 'nameOf'>) => (
  <Edit
    mutationMode="pessimistic"
    title={false}
    actions={false}
    component="div"
    queryOptions={queryOptions}
    sx={{ '& .RaEdit-card': { minWidth: 0 }, '& .RaEdit-noActions': { marginTop: 0 } }}
    render={({ record, error, isFetching, refetch }) => (
      <LoadedRecord {...props} titleOf={({ name }) => name} state={{ record, error, isFetching, refetch }} />
    )}
  />
);

/** react-admin's Show with the same heading, for records that are never changed. */
export const RecordShow = <Stored extends Identified>(props: RecordPageProps<Stored>) => (
  <Show
    title={false}
    actions={false}
    component="div"
    queryOptions={queryOptions}
    sx={{ '& .RaShow-card': { minWidth: 0 }, '& .RaShow-noActions': { marginTop: 0 } }}
    render={({ record, error, isFetching, refetch }) => (
      <LoadedRecord {...props} state={{ record: record as Stored | undefined, error, isFetching, refetch }} />
    )}
  />
);

interface LoadedRecordProps<Stored> extends RecordPageProps<Stored> {
  state: { record: Stored | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
}

const LoadedRecord = <Stored extends Identified>(props: LoadedRecordProps<Stored>) => {
  const { render, actions, hasOwnDelete, chips, section, titleOf, nameOf, sort = byName, state } = props;
  const { record, error, isFetching, refetch } = state;
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  if (!record) {
    const failure = unknownRecord(error, translate(`${resource}.unknown`, { _: translate('records.unknown') }));
    return (
      <>
        <WayUp name={translate('records.record')} />
        <PageHeader title={translate(`${resource}.title`)} />
        <Paper variant="outlined">
          {failure && !isFetching ? (
            <ErrorState error={failure} onRetry={() => void refetch()} />
          ) : (
            <LoadingRows rows={8} />
          )}
        </Paper>
        <Button component={LinkBase} to={createPath({ resource, type: 'list' })} sx={{ marginTop: 1 }}>
          {translate('records.back')}
        </Button>
      </>
    );
  }
  return (
    <>
      <WayUp name={titleOf(record)} />
      <PageHeader
        title={titleOf(record)}
        section={section}
        actions={
          <>
            {chips}
            <PrevNextButtons limit={neighbours} linkType="edit" sort={sort} sx={{ whiteSpace: 'nowrap' }} />
            {actions}
            {!hasOwnDelete && <DeleteButton name={(nameOf ?? titleOf)(record)} />}
          </>
        }
      />
      <Box key={record.id}>{render(record)}</Box>
    </>
  );
};

/** react-admin's Create with the heading of a new record. */
export const RecordCreate = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  return (
    <Create title={false} actions={false} component="div" sx={{ '& .RaCreate-noActions': { marginTop: 0 } }}>
      <WayUp />
      <PageHeader title={translate(`${resource}.add`)} />
      {children}
    </Create>
  );
};

interface CatalogPageProps<Stored extends StoredRecord, Values extends object> {
  model: RecordModel<Stored, Values>;
  inputs: ComponentType<{ stored: Stored | undefined }>;
}

/** Edit of a catalog record; `usage` is the filter of the organization list by its id, where organizations refer to it. */
export const CatalogEdit = <Stored extends StoredRecord, Values extends object>(
  props: CatalogPageProps<Stored, Values> & { usage?: string },
) => {
  const { model, inputs: Inputs, usage } = props;
  return (
    <RecordEdit<Stored>
      render={(record) => (
        <RecordForm model={model} stored={record}>
          <Inputs stored={record} />
          {usage !== undefined && (
            <LabeledValues>
              <OrganizationsLink filterBy={usage} />
            </LabeledValues>
          )}
        </RecordForm>
      )}
    />
  );
};

/** Create of the same record. */
export const CatalogCreate = <Stored extends StoredRecord, Values extends object>(
  props: CatalogPageProps<Stored, Values>,
) => {
  const { model, inputs: Inputs } = props;
  return (
    <RecordCreate>
      <RecordForm model={model}>
        <Inputs stored={undefined} />
      </RecordForm>
    </RecordCreate>
  );
};
