import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '../../admin/pages.ts';
import { api } from '../../shared/contract/api.ts';
import { type TestSite, openSharedSite } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

/** Calls that every signed-in user may make, and those of the dashboard for the role that may read it; other successful calls are a leak. */
const callsOfAllRoles = ['/api/users/', '/api/apicaptureconfig'];
const dashboardCalls = Object.values(api.diagnostics)
  .filter(({ access }) => Array.isArray(access) && access.some((role) => role === 'SysAdminReporting'))
  .map(({ path }) => path);

/** Every page of the administration, those of single records too (AZ-7). */
const addresses = [
  '/admin/dashboard/messaging/workflows',
  '/admin/messages',
  '/admin/messages/100001',
  '/admin/messages/failures',
  '/admin/messages/retries',
  '/admin/organizations',
  '/admin/organizations/add',
  '/admin/organizations/import',
  '/admin/organizations/runs',
  ...[
    '',
    '/contact',
    '/efax',
    '/westfax',
    '/direct',
    '/settings',
    '/serviceaccount',
    '/carequality',
    '/cq',
    '/qhin',
  ].map((tab) => `/admin/organizations/ORGANIZATION${tab}`),
  '/admin/organizations/ORGANIZATION/info',
  '/admin/organizations/ORGANIZATION/ipaddresses',
  ...['networks', 'resellers', 'eulas', 'brands', 'plans', 'specialties', 'identitylinks'].flatMap((name) => [
    `/admin/${name}`,
    `/admin/${name}/add`,
  ]),
  '/admin/networks/NETWORK',
  '/admin/reports',
  '/admin/guid',
  '/admin/audit',
];

test('the list of addresses names every page of the administration', () => {
  const missing = pages
    .filter(({ path, access }) => Array.isArray(access) && access.join() === 'SysAdmin' && path.startsWith('/admin/'))
    .filter(({ path }) => !addresses.includes(path));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

/** Loads the page anew, as an address that is typed in does. */
const load = (page: Page, path: string) => page.goto(site.url + path).then(() => undefined);
/** Goes there inside the page, as a link does: without loading the application once more. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test.each([
  ['user', 'typed in', load],
  ['admin', 'followed', follow],
  ['reporting', 'followed', follow],
] as const)(
  'as %s every address that is %s leads to /unauthorized, and no data is requested',
  async (user, _how, go) => {
    const client = site.server.client('SysAdmin');
    const [{ items: organizations }, { items: networks }] = await Promise.all([
      client.organizations.list({ query: { pageSize: 1 } }),
      client.networks.list({ query: { pageSize: 1 } }),
    ]);
    const page = await site.visitAs(user, '/');
    const leaks: string[] = [];
    const allowed = user === 'reporting' ? [...callsOfAllRoles, ...dashboardCalls] : callsOfAllRoles;
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/') && response.ok() && !allowed.some((start) => pathname.startsWith(start)))
        leaks.push(pathname);
    });
    for (const address of addresses) {
      const path = address
        .replace('ORGANIZATION', organizations[0]?.id ?? '')
        .replace('NETWORK', networks[0]?.id ?? '');
      await go(page, path);
      await page.waitForURL((url) => url.pathname === '/unauthorized');
      await expectLocator(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    expect(leaks).toEqual([]);
    await page.context().close();
  },
);
