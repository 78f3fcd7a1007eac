import ContactMail from '@mui/icons-material/ContactMailOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import { page } from '../layout/page.tsx';

/** Direct addresses and fax numbers of all organizations (spec 3 section 7); they are changed on the tabs of their organization. */
export const documentsources = {
  name: 'documentsources',
  icon: ContactMail,
  list: page(async () => (await import('./SourceList.tsx')).SourceList),
  fax: page(async () => (await import('./SourceList.tsx')).FaxSourceList),
  recordRepresentation: 'displayName',
};

export const faxIcon = Print;
