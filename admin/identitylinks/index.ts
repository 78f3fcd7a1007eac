import Link from '@mui/icons-material/LinkOutlined';
import { page } from '../layout/page.tsx';

/** Links of accounts to subjects of other OpenID providers. They are never edited: the page at `:id` shows one. */
export const identitylinks = {
  name: 'identitylinks',
  icon: Link,
  list: page(async () => (await import('./IdentityLinkList.tsx')).IdentityLinkList),
  edit: page(async () => (await import('./IdentityLinkShow.tsx')).IdentityLinkShow),
  add: page(async () => (await import('./IdentityLinkCreate.tsx')).IdentityLinkCreate),
  recordRepresentation: 'subject',
};
