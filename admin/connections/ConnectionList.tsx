import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import { DataTable, SelectInput, useTranslate } from 'react-admin';
import type { Connection } from '../../shared/contract/connections.ts';
import { CatalogList } from '../components/CatalogList.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { option } from '../components/list/commandArguments.ts';
import { NoMatch } from '../components/EmptyState.tsx';
import { RecordLink, wrappedCell } from '../components/ListTable.tsx';
import ReferenceFilterInput from '../components/ReferenceFilterInput.tsx';
import { stateField } from '../components/StateChip.tsx';

const filters = [
  <ReferenceFilterInput
    key="organizationId"
    source="organizationId"
    reference="organizations"
    label="connections.fields.organizationId"
  />,
  <SelectInput
    margin="none"
    key="isEnabled"
    source="isEnabled"
    alwaysOn
    label="connections.fields.isEnabled"
    emptyText="connections.all"
    helperText={false}
    choices={[
      { id: 'true', name: 'connections.enabled' },
      { id: 'false', name: 'connections.disabled' },
    ]}
  />,
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const command = catalogCommand('connections', ({ organizationId, isEnabled }) => [
  ...option('--org', textOf(organizationId)),
  ...option('--enabled', textOf(isEnabled)),
]);

const StateField = stateField(
  { icon: CheckCircle, severity: 'good', label: 'connections.enabled' },
  { icon: Block, label: 'connections.disabled' },
);

/** Single sign-on connections by name, with the address where people begin the sign-in. */
export const ConnectionList = () => {
  const translate = useTranslate();
  const ownerOf = ({ organizationName }: Connection) => organizationName ?? translate('connections.everyOrganization');
  const columns = [
    { source: 'name' },
    { source: 'organizationName', text: ownerOf },
    { source: 'issuer' },
    { source: 'domains', text: ({ domains }: Connection) => domains.join(' ') },
    {
      source: 'isEnabled',
      text: ({ isEnabled }: Connection) => translate(`connections.${isEnabled ? 'enabled' : 'disabled'}`),
    },
    { source: 'signInUrl' },
  ];
  return (
    <CatalogList columns={columns} command={command} filters={filters} noMatch={<NoMatch text="connections.noMatch" />}>
      <DataTable.Col<Connection> source="name" render={({ name }) => <RecordLink>{name}</RecordLink>} />
      <DataTable.Col<Connection> source="organizationName" disableSort render={ownerOf} />
      <DataTable.Col source="issuer" disableSort cellClassName={wrappedCell} />
      <DataTable.Col<Connection>
        source="domains"
        disableSort
        cellClassName={wrappedCell}
        render={({ domains }) => domains.join(', ')}
      />
      <DataTable.Col source="isEnabled" disableSort field={StateField} />
      <DataTable.Col<Connection>
        source="signInUrl"
        disableSort
        cellClassName={wrappedCell}
        render={({ name, signInUrl }) => (
          <Box component="span" onClick={(event) => event.stopPropagation()}>
            {new URL(signInUrl).pathname}
            <CopyButton text={signInUrl} label={translate('connections.copySignInNamed', { name })} />
          </Box>
        )}
      />
    </CatalogList>
  );
};
