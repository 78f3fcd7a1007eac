import Extension from '@mui/icons-material/ExtensionOutlined';
import { page } from '../layout/page.tsx';

/** Kinds of record systems that organizations can connect. A release brings them: the page at `:id` shows one. */
export const integrations = {
  name: 'integrations',
  icon: Extension,
  list: page(async () => (await import('./IntegrationList.tsx')).IntegrationList),
  edit: page(async () => (await import('./IntegrationShow.tsx')).IntegrationShow),
  recordRepresentation: 'name',
};
