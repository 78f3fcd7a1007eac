import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/Edit';
import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { DataTable, ResourceContextProvider, TextInput, useRecordContext, useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { KnownOrganization } from '../../shared/contract/interop.ts';
import { isOid, oidText, plainOid } from '../../shared/rules/carequality.ts';
import { emergencyLookupDebounceMs } from '../../shared/rules/emergency.ts';
import { ActionDialog, DialogButton, SaveDialog } from '../components/actions.tsx';
import { option } from '../components/list/commandArguments.ts';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { actionsColumn, ListTable, wrappedCell } from '../components/ListTable.tsx';
import { type ListState, ListToolbar } from '../components/ListToolbar.tsx';
import { notBlank, textAt, useInputText } from '../components/RecordForm.tsx';
import { failureText, statusOf } from '../components/serverError.ts';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { EmergencyTabs } from './EmergencyTabs.tsx';

const text = (name: string) => `emergencyorganizations.${name}`;
const filters = [<ListSearch key="q" source="q" alwaysOn label={text('search')} />];
const columns = [{ source: 'name' }, { source: 'oid' }];

/** The command filters by one field: OIDs are digits and dots. */
const listCommand = ({ filterValues }: ListState): string => {
  const search = typeof filterValues['q'] === 'string' ? filterValues['q'].trim() : '';
  const condition = `${/^[\d.]+$/.test(search) ? 'oid' : 'name'}~${/^[!=<>~]/.test(search) ? ' ' : ''}${search}`;
  return ['carepost emergencies organizations list', ...option('--where', search && condition)].join(' ');
};

/** Organizations that the interoperability network knows as those of emergencies (spec 1 section 2). */
export const EmergencyOrganizations = () => {
  const translate = useTranslate();
  const [isAdding, setIsAdding] = useState(false);
  const add = () => setIsAdding(true);
  return (
    <ResourceContextProvider value="emergencyorganizations">
      <ListPage
        // The list of another resource, whose address is that of this page.
        resource="emergencyorganizations"
        title={translate('emergencies.title')}
        titleActions={
          <DialogButton
            variant="contained"
            startIcon={<Add />}
            label={text('add')}
            renderDialog={(close) => <KnownOrganizationDialog onClose={close} />}
          />
        }
        intro={<EmergencyTabs open="organizations" />}
        filters={filters}
        actions={<ListToolbar columns={columns} command={listCommand} />}
        sort={{ field: 'name', order: 'ASC' }}
      >
        <ListTable
          emptyText={text('none')}
          emptyAction={
            <Link component="button" type="button" onClick={add}>
              {translate(text('addLink'))}
            </Link>
          }
          rowClick={false}
          aria-label={translate('emergencies.tabs.organizations')}
        >
          <DataTable.Col source="name" disableSort cellClassName={wrappedCell} />
          <DataTable.Col source="oid" disableSort />
          <DataTable.Col source={actionsColumn} label="components.table.actions" disableSort>
            <KnownOrganizationActions />
          </DataTable.Col>
        </ListTable>
      </ListPage>
      {isAdding && <KnownOrganizationDialog onClose={() => setIsAdding(false)} />}
    </ResourceContextProvider>
  );
};

const KnownOrganizationActions = () => {
  const translate = useTranslate();
  const known = useRecordContext<KnownOrganization & { id: string }>();
  if (!known) return null;
  const { oid, name, version } = known;
  return (
    <>
      <DialogButton
        icon={Edit}
        label={translate(text('edit'), { name })}
        renderDialog={(close) => <KnownOrganizationDialog known={known} onClose={close} />}
      />
      <DialogButton
        icon={Delete}
        label={translate(text('removeNamed'), { name })}
        renderDialog={(close) => (
          <ActionDialog
            texts={text('remove')}
            values={{ name }}
            send={({ interop }) =>
              interop.delete({ params: { oid } }, version === undefined ? {} : { ifMatch: version })
            }
            done={text('removed')}
            failed={text('removeFailed')}
            changes={['emergencyorganizations']}
            onClose={close}
          />
        )}
      />
    </>
  );
};

interface KnownOrganizationDialogProps {
  /** The organization to edit; without it one is added. */
  known?: KnownOrganization;
  onClose: () => void;
}

/** OID and name; the name is what the network knows (spec 1 section 5). */
const KnownOrganizationDialog = ({ known, onClose }: KnownOrganizationDialogProps) => (
  <SaveDialog
    title={text(known ? 'editTitle' : 'add')}
    submitLabel={text('save')}
    failureText={text('saveFailed')}
    defaultValues={{ oid: known?.oid ?? '', name: known?.name ?? '' }}
    send={({ interop }, { oid, name }) => {
      const isSame = known !== undefined && plainOid(oid) === known.oid;
      return interop.save({
        body: { oid, name, ...(isSame && known.version !== undefined && { version: known.version }) },
      });
    }}
    done={text('saved')}
    changes={['emergencyorganizations']}
    needsValidValues
    onClose={onClose}
  >
    <LookedUpInputs known={known} />
  </SaveDialog>
);

const oidProblem = (value: unknown) => (typeof value === 'string' && isOid(value.trim()) ? undefined : oidText);

const LookedUpInputs = ({ known }: { known: KnownOrganization | undefined }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { setValue } = useFormContext();
  const oid = plainOid(useInputText('oid'));
  const settled = useDebouncedValue(oid, emergencyLookupDebounceMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ['interop', 'lookUp', settled],
    queryFn: async ({ signal }) => {
      try {
        return (await provider.interop.lookUp({ body: { orgId: settled } }, { signal })).value ?? null;
      } catch (thrown) {
        // Another host may respond so where it knows no organization.
        if (statusOf(thrown) === 404) return null;
        throw thrown;
      }
    },
    enabled: isOid(settled),
    retry: false,
    gcTime: 0,
  });
  const isSettled = oid === settled && isOid(oid);
  const own = known?.oid === oid ? known.name : '';
  const name = (isSettled && data?.displayName) || own;
  useEffect(() => {
    setValue('name', name, { shouldValidate: true });
  }, [name, setValue]);
  return (
    <>
      <TextInput
        {...textAt('oid', 255, notBlank, oidProblem)}
        label={text('fields.oid')}
        readOnly={known !== undefined}
      />
      <TextInput
        {...textAt('name', 255, notBlank)}
        label={text('fields.name')}
        readOnly
        helperText={isSettled && isFetching ? text('searching') : text('nameHint')}
      />
      <div aria-live="polite">
        {isSettled && data === null && <Alert severity="warning">{translate(text('notFound'))}</Alert>}
        {isSettled && error && <Alert severity="error">{failureText(translate(text('lookupFailed')), error)}</Alert>}
      </div>
    </>
  );
};
