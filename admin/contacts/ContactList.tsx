import Link from '@mui/material/Link';
import { DataTable, LinkBase, useTranslate } from 'react-admin';
import type { Contact } from '../../shared/contract/userSchemas.ts';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { type ExportColumn, ListToolbar } from '../components/ListToolbar.tsx';

const filters = [<ListSearch key="q" source="q" alwaysOn label="contacts.search" />];
const columns: ExportColumn<Contact>[] = [{ source: 'name' }, { source: 'userName' }, { source: 'organizationName' }];
/** The list shows no id of the organization, so a row opens the user, whose page links to it. */
const openUser = ({ id }: { id: unknown }) => `/admin/users/${String(id)}`;

/** Users who can sign in, by name: the order of the server. */
export const ContactList = () => {
  const translate = useTranslate();
  return (
    <ListPage
      title={translate('contacts.title')}
      filters={filters}
      actions={
        <ListToolbar
          columns={columns}
          command={({ filterValues: { q } }) =>
            `carepost contacts list${typeof q === 'string' && q !== '' ? ` --search ${JSON.stringify(q)}` : ''}`
          }
        />
      }
      sort={{ field: 'name', order: 'ASC' }}
    >
      <ListTable emptyText="contacts.none" rowClick={(id) => openUser({ id })} aria-label={translate('contacts.title')}>
        <DataTable.Col<Contact>
          source="name"
          disableSort
          render={(contact) => (
            <Link component={LinkBase} to={openUser(contact)} color="inherit">
              {contact.name}
            </Link>
          )}
        />
        <DataTable.Col source="userName" disableSort />
        <DataTable.Col source="organizationName" disableSort />
      </ListTable>
    </ListPage>
  );
};
