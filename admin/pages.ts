import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Assessment from '@mui/icons-material/AssessmentOutlined';
import BugReport from '@mui/icons-material/BugReportOutlined';
import Fingerprint from '@mui/icons-material/Fingerprint';
import History from '@mui/icons-material/History';
import Home from '@mui/icons-material/HomeOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import MonitorHeart from '@mui/icons-material/MonitorHeartOutlined';
import Replay from '@mui/icons-material/ReplayOutlined';
import type { Access } from '../shared/contract/endpoint.ts';
import { brands } from './brands/index.ts';
import { eulas } from './eulas/index.ts';
import { messages } from './inspector/index.ts';
import { type LazyPage, page } from './layout/page.tsx';
import { networks } from './networks/index.ts';
import { organizations } from './organizations/index.ts';
import { plans } from './plans/index.ts';
import { accessOf, mayCall } from './providers/access.ts';
import type { MenuEntry } from './providers/appContext.ts';
import { resellers } from './resellers/index.ts';

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
  /** The path answers for these roles, but another entry of their menu leads to the same page. */
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
  audit: page(async () => (await import('./audit/AuditPage.tsx')).AuditPage),
  mailbox: page(async () => (await import('./mailbox/MailboxPage.tsx')).MailboxPage),
};

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
  },
  {
    path: '/admin/messages/failures',
    group: 'monitor',
    label: 'navigation.failures',
    icon: BugReport,
    access: accessOf('inspector', 'mailMessages'),
    page: messages.list,
  },
  {
    path: '/admin/messages/retries',
    group: 'monitor',
    label: 'navigation.retries',
    icon: Replay,
    access: accessOf('retryjobs', 'list'),
    page: messages.list,
  },
  {
    path: '/admin/organizations',
    group: 'customers',
    label: 'navigation.organizations',
    icon: organizations.icon,
    access: accessOf('organizations', 'list'),
    page: organizations.list,
    records: organizations,
  },
  {
    path: '/admin/organizations/import',
    access: accessOf('organizations', 'create'),
    page: organizations.importPage,
  },
  {
    path: '/admin/networks',
    group: 'customers',
    label: 'navigation.networks',
    icon: networks.icon,
    access: accessOf('networks', 'list'),
    page: networks.list,
    records: networks,
  },
  {
    path: '/admin/resellers',
    group: 'customers',
    label: 'navigation.resellers',
    icon: resellers.icon,
    access: accessOf('resellers', 'list'),
    page: resellers.list,
    records: resellers,
  },
  {
    path: '/admin/plans',
    group: 'catalog',
    label: 'navigation.plans',
    icon: plans.icon,
    access: accessOf('plans', 'list'),
    page: plans.list,
    records: plans,
  },
  {
    path: '/admin/brands',
    group: 'catalog',
    label: 'navigation.brands',
    icon: brands.icon,
    access: accessOf('brands', 'list'),
    page: brands.list,
    records: brands,
  },
  {
    path: '/admin/eulas',
    group: 'catalog',
    label: 'navigation.eulas',
    icon: eulas.icon,
    access: accessOf('eulas', 'list'),
    page: eulas.list,
    records: eulas,
  },
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
  {
    path: '/admin/audit',
    group: 'tools',
    label: 'navigation.audit',
    icon: History,
    access: accessOf('audit', 'list'),
    page: customPages.audit,
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

/** The page at an address, else the one that the address lies below. */
const entryAt = (pathname: string): PageEntry | undefined =>
  pages
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0];

export const accessAt = (pathname: string): Access | undefined => entryAt(pathname)?.access;

/** The page to load before the first drawing at an address. */
export const pageAt = (pathname: string): LazyPage | undefined => {
  const entry = entryAt(pathname);
  if (!entry?.records || pathname.replace(/\/$/, '') === entry.path) return entry?.page;
  const { edit, add = edit } = entry.records;
  return pathname.startsWith(`${entry.path}/add`) ? add : edit;
};
