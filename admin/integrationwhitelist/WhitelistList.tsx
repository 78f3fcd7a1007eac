import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import { DataTable, ReferenceInput, SelectInput, useTranslate } from 'react-admin';
import type { WhitelistItem } from '../../shared/contract/integrationwhitelist.ts';
import { CatalogList } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { option } from '../components/list/commandArguments.ts';
import { NoMatch } from '../components/EmptyState.tsx';
import { RecordLink } from '../components/ListTable.tsx';
import { stateField } from '../components/StateChip.tsx';

const label = (field: string) => `integrationwhitelist.fields.${field}`;

const filters = [
  <ReferenceInput
    key="integrationId"
    source="integrationId"
    reference="integrations"
    sort={{ field: 'name', order: 'ASC' }}
    perPage={100}
    alwaysOn
  >
    <SelectInput
      margin="none"
      label={label('integrationName')}
      emptyText="integrationwhitelist.all"
      optionText="name"
      translateChoice={false}
      helperText={false}
    />
  </ReferenceInput>,
  <SelectInput
    margin="none"
    key="isEnabled"
    source="isEnabled"
    alwaysOn
    label={label('isEnabled')}
    emptyText="integrationwhitelist.all"
    helperText={false}
    choices={[
      { id: 'true', name: 'integrationwhitelist.enabled' },
      { id: 'false', name: 'integrationwhitelist.disabled' },
    ]}
  />,
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const command = catalogCommand('integrations whitelist', ({ integrationId, isEnabled }) => [
  ...option('--integration', textOf(integrationId)),
  ...option('--enabled', textOf(isEnabled)),
]);

const StateField = stateField(
  { icon: CheckCircle, severity: 'good', label: 'integrationwhitelist.enabled' },
  { icon: Block, label: 'integrationwhitelist.disabled' },
);

/** Entries of the whitelist by integration and organization. */
export const WhitelistList = () => {
  const translate = useTranslate();
  const organizationOf = ({ organizationName }: WhitelistItem) =>
    organizationName ?? translate('integrationwhitelist.everyone');
  const stateOf = ({ isEnabled }: WhitelistItem) =>
    translate(`integrationwhitelist.${isEnabled ? 'enabled' : 'disabled'}`);
  const columns = [
    { source: 'integrationName' },
    { source: 'organizationName', text: organizationOf },
    { source: 'isEnabled', text: stateOf },
    { source: 'note' },
  ];
  return (
    <CatalogList
      columns={columns}
      command={command}
      importResource="whitelist"
      filters={filters}
      noMatch={<NoMatch text="integrationwhitelist.noMatch" />}
    >
      <DataTable.Col<WhitelistItem>
        source="integrationName"
        disableSort
        render={({ integrationName }) => <RecordLink>{integrationName}</RecordLink>}
      />
      <DataTable.Col<WhitelistItem> source="organizationName" disableSort render={organizationOf} />
      <DataTable.Col source="isEnabled" disableSort field={StateField} />
      <DataTable.Col<WhitelistItem> source="note" disableSort render={({ note }) => note ?? '–'} />
    </CatalogList>
  );
};
