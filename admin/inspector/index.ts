import AllInbox from '@mui/icons-material/AllInboxOutlined';
import { page } from '../layout/page.tsx';

/** Message inspector (spec 1 section 2): messages, failure groups and retry jobs, and the records below them. */
export const messages = {
  name: 'messages',
  icon: AllInbox,
  list: page(async () => (await import('./MessageList.tsx')).MessageList),
  edit: page(async () => (await import('./MessageShow.tsx')).MessageShow),
  failures: page(async () => (await import('./FailureGroups.tsx')).FailureGroups),
  retries: page(async () => (await import('./RetryPages.tsx')).RetryPages),
};
