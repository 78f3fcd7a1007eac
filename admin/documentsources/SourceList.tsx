import Link from '@mui/material/Link';
import { DataTable, LinkBase, SelectInput, useTranslate } from 'react-admin';
import type { DocumentSource } from '../../shared/contract/documentsources.ts';
import { displayAddress } from '../../shared/rules/fax.ts';
import { DateTimeField } from '../components/DateTime.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { option } from '../components/list/commandArguments.ts';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { type ExportColumn, ListToolbar } from '../components/ListToolbar.tsx';
import { FaxStatus, statusKey, UseField } from '../components/sourceStates.tsx';
import { useAppConfig } from '../providers/appContext.ts';

const label = (field: string) => `documentsources.fields.${field}`;
const searchBox = <ListSearch key="q" source="q" alwaysOn label="documentsources.search" />;
const filters = [
  searchBox,
  <SelectInput
    margin="none"
    key="type"
    source="type"
    alwaysOn
    label={label('type')}
    emptyText="documentsources.all"
    helperText={false}
    choices={['DirectMessaging', 'Fax'].map((id) => ({ id, name: `sourceproviders.types.${id}` }))}
  />,
];
const byAddress = { field: 'address', order: 'ASC' } as const;

const sourceCommand = catalogCommand('addresses', ({ type }) =>
  option('--type', typeof type === 'string' ? type : undefined),
);
const faxCommand = catalogCommand('addresses', () => ['--type Fax']);

/** Address of the tab of the organization on which the source is changed. WestFax has its own where it is switched on. */
const useSourceAddress = () => {
  const { WestFaxInterface } = useAppConfig().features;
  return ({ organizationId, type, providerName }: Pick<DocumentSource, 'organizationId' | 'type' | 'providerName'>) => {
    const fax = WestFaxInterface && providerName === 'WestFax' ? 'westfax' : 'efax';
    return `/admin/organizations/${organizationId}/${type === 'Fax' ? fax : 'direct'}`;
  };
};

/** Direct addresses and fax numbers of all organizations. */
export const SourceList = () => {
  const translate = useTranslate();
  return (
    <ListPage
      title={translate('documentsources.title')}
      filters={filters}
      actions={<Toolbar hasType />}
      sort={byAddress}
    >
      <SourceTable label={translate('documentsources.title')} hasType />
    </ListPage>
  );
};

/** Fax numbers of all organizations. */
export const FaxSourceList = () => {
  const translate = useTranslate();
  return (
    <ListPage
      title={translate('documentsources.faxTitle')}
      filter={{ type: 'fax' }}
      storeKey="faxsources"
      filters={[searchBox]}
      actions={<Toolbar hasType={false} />}
      sort={byAddress}
    >
      <SourceTable label={translate('documentsources.faxTitle')} hasType={false} />
    </ListPage>
  );
};

const Toolbar = ({ hasType }: { hasType: boolean }) => {
  const columns: ExportColumn<DocumentSource>[] = [
    { source: 'address', label: label('address'), text: ({ address }) => displayAddress(address) },
    { source: 'organizationName' },
    { source: 'displayName' },
    ...(hasType
      ? [
          {
            source: 'type',
            text: ({ type }: DocumentSource, translate: (key: string) => string) =>
              translate(`sourceproviders.types.${type}`),
          },
        ]
      : []),
    { source: 'providerName' },
    {
      source: 'status',
      text: ({ type, status }, translate) => (type === 'Fax' ? translate(statusKey(status)) : ''),
    },
    { source: 'isEnabled' },
    { source: 'createDate' },
  ];
  return <ListToolbar columns={columns} command={hasType ? sourceCommand : faxCommand} />;
};

const SourceTable = ({ label: name, hasType }: { label: string; hasType: boolean }) => {
  const translate = useTranslate();
  const addressOf = useSourceAddress();
  return (
    <ListTable
      emptyText="documentsources.none"
      rowClick={(record) => addressOf(record as DocumentSource)}
      aria-label={name}
    >
      <DataTable.Col<DocumentSource> source="address" render={({ address }) => displayAddress(address)} />
      <DataTable.Col<DocumentSource>
        source="organizationName"
        disableSort
        render={(source) => (
          <Link component={LinkBase} to={addressOf(source)} color="inherit">
            {source.organizationName}
          </Link>
        )}
      />
      <DataTable.Col source="displayName" disableSort />
      {hasType && (
        <DataTable.Col<DocumentSource>
          source="type"
          disableSort
          render={({ type }) => translate(`sourceproviders.types.${type}`)}
        />
      )}
      <DataTable.Col<DocumentSource>
        source="providerName"
        disableSort
        render={({ providerName }) => providerName ?? translate('addresses.source.noProvider')}
      />
      <DataTable.Col<DocumentSource>
        source="status"
        disableSort
        render={({ type, status }) => (type === 'Fax' ? <FaxStatus status={status} /> : '–')}
      />
      <DataTable.Col source="isEnabled" disableSort field={UseField} />
      <DataTable.Col source="createDate" disableSort>
        <DateTimeField source="createDate" dateOnly />
      </DataTable.Col>
    </ListTable>
  );
};
