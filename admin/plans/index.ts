import Sell from '@mui/icons-material/SellOutlined';
import { page } from '../layout/page.tsx';

/** Plans of organizations (spec 1 section 2). */
export const plans = {
  name: 'plans',
  icon: Sell,
  list: page(async () => (await import('./PlanList.tsx')).PlanList),
  edit: page(async () => (await import('./PlanEdit.tsx')).PlanEdit),
  add: page(async () => (await import('./PlanEdit.tsx')).PlanCreate),
  recordRepresentation: 'name',
};
