import { DataTable, useTranslate } from 'react-admin';
import type { Specialty } from '../../shared/contract/specialties.ts';
import { AddButton, ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable, RecordLink } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';

const filters = [<ListSearch key="q" source="q" alwaysOn label="specialties.search" />];
const columns = [{ source: 'name' }];

/** Specialties an organization can have. */
export const SpecialtyList = () => (
  <ListPage
    title={useTranslate()('specialties.title')}
    titleActions={<AddButton label="specialties.add" />}
    filters={filters}
    actions={<ListToolbar columns={columns} />}
    sort={{ field: 'name', order: 'ASC' }}
  >
    <ListTable emptyText="specialties.none">
      <DataTable.Col<Specialty> source="name" render={({ name }) => <RecordLink>{name}</RecordLink>} />
    </ListTable>
  </ListPage>
);
