import { DataTable, SelectInput, useTranslate } from 'react-admin';
import type { DocumentSourceProvider } from '../../shared/contract/documentsources.ts';
import { ListPage } from '../components/ListPage.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { type ExportColumn, ListToolbar } from '../components/ListToolbar.tsx';

const filters = [
  <SelectInput
    margin="none"
    key="type"
    source="type"
    alwaysOn
    label="sourceproviders.fields.type"
    emptyText="sourceproviders.all"
    helperText={false}
    choices={['DirectMessaging', 'Fax'].map((id) => ({ id, name: `sourceproviders.types.${id}` }))}
  />,
];
const columns: ExportColumn<DocumentSourceProvider>[] = [
  { source: 'name' },
  { source: 'type', text: ({ type }, translate) => translate(`sourceproviders.types.${type}`) },
];

/** Providers of document sources, in the order of the server. */
export const ProviderList = () => {
  const translate = useTranslate();
  return (
    <ListPage
      title={translate('sourceproviders.title')}
      filters={filters}
      actions={
        <ListToolbar
          columns={columns}
          command={({ filterValues: { type } }) =>
            `carepost sources list${typeof type === 'string' && type !== '' ? ` --type ${type}` : ''}`
          }
        />
      }
      sort={{ field: 'name', order: 'ASC' }}
    >
      <ListTable emptyText="sourceproviders.none" rowClick={false} aria-label={translate('sourceproviders.title')}>
        <DataTable.Col source="name" disableSort />
        <DataTable.Col<DocumentSourceProvider>
          source="type"
          disableSort
          render={({ type }) => translate(`sourceproviders.types.${type}`)}
        />
      </ListTable>
    </ListPage>
  );
};
