import { DataTable, useTranslate } from 'react-admin';
import type { PlanItem } from '../../shared/contract/plans.ts';
import { unlimitedUsers } from '../../shared/rules/plan.ts';
import { CatalogList, nameColumn } from '../components/CatalogList.tsx';

const users = new Intl.NumberFormat('en-US');
const columns = [{ source: 'name' }, { source: 'tierCode' }, { source: 'allowedUsers' }];

/** Plans an organization can have. */
export const PlanList = () => {
  const translate = useTranslate();
  const usersText = ({ allowedUsers }: PlanItem) =>
    allowedUsers === unlimitedUsers ? translate('plans.unlimited') : users.format(allowedUsers);
  return (
    <CatalogList columns={columns}>
      {nameColumn()}
      <DataTable.Col source="tierCode" disableSort />
      <DataTable.Col<PlanItem> source="allowedUsers" align="right" disableSort render={usersText} />
    </CatalogList>
  );
};
