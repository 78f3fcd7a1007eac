import Storefront from '@mui/icons-material/StorefrontOutlined';
import { page } from '../layout/page.tsx';

/** Resellers: list, and the records below it. */
export const resellers = {
  name: 'resellers',
  icon: Storefront,
  list: page(async () => (await import('./ResellerList.tsx')).ResellerList),
  edit: page(async () => (await import('./ResellerEdit.tsx')).ResellerEdit),
  add: page(async () => (await import('./ResellerEdit.tsx')).ResellerCreate),
  recordRepresentation: 'name',
};
