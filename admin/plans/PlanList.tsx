import { DataTable, useTranslate } from 'react-admin';
import type { PlanItem } from '../../shared/contract/plans.ts';
import { priceText, unlimitedUsers } from '../../shared/rules/plan.ts';
import { CatalogList, nameColumn } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';

const users = new Intl.NumberFormat('en-US');
const columns = [
  { source: 'name' },
  { source: 'tierCode' },
  { source: 'allowedUsers' },
  { source: 'monthlyPriceCents' },
];

/** Plans an organization can have. */
export const PlanList = () => {
  const translate = useTranslate();
  const usersText = ({ allowedUsers }: PlanItem) =>
    allowedUsers === unlimitedUsers ? translate('plans.unlimited') : users.format(allowedUsers);
  return (
    <CatalogList columns={columns} command={catalogCommand('plans')} importResource="plans">
      {nameColumn()}
      <DataTable.Col source="tierCode" disableSort />
      <DataTable.Col<PlanItem> source="allowedUsers" align="right" disableSort render={usersText} />
      <DataTable.Col<PlanItem>
        source="monthlyPriceCents"
        align="right"
        disableSort
        render={({ monthlyPriceCents }) => priceText(monthlyPriceCents)}
      />
    </CatalogList>
  );
};
