import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSite } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;

beforeAll(async () => {
  site = await openSite({ env: { JOBS: 'true' } });
  page = await site.visitAs('sysadmin', '/admin/messages/failures?from=all');
});
afterAll(() => site.close());

/** A job of the API over one failure: a test needs no job of another one, and the others stay for them. */
const startJob = async (reason: string) => {
  const { diagnostics, retryjobs } = site.server.client('SysAdmin');
  const { messageHealthDataValues: failed } = await diagnostics.search({
    body: {
      filtering: [{ field: 'status', mode: 'equals', value: 'Failed' }],
      paging: { pageNumber: 1, pageSize: 20 },
    },
  });
  const workflowIds = failed.slice(0, 1).map(({ id }) => id);
  return retryjobs.create({ body: { selection: { workflowIds }, reason, allowDuplicate: true, perSecond: 5 } });
};

test('a group of failures is retried as a whole, and the tray follows the job to its end on other pages', {
  tags: ['hard'],
}, async () => {
  const retry = page.getByRole('button', { name: /^Retry:/ }).first();
  await expectLocator(retry).toBeVisible();
  await expectAccessible(page, 'failure groups');
  await retry.click();
  const dialog = page.getByRole('dialog', { name: 'Retry workflows' });
  await expectLocator(dialog.getByText(/workflows can be retried\.$/)).toBeVisible();
  await expectAccessible(page, 'retry dialog');
  await dialog.getByLabel('Reason').fill('The cause is repaired');
  await dialog.getByRole('button', { name: /^Retry (one|\d+) workflows?$/ }).click();
  await expectLocator(page.getByText('The retry job has started.')).toBeVisible();
  await page.getByRole('link', { name: 'Organizations' }).first().click();
  const tray = page.getByRole('region', { name: 'Tasks' });
  await expectLocator(tray.getByText('Retrying workflows')).toBeVisible();
  await expectLocator(tray.getByRole('button', { name: 'Dismiss: Retrying workflows' })).toBeVisible({
    timeout: 40_000,
  });
});

test('the job says what came of each workflow', { tags: ['hard'] }, async () => {
  const reason = 'The route is repaired';
  const { id } = await startJob(reason);
  const { retryjobs } = site.server.client('SysAdmin');
  await expect.poll(async () => (await retryjobs.get({ params: { id } })).state, { timeout: 40_000 }).toBe('Completed');
  await page.goto(`${site.url}/admin/messages/retries`);
  const row = page.locator('.datatable-body > .RaDataTable-row').filter({ hasText: reason });
  await expectLocator(row).toContainText(/\d+ of \d+ completed, \d+ failed, \d+ skipped/);
  await expectAccessible(page, 'retry jobs');
  await row.getByRole('link').click();
  const items = page.getByRole('table', { name: 'Workflows of the job' });
  await expectLocator(items).toBeVisible();
  await expectAccessible(page, 'retry job');
  await items.getByRole('link').first().click();
  await expectLocator(page.getByRole('heading', { level: 1, name: /^Message \d+$/ })).toBeVisible();
  await expectLocator(page.getByRole('group', { name: 'Retries by people' }).first()).toBeVisible();
});

test('after a reload the unfinished jobs of the user are displayed again and can be canceled', {
  tags: ['hard'],
}, async () => {
  const job = await site.server.client('SysAdmin').retryjobs.create({
    body: {
      selection: { filtering: [{ field: 'status', mode: 'equals', value: 'Failed' }] },
      reason: 'Slowly',
      allowDuplicate: true,
      perSecond: 0.1,
    },
  });
  const requested: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/retryjobs') requested.push(request.url());
  });
  await page.goto(`${site.url}/admin/organizations`);
  const tray = page.getByRole('region', { name: 'Tasks' });
  await expectLocator(tray.getByText('Retrying workflows')).toBeVisible();
  await expectAccessible(page, 'a job in the tray after a reload');
  await page.getByRole('link', { name: 'Networks' }).first().click();
  await expectLocator(tray.getByText('Retrying workflows')).toHaveCount(1);
  expect(requested).toHaveLength(1);
  await tray.getByRole('button', { name: 'Cancel: Retrying workflows' }).click();
  await expectLocator(tray.getByRole('button', { name: 'Dismiss: Retrying workflows' })).toBeVisible({
    timeout: 30_000,
  });
  await expectLocator(tray.getByText(/^Canceled: \d+ of \d+ completed, \d+ failed, \d+ skipped$/)).toBeVisible();
  const { state } = await site.server.client('SysAdmin').retryjobs.get({ params: { id: job.id } });
  expect(state).toBe('Canceled');
});

test('the groups lead to exactly their workflows', { tags: ['hard'] }, async () => {
  await page.goto(`${site.url}/admin/messages/failures?from=all`);
  const link = page.getByRole('link', { name: /^\d+ workflows:/ }).first();
  const count = Number((await link.textContent()) ?? '0');
  await link.click();
  await page.waitForURL(/\/admin\/dashboard\/messaging\/workflows\?/);
  await expectLocator(page.locator('.datatable-body > .RaDataTable-row')).toHaveCount(Math.min(count, 20));
});

test('it fits a narrow window in the dark', { tags: ['hard'] }, async () => {
  const narrow = await site.visitAs('sysadmin', '/admin/messages/failures?from=all', { width: 390, dark: true });
  const retry = narrow.getByRole('button', { name: /^Retry:/ }).first();
  await expectLocator(retry).toBeVisible();
  await expectAccessible(narrow, 'narrow groups');
  await expectNoSidewaysScroll(narrow, 'narrow groups');
  await retry.click();
  await expectLocator(narrow.getByText(/workflows can be retried\.$/)).toBeVisible();
  await expectAccessible(narrow, 'narrow dialog');
  await startJob('The host is back');
  await narrow.goto(`${site.url}/admin/messages/retries`);
  await expectLocator(narrow.getByText('The host is back').first()).toBeVisible();
  await expectAccessible(narrow, 'narrow jobs');
  await expectNoSidewaysScroll(narrow, 'narrow jobs');
  await site.leave(narrow);
});
