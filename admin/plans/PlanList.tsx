import { DataTable, useTranslate } from 'react-admin';
import type { PlanItem } from '../../shared/contract/plans.ts';
import { unlimitedUsers } from '../../shared/rules/plan.ts';
import { AddButton, ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable, RecordLink } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';

const users = new Intl.NumberFormat('en-US');
const filters = [<ListSearch key="q" source="q" alwaysOn label="plans.search" />];
const columns = [{ source: 'name' }, { source: 'tierCode' }, { source: 'allowedUsers' }];

/** Plans an organization can have. */
export const PlanList = () => {
  const translate = useTranslate();
  const usersText = ({ allowedUsers }: PlanItem) =>
    allowedUsers === unlimitedUsers ? translate('plans.unlimited') : users.format(allowedUsers);
  return (
    <ListPage
      title={translate('plans.title')}
      titleActions={<AddButton label="plans.add" />}
      filters={filters}
      actions={<ListToolbar columns={columns} />}
      sort={{ field: 'name', order: 'ASC' }}
    >
      <ListTable emptyText="plans.none">
        <DataTable.Col<PlanItem> source="name" render={({ name }) => <RecordLink>{name}</RecordLink>} />
        <DataTable.Col source="tierCode" disableSort />
        <DataTable.Col<PlanItem> source="allowedUsers" align="right" disableSort render={usersText} />
      </ListTable>
    </ListPage>
  );
};
