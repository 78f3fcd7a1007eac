import Block from '@mui/icons-material/Block';
import { page } from '../layout/page.tsx';

/** Words that no subdomain may be or look like (spec 1 section 2). */
export const reservedwords = {
  name: 'reservedwords',
  icon: Block,
  list: page(async () => (await import('./ReservedWordList.tsx')).ReservedWordList),
  edit: page(async () => (await import('./ReservedWordEdit.tsx')).ReservedWordEdit),
  add: page(async () => (await import('./ReservedWordEdit.tsx')).ReservedWordCreate),
  clashes: page(async () => (await import('./ClashList.tsx')).ClashList),
  recordRepresentation: 'name',
};
