import History from '@mui/icons-material/History';
import { page } from '../layout/page.tsx';

/** Audit entries; their list is at /admin/audit. */
export const auditentries = {
  name: 'auditentries',
  icon: History,
  list: page(async () => (await import('./AuditList.tsx')).AuditList),
  recordRepresentation: 'action',
};
