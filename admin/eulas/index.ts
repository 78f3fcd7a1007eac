import Gavel from '@mui/icons-material/GavelOutlined';
import { page } from '../layout/page.tsx';

/** License agreements (spec 2 section 3). They are never edited: the page at `:id` shows one. */
export const eulas = {
  name: 'eulas',
  icon: Gavel,
  list: page(async () => (await import('./EulaList.tsx')).EulaList),
  edit: page(async () => (await import('./EulaShow.tsx')).EulaShow),
  add: page(async () => (await import('./EulaCreate.tsx')).EulaCreate),
  recordRepresentation: 'version',
};
