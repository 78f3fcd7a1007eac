import Palette from '@mui/icons-material/PaletteOutlined';
import { page } from '../layout/page.tsx';

/** Brands: list, and the records below it. */
export const brands = {
  name: 'brands',
  icon: Palette,
  list: page(async () => (await import('./BrandList.tsx')).BrandList),
  edit: page(async () => (await import('./BrandEdit.tsx')).BrandEdit),
  add: page(async () => (await import('./BrandEdit.tsx')).BrandCreate),
  recordRepresentation: 'name',
};
