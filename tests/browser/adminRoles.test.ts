import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '../../admin/pages.ts';
import { api } from '../../shared/contract/api.ts';
import { expectAccessible, follow, type TestSite, openSharedSite } from '../support/testSite.ts';
import { settle } from '../support/settle.ts';
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
  '/admin/home',
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
  '/admin/organizations/ORGANIZATION/subscription',
  ...[
    'networks',
    'resellers',
    'eulas',
    'brands',
    'plans',
    'specialties',
    'apps',
    'reservedwords',
    'connections',
    'identitylinks',
    'users',
  ].flatMap((name) => [`/admin/${name}`, `/admin/${name}/add`]),
  '/admin/networks/NETWORK',
  '/admin/contacts',
  '/admin/certificates',
  '/admin/idproofing',
  '/admin/registrations',
  '/admin/documentsources',
  '/admin/documentsources/fax',
  '/admin/sourceproviders',
  '/admin/reservedwords/clashes',
  '/admin/integrations',
  '/admin/integrationwhitelist',
  '/admin/integrationwhitelist/add',
  '/admin/emergencies',
  '/admin/emergencies/organizations',
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

/** These are typed in as well: the application starts there. The list, the form, a record and a page without records. */
const typedIn = ['/admin/organizations', '/admin/networks/add', '/admin/networks/NETWORK', '/admin/reports'];

test.each(['admin', 'user', 'reporting'] as const)(
  'as %s every address leads to /unauthorized, and no data is requested',
  { tags: ['hard'] },
  async (user) => {
    const client = site.server.client('SysAdmin');
    const [{ items: organizations }, { items: networks }] = await Promise.all([
      client.organizations.list({ query: { pageSize: 1 } }),
      client.networks.list({ query: { pageSize: 1 } }),
    ]);
    const page = await site.visitAs(user, '/');
    // The calls of the start page are its own.
    await settle(page);
    const leaks: string[] = [];
    const allowed = user === 'reporting' ? [...callsOfAllRoles, ...dashboardCalls] : callsOfAllRoles;
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/') && response.ok() && !allowed.some((start) => pathname.startsWith(start)))
        leaks.push(pathname);
    });
    const ofRecord = (address: string) =>
      address.replace('ORGANIZATION', organizations[0]?.id ?? '').replace('NETWORK', networks[0]?.id ?? '');
    const isRefused = async () => {
      await page.waitForURL((url) => url.pathname === '/unauthorized');
      await expectLocator(page.getByRole('heading', { level: 1 })).toBeVisible();
    };
    for (const address of addresses) {
      await follow(page, ofRecord(address));
      await isRefused();
    }
    for (const address of typedIn) {
      await page.goto(site.url + ofRecord(address));
      await isRefused();
    }
    await expectAccessible(page, 'unauthorized');
    expect(leaks).toEqual([]);
    await site.leave(page);
  },
);
