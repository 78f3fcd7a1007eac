import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Assessment from '@mui/icons-material/AssessmentOutlined';
import BugReport from '@mui/icons-material/BugReportOutlined';
import Fingerprint from '@mui/icons-material/Fingerprint';
import Home from '@mui/icons-material/HomeOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import MonitorHeart from '@mui/icons-material/MonitorHeartOutlined';
import type { Access } from '../shared/contract/endpoint.ts';
import { auditentries } from './audit/index.ts';
import { brands } from './brands/index.ts';
import { eulas } from './eulas/index.ts';
import { identitylinks } from './identitylinks/index.ts';
import { messages } from './inspector/index.ts';
import { nearestEntry } from './layout/nearestEntry.ts';
import { type LazyPage, page } from './layout/page.tsx';
import { lockedusers } from './lockedusers/index.ts';
import { networks } from './networks/index.ts';
import { organizations } from './organizations/index.ts';
import { plans } from './plans/index.ts';
import { accessOf, mayCall } from './providers/access.ts';
import type { MenuEntry } from './providers/appContext.ts';
import { resellers } from './resellers/index.ts';
import { retryjobs } from './retry/index.ts';
import { specialties } from './specialties/index.ts';

interface RecordPages {
  readonly edit: LazyPage;
  /** The page of a new record, at `add`, where it is not `edit`. */
  readonly add?: LazyPage;
}

/** A page with its role rule; those with a label are entries of the menu. */
interface PageEntry extends Partial<Pick<MenuEntry, 'group' | 'label' | 'icon'>> {
  readonly path: string;
  readonly access: Access;
  readonly page: LazyPage;
  /** The pages of a single record, below the path. */
  readonly records?: RecordPages;
  /** The path is open to these roles, but another entry of their menu leads to the same page. */
  readonly hiddenFrom?: readonly string[];
  /** Only on installations with demo data. */
  readonly demoOnly?: boolean;
}

/** Pages beside the lists of the resources. */
export const customPages = {
  dashboard: page(async () => (await import('./dashboard/MessagingDashboard.tsx')).MessagingDashboard),
  workflows: page(async () => (await import('./dashboard/WorkflowsPage.tsx')).WorkflowsPage),
  home: page(async () => (await import('./home/HomePage.tsx')).HomePage),
  reports: page(async () => (await import('./reports/ReportsPage.tsx')).ReportsPage),
  guid: page(async () => (await import('./guid/GuidPage.tsx')).GuidPage),
  mailbox: page(async () => (await import('./mailbox/MailboxPage.tsx')).MailboxPage),
};

/** The list of a resource and its records; resource, area of the contract and label have one name. */
const listEntry = (
  group: MenuEntry['group'],
  resource: RecordPages & { readonly name: string; readonly icon: MenuEntry['icon']; readonly list: LazyPage },
): PageEntry => ({
  path: `/admin/${resource.name}`,
  group,
  label: `navigation.${resource.name}`,
  icon: resource.icon,
  access: accessOf(resource.name, 'list'),
  page: resource.list,
  records: resource,
});

/** Every page by its path, with those below it (records), in the order of the menu. A user may open what the server lets the user call. */
export const pages: readonly PageEntry[] = [
  {
    path: '/account/dashboard',
    group: 'home',
    label: 'navigation.home',
    icon: Home,
    access: ['Administrator'],
    page: customPages.home,
  },
  {
    path: '/intake',
    group: 'home',
    label: 'navigation.home',
    icon: Home,
    access: ['Administrator', 'User'],
    page: customPages.home,
    hiddenFrom: ['Administrator'],
  },
  {
    path: '/admin/dashboard/messaging',
    group: 'monitor',
    label: 'navigation.dashboard',
    icon: MonitorHeart,
    access: accessOf('diagnostics', 'messageCounts'),
    page: customPages.dashboard,
  },
  {
    path: '/admin/dashboard/messaging/workflows',
    group: 'monitor',
    label: 'navigation.workflows',
    icon: AccountTree,
    access: accessOf('diagnostics', 'search'),
    page: customPages.workflows,
  },
  {
    path: '/admin/messages',
    group: 'monitor',
    label: 'navigation.messages',
    icon: messages.icon,
    access: accessOf('inspector', 'mailMessages'),
    page: messages.list,
    records: messages,
  },
  {
    path: '/admin/messages/failures',
    group: 'monitor',
    label: 'navigation.failures',
    icon: BugReport,
    access: accessOf('inspector', 'mailMessages'),
    page: messages.failures,
  },
  {
    path: '/admin/messages/retries',
    group: 'monitor',
    label: 'navigation.retries',
    icon: retryjobs.icon,
    access: accessOf('retryjobs', 'list'),
    page: messages.retries,
  },
  listEntry('customers', organizations),
  {
    path: '/admin/organizations/import',
    access: accessOf('organizations', 'create'),
    page: organizations.importPage,
  },
  {
    path: '/admin/organizations/runs',
    access: accessOf('organizations', 'create'),
    page: organizations.runPage,
  },
  listEntry('customers', networks),
  listEntry('customers', resellers),
  listEntry('catalog', plans),
  listEntry('catalog', brands),
  listEntry('catalog', specialties),
  listEntry('catalog', eulas),
  {
    path: '/admin/reports',
    group: 'tools',
    label: 'navigation.reports',
    icon: Assessment,
    access: accessOf('reports', 'organizations'),
    page: customPages.reports,
  },
  {
    path: '/admin/guid',
    group: 'tools',
    label: 'navigation.guid',
    icon: Fingerprint,
    access: accessOf('guid', 'create'),
    page: customPages.guid,
  },
  listEntry('tools', identitylinks),
  {
    path: '/admin/lockedusers',
    group: 'tools',
    label: 'navigation.lockedusers',
    icon: lockedusers.icon,
    access: accessOf('users', 'locked'),
    page: lockedusers.list,
  },
  {
    path: '/admin/audit',
    group: 'tools',
    label: 'navigation.audit',
    icon: auditentries.icon,
    access: accessOf('audit', 'list'),
    page: auditentries.list,
  },
  {
    path: '/dev/mailbox',
    group: 'tools',
    label: 'navigation.mailbox',
    icon: Mail,
    access: accessOf('mailbox', 'list'),
    page: customPages.mailbox,
    demoOnly: true,
  },
];

const isMenuEntry = (entry: PageEntry): entry is PageEntry & MenuEntry => entry.label !== undefined;

/** The menu of a user with these roles. */
export const menuFor = (roles: readonly string[] | undefined, { demo = false } = {}): MenuEntry[] =>
  pages
    .filter(isMenuEntry)
    .filter(
      ({ access, hiddenFrom = [], demoOnly = false }) =>
        mayCall(access, roles) && !hiddenFrom.some((role) => roles?.includes(role)) && (demo || !demoOnly),
    );

/** Who may open the page at an address; undefined where there is none. */
export const accessAt = (pathname: string): Access | undefined => nearestEntry(pages, pathname)?.access;

/** The page to load before the first drawing at an address. */
export const pageAt = (pathname: string): LazyPage | undefined => {
  const entry = nearestEntry(pages, pathname);
  if (!entry?.records || pathname.replace(/\/$/, '') === entry.path) return entry?.page;
  const { edit, add = edit } = entry.records;
  return pathname.startsWith(`${entry.path}/add`) ? add : edit;
};
