import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Assessment from '@mui/icons-material/AssessmentOutlined';
import BugReport from '@mui/icons-material/BugReportOutlined';
import CreditCard from '@mui/icons-material/CreditCardOutlined';
import Fingerprint from '@mui/icons-material/Fingerprint';
import Home from '@mui/icons-material/HomeOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import MonitorHeart from '@mui/icons-material/MonitorHeartOutlined';
import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import type { Access } from '../shared/contract/endpoint.ts';
import { pageAccess } from '../shared/contract/pageAccess.ts';
import { apps } from './apps/index.ts';
import { auditentries } from './audit/index.ts';
import { brands } from './brands/index.ts';
import { certificates } from './certificates/index.ts';
import { connections } from './connections/index.ts';
import { contacts } from './contacts/index.ts';
import { documentsources, faxIcon } from './documentsources/index.ts';
import { emergencies } from './emergencies/index.ts';
import { eulas } from './eulas/index.ts';
import { identitylinks } from './identitylinks/index.ts';
import { idproofing } from './idproofing/index.ts';
import { integrations } from './integrations/index.ts';
import { integrationwhitelist } from './integrationwhitelist/index.ts';
import { messages } from './inspector/index.ts';
import { importPath, peopleImportPath } from './bulk/importLists.ts';
import { nearestEntry } from '../shared/rules/nearestEntry.ts';
import { type LazyPage, page } from './layout/page.tsx';
import { lockedusers } from './lockedusers/index.ts';
import { networks } from './networks/index.ts';
import { organizations } from './organizations/index.ts';
import { people } from './people/index.ts';
import { plans } from './plans/index.ts';
import { mayCall } from './providers/access.ts';
import type { MenuEntry } from './providers/appContext.ts';
import { registrations } from './registrations/index.ts';
import { reservedwords } from './reservedwords/index.ts';
import { resellers } from './resellers/index.ts';
import { retryjobs } from './retry/index.ts';
import { sourceproviders } from './sourceproviders/index.ts';
import { specialties } from './specialties/index.ts';
import { users } from './users/index.ts';
import { webhooks } from './webhooks/index.ts';

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
  organizationHome: page(async () => (await import('./home/OrganizationHomePage.tsx')).OrganizationHomePage),
  account: page(async () => (await import('./account/MyAccountPage.tsx')).MyAccountPage),
  subscription: page(async () => (await import('./organizations/subscription/SubscriptionPage.tsx')).SubscriptionPage),
  directory: page(async () => (await import('./directory/DirectoryPage.tsx')).DirectoryPage),
  terms: page(async () => (await import('./onboarding/TermsPage.tsx')).TermsPage),
  register: page(async () => (await import('./registration/RegisterPage.tsx')).RegisterPage),
  overview: page(async () => (await import('./home/OverviewPage.tsx')).OverviewPage),
  reports: page(async () => (await import('./reports/ReportsPage.tsx')).ReportsPage),
  guid: page(async () => (await import('./guid/GuidPage.tsx')).GuidPage),
  mailbox: page(async () => (await import('./mailbox/MailboxPage.tsx')).MailboxPage),
};

/** The list of a resource and its records; resource, area of the contract and label have one name. */
const listEntry = (
  group: MenuEntry['group'],
  resource: RecordPages & { readonly name: string; readonly icon: MenuEntry['icon']; readonly list: LazyPage },
): Omit<PageEntry, 'access'> => ({
  path: `/admin/${resource.name}`,
  group,
  label: `navigation.${resource.name}`,
  icon: resource.icon,
  page: resource.list,
  records: resource,
});

/** Every page by its path, with those below it (records), in the order of the menu. */
const entries: readonly Omit<PageEntry, 'access'>[] = [
  {
    path: '/account/dashboard',
    group: 'home',
    label: 'navigation.home',
    icon: Home,
    page: customPages.organizationHome,
  },
  {
    path: '/intake',
    group: 'home',
    label: 'navigation.home',
    icon: Home,
    page: customPages.home,
    hiddenFrom: ['Administrator'],
  },
  {
    path: '/account/profile',
    page: customPages.account,
  },
  {
    path: '/account/subscription',
    group: 'home',
    label: 'navigation.subscription',
    icon: CreditCard,
    page: customPages.subscription,
  },
  {
    path: people.path,
    group: 'home',
    label: 'navigation.people',
    icon: people.icon,
    page: people.list,
    records: people,
  },
  {
    path: peopleImportPath,
    page: people.importPage,
  },
  {
    path: '/account/people/runs',
    page: people.runPage,
  },
  {
    path: '/admin/home',
    group: 'home',
    label: 'navigation.overview',
    icon: Home,
    page: customPages.overview,
  },
  {
    path: '/account/directory',
    group: 'home',
    label: 'navigation.directory',
    icon: PersonSearch,
    page: customPages.directory,
  },
  {
    path: '/admin/dashboard/messaging',
    group: 'monitor',
    label: 'navigation.dashboard',
    icon: MonitorHeart,
    page: customPages.dashboard,
  },
  {
    path: '/admin/dashboard/messaging/workflows',
    group: 'monitor',
    label: 'navigation.workflows',
    icon: AccountTree,
    page: customPages.workflows,
  },
  {
    path: '/admin/messages',
    group: 'monitor',
    label: 'navigation.messages',
    icon: messages.icon,
    page: messages.list,
    records: messages,
  },
  {
    path: '/admin/messages/failures',
    group: 'monitor',
    label: 'navigation.failures',
    icon: BugReport,
    page: messages.failures,
  },
  {
    path: '/admin/messages/retries',
    group: 'monitor',
    label: 'navigation.retries',
    icon: retryjobs.icon,
    page: messages.retries,
  },
  listEntry('customers', organizations),
  {
    path: importPath,
    page: organizations.importPage,
  },
  {
    path: '/admin/organizations/runs',
    page: organizations.runPage,
  },
  {
    path: '/admin/registrations',
    group: 'customers',
    label: 'navigation.registrations',
    icon: registrations.icon,
    page: registrations.list,
  },
  listEntry('customers', users),
  listEntry('customers', idproofing),
  {
    path: '/admin/contacts',
    group: 'customers',
    label: 'navigation.contacts',
    icon: contacts.icon,
    page: contacts.list,
  },
  {
    path: '/admin/documentsources',
    group: 'customers',
    label: 'navigation.documentsources',
    icon: documentsources.icon,
    page: documentsources.list,
  },
  {
    path: '/admin/documentsources/fax',
    group: 'customers',
    label: 'navigation.faxsources',
    icon: faxIcon,
    page: documentsources.fax,
  },
  listEntry('customers', networks),
  listEntry('customers', resellers),
  {
    path: '/admin/emergencies',
    group: 'customers',
    label: 'navigation.emergencies',
    icon: emergencies.icon,
    page: emergencies.list,
  },
  {
    path: '/admin/emergencies/organizations',
    page: emergencies.organizations,
  },
  {
    path: '/admin/sourceproviders',
    group: 'catalog',
    label: 'navigation.sourceproviders',
    icon: sourceproviders.icon,
    page: sourceproviders.list,
  },
  listEntry('catalog', plans),
  listEntry('catalog', brands),
  listEntry('catalog', specialties),
  listEntry('catalog', apps),
  listEntry('catalog', reservedwords),
  {
    path: '/admin/reservedwords/clashes',
    page: reservedwords.clashes,
  },
  listEntry('catalog', eulas),
  listEntry('catalog', integrations),
  listEntry('catalog', integrationwhitelist),
  {
    path: '/admin/reports',
    group: 'tools',
    label: 'navigation.reports',
    icon: Assessment,
    page: customPages.reports,
  },
  {
    path: '/admin/guid',
    group: 'tools',
    label: 'navigation.guid',
    icon: Fingerprint,
    page: customPages.guid,
  },
  listEntry('tools', connections),
  {
    path: '/admin/certificates',
    group: 'tools',
    label: 'navigation.certificates',
    icon: certificates.icon,
    page: certificates.list,
  },
  listEntry('tools', identitylinks),
  {
    path: '/admin/lockedusers',
    group: 'tools',
    label: 'navigation.lockedusers',
    icon: lockedusers.icon,
    page: lockedusers.list,
  },
  listEntry('tools', webhooks),
  {
    path: '/admin/audit',
    group: 'tools',
    label: 'navigation.audit',
    icon: auditentries.icon,
    page: auditentries.list,
  },
  {
    path: '/dev/mailbox',
    group: 'tools',
    label: 'navigation.mailbox',
    icon: Mail,
    page: customPages.mailbox,
    demoOnly: true,
  },
];

/** A page without a rule is open to no role. */
export const pages: readonly PageEntry[] = entries.map((entry) => ({ ...entry, access: pageAccess[entry.path] ?? [] }));

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
