import Assessment from '@mui/icons-material/AssessmentOutlined';
import Business from '@mui/icons-material/BusinessOutlined';
import Fingerprint from '@mui/icons-material/Fingerprint';
import Home from '@mui/icons-material/HomeOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { Access } from '../shared/contract/endpoint.ts';
import { type LazyPage, page } from './layout/page.tsx';
import { organizations } from './organizations/index.ts';
import { accessOf, mayCall } from './providers/access.ts';

/** A page at a path of the specification: who may open it and how the navigation names it. */
export interface AppPage {
  readonly path: string;
  readonly label: string;
  readonly icon: ComponentType<SvgIconProps>;
  readonly access: Access;
  readonly page: LazyPage;
  /** Answers at the path, but the navigation has a better entry for those who may open it. */
  readonly hiddenFrom?: readonly string[];
}

const home = page(async () => (await import('./home/HomePage.tsx')).HomePage);

/** Every page with a place of its own; adding one is a line here. Who may open it is what the server lets them call. */
export const pages: readonly AppPage[] = [
  {
    path: '/admin/dashboard/messaging',
    label: 'navigation.home',
    icon: Home,
    access: ['SysAdmin', 'SysAdminReporting'],
    page: home,
    hiddenFrom: ['SysAdmin'],
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
];

/** What the navigation offers to somebody with these roles. */
export const menuFor = (roles: readonly string[] | undefined): AppPage[] =>
  pages.filter(
    ({ access, hiddenFrom = [] }) => mayCall(access, roles) && !hiddenFrom.some((role) => roles?.includes(role)),
  );

/** The page an address opens, as far as it is one of ours: it is loaded before the first drawing. */
export const pageAt = (pathname: string): LazyPage | undefined => {
  const open = pages.find(({ path }) => path === pathname || pathname === `${path}/`);
  if (open) return open.page;
  return pathname.startsWith('/admin/organizations/') ? organizations.edit : undefined;
};
