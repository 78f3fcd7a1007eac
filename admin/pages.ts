import AllInbox from '@mui/icons-material/AllInboxOutlined';
import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Assessment from '@mui/icons-material/AssessmentOutlined';
import Business from '@mui/icons-material/BusinessOutlined';
import Fingerprint from '@mui/icons-material/Fingerprint';
import Gavel from '@mui/icons-material/GavelOutlined';
import History from '@mui/icons-material/History';
import Home from '@mui/icons-material/HomeOutlined';
import Hub from '@mui/icons-material/HubOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import MonitorHeart from '@mui/icons-material/MonitorHeartOutlined';
import Palette from '@mui/icons-material/PaletteOutlined';
import Sell from '@mui/icons-material/SellOutlined';
import Storefront from '@mui/icons-material/StorefrontOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { Access } from '../shared/contract/endpoint.ts';
import { brands } from './brands/index.ts';
import { eulas } from './eulas/index.ts';
import { type LazyPage, page } from './layout/page.tsx';
import { resourcePage } from './layout/ResourcePages.tsx';
import { networks } from './networks/index.ts';
import { organizations } from './organizations/index.ts';
import { plans } from './plans/index.ts';
import { accessOf, mayCall } from './providers/access.ts';
import { resellers } from './resellers/index.ts';

/** A page at a path of the specification: who may open it and how the navigation names it. */
export interface AppPage {
  readonly path: string;
  readonly label: string;
  readonly icon: ComponentType<SvgIconProps>;
  readonly access: Access;
  readonly page: LazyPage;
  /** The page answers at all addresses below its path as well, such as those of single records. */
  readonly hasRecords?: boolean;
  /** Answers at the path, but the navigation has a better entry for those who may open it. */
  readonly hiddenFrom?: readonly string[];
  /** Opened from the page above it, such as the import from the list (spec 1 section 2): the navigation does not name it. */
  readonly offMenu?: boolean;
  /** Offered only by installations with demo data. */
  readonly demoOnly?: boolean;
}

const home = page(async () => (await import('./home/HomePage.tsx')).HomePage);

/** Every page with a place of its own; adding one is a line here. Who may open it is what the server lets them call. */
export const pages: readonly AppPage[] = [
  {
    path: '/admin/dashboard/messaging',
    label: 'navigation.dashboard',
    icon: MonitorHeart,
    access: accessOf('diagnostics', 'messageCounts'),
    page: page(async () => (await import('./dashboard/MessagingDashboard.tsx')).MessagingDashboard),
  },
  {
    path: '/admin/dashboard/messaging/workflows',
    label: 'navigation.workflows',
    icon: AccountTree,
    access: accessOf('diagnostics', 'search'),
    page: page(async () => (await import('./dashboard/WorkflowsPage.tsx')).WorkflowsPage),
  },
  { path: '/account/dashboard', label: 'navigation.home', icon: Home, access: ['Administrator'], page: home },
  {
    path: '/intake',
    label: 'navigation.home',
    icon: Home,
    access: ['Administrator', 'User'],
    page: home,
    hiddenFrom: ['Administrator'],
  },
  {
    path: '/admin/organizations',
    label: 'navigation.organizations',
    icon: Business,
    access: accessOf('organizations', 'list'),
    page: organizations.list,
  },
  {
    path: '/admin/organizations/import',
    label: 'imports.title',
    icon: UploadFile,
    access: accessOf('organizations', 'create'),
    page: page(async () => (await import('./organizations/import/OrganizationImport.tsx')).OrganizationImport),
    offMenu: true,
  },
  {
    path: '/admin/messages',
    label: 'navigation.messages',
    icon: AllInbox,
    access: accessOf('inspector', 'mailMessages'),
    page: page(async () => (await import('./inspector/InspectorPage.tsx')).InspectorPage),
    hasRecords: true,
  },
  {
    path: '/admin/networks',
    label: 'navigation.networks',
    icon: Hub,
    access: accessOf('networks', 'list'),
    page: resourcePage(networks),
    hasRecords: true,
  },
  {
    path: '/admin/resellers',
    label: 'navigation.resellers',
    icon: Storefront,
    access: accessOf('resellers', 'list'),
    page: resourcePage(resellers),
    hasRecords: true,
  },
  {
    path: '/admin/eulas',
    label: 'navigation.eulas',
    icon: Gavel,
    access: accessOf('eulas', 'list'),
    page: resourcePage(eulas),
    hasRecords: true,
  },
  {
    path: '/admin/brands',
    label: 'navigation.brands',
    icon: Palette,
    access: accessOf('brands', 'list'),
    page: resourcePage(brands),
    hasRecords: true,
  },
  {
    path: '/admin/plans',
    label: 'navigation.plans',
    icon: Sell,
    access: accessOf('plans', 'list'),
    page: resourcePage(plans),
    hasRecords: true,
  },
  {
    path: '/admin/reports',
    label: 'navigation.reports',
    icon: Assessment,
    access: accessOf('reports', 'organizations'),
    page: page(async () => (await import('./reports/ReportsPage.tsx')).ReportsPage),
  },
  {
    path: '/admin/guid',
    label: 'navigation.guid',
    icon: Fingerprint,
    access: accessOf('guid', 'create'),
    page: page(async () => (await import('./guid/GuidPage.tsx')).GuidPage),
  },
  {
    path: '/admin/audit',
    label: 'navigation.audit',
    icon: History,
    access: accessOf('audit', 'list'),
    page: page(async () => (await import('./audit/AuditPage.tsx')).AuditPage),
  },
  {
    path: '/dev/mailbox',
    label: 'navigation.mailbox',
    icon: Mail,
    access: accessOf('mailbox', 'list'),
    page: page(async () => (await import('./mailbox/MailboxPage.tsx')).MailboxPage),
    demoOnly: true,
  },
];

/** What the navigation of this installation offers to somebody with these roles. */
export const menuFor = (roles: readonly string[] | undefined, { demo = false } = {}): AppPage[] =>
  pages.filter(
    ({ access, hiddenFrom = [], offMenu = false, demoOnly = false }) =>
      !offMenu && mayCall(access, roles) && !hiddenFrom.some((role) => roles?.includes(role)) && (demo || !demoOnly),
  );

/** The page an address opens, as far as it is one of ours: it is loaded before the first drawing. */
export const pageAt = (pathname: string): LazyPage | undefined => {
  const open = pages.find(({ path }) => path === pathname || pathname === `${path}/`);
  if (open) return open.page;
  const above = pages.find(({ path, hasRecords }) => hasRecords && pathname.startsWith(`${path}/`));
  if (above) return above.page;
  return pathname.startsWith('/admin/organizations/') ? organizations.edit : undefined;
};
