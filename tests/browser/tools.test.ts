import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type TestSite,
  expectAccessible,
  follow,
  expectNoSidewaysScroll,
  openSharedSite,
  openPath,
} from '../support/testSite.ts';
import { allOrSome } from '../support/isHard.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSharedSite();
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

test.each(
  allOrSome(
    [
      ['Direct addresses', 'DirectAddresses', `document_sources where type = 'DirectMessaging'`],
      ['Organizations', 'Organizations', 'organizations'],
      ['Users', 'Users', 'users left join organization_users on user_id = users.id'],
      ['Contacts and usage statistics', 'ContactsUsageStatistics', null],
    ],
    1,
  ),
)(
  'the report %s is downloaded whole and named by brand, report and time',
  { tags: ['scaled'] },
  async (name, file, table) => {
    await openPath(page, '/admin/reports');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download: ${name}` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^carepost_${file}_\\d{4}-\\d\\d-\\d\\d_\\d\\d-\\d\\d-\\d\\d\\.csv$`),
    );
    const rows: unknown[] = parse(readFileSync(await download.path(), 'utf8'), { columns: true });
    expect(rows.length).toBeGreaterThan(0);
    if (table) {
      const { rows: counted } = await site.server.database.pool.query<{ count: number }>(
        `select count(*)::int as count from ${table}`,
      );
      expect(rows).toHaveLength(counted[0]?.count ?? -1);
    }
    await expectAccessible(page, 'reports');
  },
);

test('GUIDs come in the chosen format and case', async () => {
  await openPath(page, '/admin/guid');
  await page.getByLabel('Upper case').check();
  await page.getByLabel('How many').fill('3');
  await page.getByRole('button', { name: 'Generate' }).click();
  const guids = page
    .getByRole('region', { name: 'Generated GUIDs' })
    .getByText(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
  await expectLocator(guids).toHaveCount(3);
  expect(new Set(await guids.allInnerTexts()).size).toBe(3);
  await expectAccessible(page, 'GUID generator');
});

test.each(['/admin/reports', '/admin/guid'])(
  '%s fits a narrow window in the dark',
  { tags: ['hard'] },
  async (path) => {
    const narrow = await site.visitAs('sysadmin', path, { width: 390, dark: true });
    await expectLocator(narrow.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(narrow, path);
    await expectNoSidewaysScroll(narrow, path);
    await site.leave(narrow);
  },
);

test('the address of a resource without a list leads to the page of its records, or says that there is none', {
  tags: ['hard'],
}, async () => {
  await page.goto(`${site.url}/admin/workflows`);
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Workflows' })).toBeVisible();
  await page.goto(`${site.url}/admin/oids/1`);
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('an address whose text is no id has no page, and nothing is requested for it', async () => {
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    if (/(?:no-such-record|create)\b/.test(new URL(request.url()).pathname) && !request.isNavigationRequest())
      requests.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  for (const path of ['identitylinks/no-such-record', 'organizations/no-such-record', 'messages/create']) {
    await openPath(page, `/admin/${path}`);
    await expectLocator(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible();
  }
  expect({ requests, errors }).toEqual({ requests: [], errors: [] });
});

test.each(
  allOrSome(
    [
      'organizations',
      'networks',
      'resellers',
      'plans',
      'brands',
      'specialties',
      'apps',
      'reservedwords',
      'eulas',
      'identitylinks',
      'users',
    ],
    3,
  ),
)(
  '/admin/%s/create, where react-admin has its form, leads to that of the specification',
  { tags: ['scaled'] },
  async (resource) => {
    await follow(page, `/admin/${resource}/create`);
    await expectLocator(page).toHaveURL(`${site.url}/admin/${resource}/add`);
    await expectLocator(page.getByRole('heading', { level: 1, name: /^Add /u })).toBeVisible();
  },
);
