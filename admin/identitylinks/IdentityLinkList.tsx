import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import LinkOff from '@mui/icons-material/LinkOffOutlined';
import { DataTable, SelectInput, useTranslate } from 'react-admin';
import type { IdentityLink } from '../../shared/contract/identitylinks.ts';
import { linkStatuses } from '../../shared/contract/identityLinkStatuses.ts';
import { CatalogList } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { option } from '../components/list/commandArguments.ts';
import { DateTimeField } from '../components/DateTime.tsx';
import { NoMatch } from '../components/EmptyState.tsx';
import { RecordLink, wrappedCell } from '../components/ListTable.tsx';
import { StateChip } from '../components/StateChip.tsx';

const filters = [
  <SelectInput
    margin="none"
    key="status"
    source="status"
    alwaysOn
    label="identitylinks.fields.status"
    emptyText="identitylinks.all"
    helperText={false}
    choices={linkStatuses.map((id) => ({ id, name: `identitylinks.statuses.${id}` }))}
  />,
];

const command = catalogCommand('identity-links', ({ status }) =>
  option('--status', typeof status === 'string' ? status : undefined),
);

export const LinkStatusChip = ({ status }: Pick<IdentityLink, 'status'>) =>
  status === 'Active' ? (
    <StateChip icon={CheckCircle} severity="good" label="identitylinks.statuses.Active" />
  ) : (
    <StateChip icon={LinkOff} label="identitylinks.statuses.Removed" />
  );

/** Links of accounts to subjects of other OpenID providers, newest first. */
export const IdentityLinkList = () => {
  const translate = useTranslate();
  const columns = [
    { source: 'subject' },
    { source: 'issuer' },
    { source: 'userName' },
    { source: 'status', text: ({ status }: IdentityLink) => translate(`identitylinks.statuses.${status}`) },
    { source: 'origin', text: ({ origin }: IdentityLink) => translate(`identitylinks.origins.${origin}`) },
    { source: 'createdAt' },
    { source: 'createdBy' },
  ];
  return (
    <CatalogList
      columns={columns}
      command={command}
      importResource="identity-links"
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      noMatch={<NoMatch text="identitylinks.noMatch" />}
    >
      <DataTable.Col<IdentityLink>
        source="subject"
        disableSort
        cellClassName={wrappedCell}
        render={({ subject }) => <RecordLink>{subject}</RecordLink>}
      />
      <DataTable.Col source="issuer" disableSort />
      <DataTable.Col source="userName" disableSort />
      <DataTable.Col<IdentityLink> source="status" disableSort render={LinkStatusChip} />
      <DataTable.Col<IdentityLink>
        source="origin"
        disableSort
        render={({ origin }) => translate(`identitylinks.origins.${origin}`)}
      />
      <DataTable.Col source="createdAt" field={DateTimeField} />
      <DataTable.Col source="createdBy" disableSort />
    </CatalogList>
  );
};
