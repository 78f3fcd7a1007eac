import Add from '@mui/icons-material/Add';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  AutocompleteInput,
  DataTable,
  LinkBase,
  type RaRecord,
  ReferenceInput,
  required,
  TextInput,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { ReactNode } from 'react';
import type { NetworkAdmin, NetworkOrganization } from '../../shared/contract/networkPeople.ts';
import type { Network } from '../../shared/contract/networks.ts';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { searchDebounceMs, typeaheadDebounceMs, typeaheadMinimum } from '../../shared/rules/paging.ts';
import { ActionDialog, DialogButton, SaveDialog } from '../components/actions.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { actionsColumn, ListTable } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { textAt, useRequired } from '../components/RecordForm.tsx';
import { type FieldText, textOf } from '../components/recordModel.ts';
import { stateField } from '../components/StateChip.tsx';
import { EnabledField } from './NetworkList.tsx';

/** The counts of a network and the network of an organization change with its members. */
const changes = ['networkorganizations', 'networkadmins', 'networks', 'organizations'];
const addressFilters = ['q'];
const nameOf = ({ name, firstName, lastName }: RaRecord): string =>
  typeof name === 'string' ? name : `${String(firstName)} ${String(lastName)}`;

interface MemberListProps {
  resource: 'networkorganizations' | 'networkadmins';
  /** Prefix of the texts. */
  texts: string;
  network: Network;
  label: string;
  renderAdd: (close: () => void) => ReactNode;
  children: ReactNode;
}

/** Records that belong to a network, searched by the address; each can be removed. */
const MemberList = ({ resource, texts, network, label, renderAdd, children }: MemberListProps) => {
  const translate = useTranslate();
  return (
    <ListPage
      resource={resource}
      filter={{ networkId: network.id }}
      storeKey={false}
      sort={{ field: 'name', order: 'ASC' }}
      filters={[<ListSearch key="q" source="q" alwaysOn label={`${texts}.search`} />]}
      addressFilters={addressFilters}
      debounce={searchDebounceMs}
      actions={
        <ListToolbar>
          <DialogButton variant="contained" startIcon={<Add />} label={`${texts}.add`} renderDialog={renderAdd} />
        </ListToolbar>
      }
    >
      <ListTable emptyText={`${texts}.none`} rowClick={false} aria-label={translate(label)}>
        {children}
        <DataTable.Col source={actionsColumn} label="components.table.actions" disableSort>
          <RemoveButton texts={texts} networkId={network.id} />
        </DataTable.Col>
      </ListTable>
    </ListPage>
  );
};

/** The record leaves the network; it is not deleted, so no name is typed. */
const RemoveButton = ({ texts, networkId }: { texts: string; networkId: string }) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  if (!record) return null;
  const values = { name: nameOf(record) };
  const text = (key: string) => translate(`${texts}.${key}`, values);
  return (
    <DialogButton
      size="small"
      aria-label={text('remove')}
      label={text('removeConfirm')}
      renderDialog={(close) => (
        <ActionDialog
          texts={`${texts}.remove`}
          values={values}
          send={(provider) => provider.delete(resource, { id: record.id, previousData: record, meta: { networkId } })}
          done={text('removed')}
          failed={text('removeFailed')}
          changes={changes}
          onClose={close}
        />
      )}
    />
  );
};

const organizationTexts = 'networks.organizations';

/** Organizations of a network. */
export const NetworkOrganizations = ({ network }: { network: Network }) => (
  <MemberList
    resource="networkorganizations"
    texts={organizationTexts}
    network={network}
    label="networks.tabs.organizations"
    renderAdd={(close) => <AddOrganizationDialog network={network} onClose={close} />}
  >
    <DataTable.Col<NetworkOrganization>
      source="name"
      label={`${organizationTexts}.name`}
      render={({ id, name }) => (
        <Link component={LinkBase} to={`/admin/organizations/${encodeURIComponent(id)}`} color="inherit">
          {name}
        </Link>
      )}
    />
    <DataTable.Col source="orgId" label={`${organizationTexts}.orgId`} disableSort />
    <DataTable.Col<NetworkOrganization>
      source="subDomain"
      label={`${organizationTexts}.subdomain`}
      disableSort
      render={({ subDomain }) => subDomain ?? '–'}
    />
    <DataTable.Col source="isActivated" label={`${organizationTexts}.state`} disableSort field={ActivationField} />
  </MemberList>
);

const ActivationField = stateField(
  { icon: CheckCircle, severity: 'good', label: `${organizationTexts}.activated` },
  { icon: RemoveCircle, label: `${organizationTexts}.notActivated` },
);

interface AddDialogProps {
  network: Network;
  onClose: () => void;
}

const isLongEnough = ({ q }: { q?: string }) => (q ?? '').trim().length >= typeaheadMinimum;
const optionText = ({ name, orgId, networkName }: OrganizationRow) =>
  [name, orgId, networkName].filter((text) => text !== null && text !== '').join(' · ');

/** The server searches organizations while the user types (spec 1 section 5: 2 characters, 300 ms). */
const AddOrganizationDialog = ({ network, onClose }: AddDialogProps) => {
  const translate = useTranslate();
  const text = (key: string, values?: object) => translate(`${organizationTexts}.${key}`, values);
  return (
    <SaveDialog
      title={text('addTitle', { name: network.name })}
      submitLabel={text('addConfirm')}
      defaultValues={{ organizationId: '' }}
      failureText={text('addFailed')}
      send={(provider, body) => provider.networks.addOrganization({ params: { id: network.id }, body })}
      done={({ name }) => text('added', { name })}
      changes={changes}
      onClose={onClose}
    >
      <Typography>{text('addText')}</Typography>
      <ReferenceInput
        source="organizationId"
        reference="organizations"
        perPage={20}
        sort={{ field: 'name', order: 'ASC' }}
        enableGetChoices={isLongEnough}
      >
        <AutocompleteInput
          label={`${organizationTexts}.find`}
          helperText={`${organizationTexts}.findHint`}
          noOptionsText={text('noneFound')}
          optionText={optionText}
          debounce={typeaheadDebounceMs}
          validate={required()}
          autoHighlight
          openOnFocus={false}
          // Within the dialog, so that it belongs to it; fixed, so that the dialog does not cut it off.
          disablePortal
          slotProps={{ popper: { popperOptions: { strategy: 'fixed' } } }}
        />
      </ReferenceInput>
    </SaveDialog>
  );
};

const adminTexts = 'networks.admins';

/** Users who administer a network. */
export const NetworkAdmins = ({ network }: { network: Network }) => (
  <MemberList
    resource="networkadmins"
    texts={adminTexts}
    network={network}
    label="networks.tabs.admins"
    renderAdd={(close) => <AddAdminDialog network={network} onClose={close} />}
  >
    <DataTable.Col<NetworkAdmin> source="name" label={`${adminTexts}.name`} disableSort render={nameOf} />
    <DataTable.Col source="userName" label={`${adminTexts}.userName`} disableSort />
    <DataTable.Col source="isEnabled" label={`${adminTexts}.login`} disableSort field={EnabledField} />
  </MemberList>
);

const noAdmin: { readonly userName: FieldText } = { userName: null };

/** Adds an admin to the network by user name. */
const AddAdminDialog = ({ network, onClose }: AddDialogProps) => {
  const translate = useTranslate();
  const requiredAs = useRequired();
  const text = (key: string, values?: object) => translate(`${adminTexts}.${key}`, values);
  return (
    <SaveDialog
      title={text('addTitle', { name: network.name })}
      submitLabel={text('addConfirm')}
      defaultValues={noAdmin}
      failureText={text('addFailed')}
      send={(provider, { userName }) =>
        provider.networks.addAdmin({ params: { id: network.id }, body: { userName: textOf(userName) } })
      }
      done={({ firstName, lastName }) => text('added', { name: `${firstName} ${lastName}` })}
      changes={changes}
      onClose={onClose}
    >
      <Typography>{text('addText')}</Typography>
      <TextInput {...textAt('userName', 255, requiredAs(`${adminTexts}.userName`))} label={`${adminTexts}.userName`} />
    </SaveDialog>
  );
};
