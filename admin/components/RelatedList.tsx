import {
  ListContextProvider,
  type RaRecord,
  ReferenceManyField,
  type ReferenceManyFieldProps,
  ResourceContextProvider,
  type SortPayload,
  useList,
  useListContext,
  useTranslate,
} from 'react-admin';
import { type ReactNode, useEffect } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { ListTable } from './ListTable.tsx';
import { LoadingRows } from './LoadingRows.tsx';
import { Pagination } from './Pagination.tsx';

const byName: SortPayload = { field: 'name', order: 'ASC' };
/** The error stands in place of the rows. */
const queryOptions = { onError: () => undefined };

interface RowsProps {
  /** In place of the rows when there are none: a text, or its message key, or what to do about it. */
  empty: ReactNode;
  /** Heading of an error. */
  failedText?: string | undefined;
  children: ReactNode;
}

type RelatedListProps = RowsProps &
  Pick<ReferenceManyFieldProps, 'reference' | 'perPage' | 'filter' | 'queryOptions'> & {
    /** Draws round the rows, whatever their state, what reads the list as well. */
    renderFrame?: (rows: ReactNode) => ReactNode;
  };

/** Records of a resource that belong to the organization of the record context; each list loads, fails and pages on its own. */
export const RelatedList = ({
  renderFrame = (rows) => rows,
  empty,
  failedText,
  children,
  ...list
}: RelatedListProps) => (
  <ReferenceManyField
    target="organizationId"
    sort={byName}
    {...list}
    queryOptions={{ ...queryOptions, ...list.queryOptions }}
  >
    {renderFrame(
      <Rows empty={empty} failedText={failedText}>
        {children}
      </Rows>,
    )}
  </ReferenceManyField>
);

const Rows = ({ empty, failedText, children }: RowsProps) => {
  const translate = useTranslate();
  const { error, isPending, total, refetch } = useListContext();
  if (error)
    return <ErrorState error={error} {...(failedText && { title: failedText })} onRetry={() => void refetch()} />;
  if (isPending) return <LoadingRows rows={3} />;
  if (total === 0) return typeof empty === 'string' ? <EmptyState text={translate(empty)} /> : empty;
  return (
    <>
      {children}
      <ListPages />
    </>
  );
};

interface LocalListProps {
  resource: string;
  rows: readonly RaRecord[];
  perPage?: number;
  sort?: SortPayload;
  children: ReactNode;
}

/** List context over rows that are loaded already. */
export const LocalList = ({
  resource,
  rows,
  perPage = 1000,
  sort = { field: '', order: 'ASC' },
  children,
}: LocalListProps) => (
  <ResourceContextProvider value={resource}>
    <ListContextProvider value={useList({ data: [...rows], perPage, sort, resource })}>
      {children}
      <ListPages />
    </ListContextProvider>
  </ResourceContextProvider>
);

/** Page numbers of the list context; the last page when the present one has gone. */
const ListPages = () => {
  const { page, perPage, total = 0, setPage } = useListContext();
  const pageCount = Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    if (page > pageCount) setPage(pageCount);
  }, [page, pageCount, setPage]);
  return <Pagination page={page} pageCount={pageCount} onPage={setPage} />;
};

/** The server has one order for these lists, so their columns have no sort buttons. */
const unsorted: object = { sort: null };

interface RelatedTableProps {
  /** Message key of the accessible name. */
  label: string;
  children: ReactNode;
}

/** Table of a related or local list: its rows open no page, and their texts wrap. */
export const RelatedTable = ({ label, children }: RelatedTableProps) => (
  <ListTable wraps rowClick={false} aria-label={useTranslate()(label)} {...unsorted}>
    {children}
  </ListTable>
);
