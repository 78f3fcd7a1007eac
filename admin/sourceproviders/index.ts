import Dns from '@mui/icons-material/DnsOutlined';
import { page } from '../layout/page.tsx';

/** Who carries direct messages and faxes (spec 1 section 7). */
export const sourceproviders = {
  name: 'sourceproviders',
  icon: Dns,
  list: page(async () => (await import('./ProviderList.tsx')).ProviderList),
  recordRepresentation: 'name',
};
