import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../shared/client/apiError.ts';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSite } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
const runId = '20260821T060000Z-k3f9';
let organizationId = '';

/** Three rows of a run, the last one refused because another user changed the record. */
const smallRun = async () => {
  const client = site.server.client('SysAdmin');
  const inRun = (row: number) => ({
    headers: { 'x-run-id': runId },
    correlationId: `${runId}-${row}`,
    reason: 'Quarterly round',
  });
  const made = await client.organizations.create(
    { body: { name: 'Lakeside Audit', subdomain: 'lakeside-audit' } },
    inRun(1),
  );
  const params = { id: made.id };
  const body = { name: 'Lakeside Renamed', version: made.version };
  await client.organizations.update({ params, body }, inRun(2));
  await client.organizations.update({ params, body }, inRun(3)).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
  organizationId = made.id;
};

beforeAll(async () => {
  site = await openSite();
  await smallRun();
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

test('a run is followed from the history of an organization to what it did, field by field', {
  tags: ['hard'],
}, async () => {
  await page.goto(`${site.url}/admin/organizations/${organizationId}/info`);
  await page.getByRole('button', { name: 'Change history' }).click();
  await page
    .getByRole('link', { name: `Bulk run ${runId}` })
    .first()
    .click();
  await expectLocator(page.getByRole('heading', { level: 1, name: `Run ${runId}` })).toBeVisible();
  await expectLocator(page.getByText('Organization changed (Done): 1')).toBeVisible();
  await expectLocator(page.getByText('Organization changed (Not carried out): 1')).toBeVisible();
  await expectLocator(page.getByText('Quarterly round')).toBeVisible();
  const rows = page.getByRole('table', { includeHidden: false }).getByRole('row');
  await expectLocator(rows).toHaveCount(4);
  await page
    .getByRole('button', { name: /^Show fields: Organization changed/ })
    .last()
    .click();
  await expectLocator(page.getByRole('cell', { name: 'Lakeside Renamed' })).toBeVisible();
  await expectAccessible(page, 'run');
});

test('the list is narrowed by filters that stand in the address, and a reload shows the same', {
  tags: ['hard'],
}, async () => {
  await page.goto(`${site.url}/admin/audit`);
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Not carried out' }).click();
  await page.getByLabel('Action or area').fill('organizations.update');
  await page.waitForURL((url) => url.searchParams.get('filter')?.includes('organizations.update') === true);
  await expectLocator(page.getByText('The record was changed since you loaded it.')).toBeVisible();
  const filter = new URL(page.url()).searchParams.get('filter') ?? '';
  expect(JSON.parse(filter)).toMatchObject({ outcome: 'Invalid', action: 'organizations.update' });
  await page.reload();
  await expectLocator(page.getByText('The record was changed since you loaded it.')).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2199-01-01');
  await expectLocator(page.getByText('Nothing matches these filters.')).toBeVisible();
  await expectAccessible(page, 'nothing matches');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectLocator(page.getByRole('link', { name: runId }).first()).toBeVisible();
  await expectAccessible(page, 'audit');
});

test('an address with filters as parameters of their own goes on working', { tags: ['hard'] }, async () => {
  await page.goto(`${site.url}/admin/audit?outcome=Invalid&action=organizations.update`);
  await expectLocator(page.getByText('The record was changed since you loaded it.')).toBeVisible();
  await page.waitForURL((url) => url.searchParams.get('filter')?.includes('organizations.update') === true);
  await page.goto(`${site.url}/admin/auditentries`);
  await page.waitForURL((url) => url.pathname === '/admin/audit');
});

test('everything is reached with the keyboard', { tags: ['hard'] }, async () => {
  await page.goto(`${site.url}/admin/audit?runId=${runId}`);
  const toggle = page.getByRole('button', { name: /^Show fields/ }).first();
  await expectLocator(toggle).toBeVisible();
  await page.getByRole('textbox', { name: 'Person' }).focus();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await toggle.evaluate((node) => node === node.ownerDocument.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await expectLocator(page.getByRole('button', { name: /^Hide fields/ }).first()).toBeFocused();
});

test('it fits a narrow window in the dark', { tags: ['hard'] }, async () => {
  const narrow = await site.visitAs('sysadmin', `/admin/audit?runId=${runId}`, { width: 390, dark: true });
  await narrow
    .getByRole('button', { name: /^Show fields: Organization changed/ })
    .last()
    .click();
  await expectLocator(narrow.getByText('Lakeside Renamed')).toBeVisible();
  await expectAccessible(narrow, 'narrow');
  await expectNoSidewaysScroll(narrow, 'narrow');
  await site.leave(narrow);
});

test('a user without the role is redirected', { tags: ['hard'] }, async () => {
  const user = await site.visitAs('admin', '/admin/audit');
  await user.waitForURL((url) => url.pathname === '/unauthorized');
  await site.leave(user);
});
