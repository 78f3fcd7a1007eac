import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { expectAccessible, openSharedSite, type TestSite } from '../support/testSite.ts';
import { makeOrganizations, openList } from './bulkPages.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

const client = () => site.server.client('SysAdmin');
const tray = (on: Page = page) => on.getByRole('region', { name: 'Tasks' });
const main = (on: Page = page) => on.getByRole('main');

const changesOf = async (run: string) => {
  const { rows } = await site.server.database.pool.query<{ target: string; count: number }>(
    "select target_id as target, count(*)::int as count from audit_entries where run_id = $1 and action like 'organizations.%' and outcome = 'Success' group by target_id",
    [run],
  );
  return rows;
};
const runIn = async (on: Page) => (await on.getByText(/^Run \d{8}T/).innerText()).replace('Run ', '');

const chooseFile = (ids: readonly string[], on: Page = page) =>
  on.getByLabel('CSV file').setInputFiles({
    name: 'logins.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['id,enabled', ...ids.map((id) => `${id},no`)].join('\n')),
  });
const apply = async (count: number, on: Page = page) => {
  await on.getByRole('button', { name: `Apply ${count} changes` }).click();
  const dialog = on.getByRole('dialog', { name: /^Apply/ });
  const typed = dialog.getByRole('textbox');
  if ((await typed.count()) > 0) await typed.fill(String(count));
  await dialog.getByRole('button', { name: 'Apply' }).click();
};
/** Starts an import that disables the login of the organizations, and waits for its first rows. */
const startImport = async (ids: readonly string[]) => {
  await page.goto(`${site.url}/admin/organizations/import?action=orgs.login`);
  await chooseFile(ids);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await apply(ids.length);
  await expectLocator(page.getByText(new RegExp(`^[1-9]\\d* of ${ids.length} rows`))).toBeVisible();
  return runIn(page);
};
const loginsOf = async (prefix: string) => {
  const { items } = await client().organizations.list({ query: { search: prefix, pageSize: 100 } });
  return items.filter(({ isEnabled }) => isEnabled).length;
};

test('an import continues on other pages, in the task tray, and its results are seen again', {
  tags: ['hard'],
}, async () => {
  page = await site.visitAs('sysadmin', '/admin/organizations');
  const ids = (await makeOrganizations(client(), 'Survives', 20)).map(({ id }) => id);
  const run = await startImport(ids);
  await page.getByRole('link', { name: 'Resellers' }).click();
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Resellers' })).toBeVisible();
  await expectLocator(tray()).toContainText('Bulk run: orgs.login');
  await expectLocator(tray()).toContainText(/\d+ of 20 rows/);
  await expectAccessible(page, 'page with a run in the task tray');
  await tray().getByRole('link', { name: 'Show: Bulk run: orgs.login' }).click();
  await expectLocator(page).toHaveURL(new RegExp(`/admin/organizations/runs/${run}$`));
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Bulk run orgs.login' })).toBeVisible();
  await expectLocator(tray()).toHaveCount(0);
  await page.getByRole('link', { name: 'Resellers' }).click();
  await expectLocator(tray()).toContainText('All 20 rows are done.');
  expect(await loginsOf('Survives')).toBe(0);
  await tray().getByRole('link', { name: 'Show: Bulk run: orgs.login' }).click();
  await expectLocator(main().getByText('All rows are done.')).toBeVisible();
  await expectLocator(main().getByRole('row')).toHaveCount(21);
  await expectAccessible(page, 'results of a run that was left');
  await page.getByRole('link', { name: 'Resellers' }).click();
  await tray().getByRole('button', { name: 'Dismiss: Bulk run: orgs.login' }).click();
  await expectLocator(tray()).toHaveCount(0);
  await site.leave(page);
});

test('the dialog of a selection may be closed during the run', { tags: ['hard'] }, async () => {
  page = await site.visitAs('sysadmin', '/admin/organizations');
  await makeOrganizations(client(), 'Closes', 10);
  await openList(page, 'Closes');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Disable Login' }).click();
  await apply(10);
  await expectLocator(page.getByText(/^\d+ of 10 rows/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expectLocator(tray()).toContainText('All 10 rows are done.');
  expect(await loginsOf('Closes')).toBe(0);
  await site.leave(page);
});

test('closing the tab during a run asks first', { tags: ['hard'] }, async () => {
  page = await site.visitAs('sysadmin', '/admin/organizations');
  const ids = (await makeOrganizations(client(), 'Askfirst', 15)).map(({ id }) => id);
  await startImport(ids);
  await page.getByRole('link', { name: 'Resellers' }).click();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => dialogs).toEqual(['beforeunload']);
  await expectLocator(tray()).toContainText('All 15 rows are done.');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
  expect(dialogs).toHaveLength(1);
  await site.leave(page);
});

test('after a reload the run is resumed with the same file: every row is changed once', {
  tags: ['hard'],
}, async () => {
  page = await site.visitAs('sysadmin', '/admin/organizations');
  const ids = (await makeOrganizations(client(), 'Reloads', 20)).map(({ id }) => id);
  // Later rows wait, so that the run is not complete before the page is left.
  let calls = 0;
  await page.route('**/api/organizations/*/enable', (route) => {
    calls += 1;
    return calls > 10 ? undefined : route.continue();
  });
  const run = await startImport(ids);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${site.url}/admin/resellers`);
  await page.unroute('**/api/organizations/*/enable');
  await expectLocator(tray()).toContainText('Interrupted');
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
  );
  expect(stored).not.toContain(run);
  expect(await loginsOf('Reloads')).toBeGreaterThan(0);
  await tray().getByRole('link', { name: 'Show: Bulk run: orgs.login' }).click();
  await expectLocator(page.getByText(/\d+ of 20 rows were changed/)).toBeVisible();
  await expectAccessible(page, 'interrupted run');
  await chooseFile(ids.slice(1));
  await expectLocator(page.getByText('The file changed since the run was started.')).toBeVisible();
  await chooseFile(ids);
  await expectLocator(page.getByRole('heading', { name: `Preview: retry of run ${run}` })).toBeFocused();
  const button = page.getByRole('button', { name: /^Apply (\d+) changes/ });
  await apply(Number(/\d+/.exec(await button.innerText())?.[0]));
  await expectLocator(page.getByText('All rows are done.')).toBeVisible();
  const second = await runIn(page);
  expect(second).not.toBe(run);
  expect(await loginsOf('Reloads')).toBe(0);
  const changes = [...(await changesOf(run)), ...(await changesOf(second))];
  expect(changes.map(({ count }) => count)).toEqual(ids.map(() => 1));
  expect(new Set(changes.map(({ target }) => target))).toEqual(new Set(ids));
  await page.goto(`${site.url}/admin/resellers`);
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Resellers' })).toBeVisible();
  await expectLocator(tray()).toHaveCount(0);
  await site.leave(page);
});

test('a one-way action of a selection is resumed without the organizations that are done', {
  tags: ['hard'],
}, async () => {
  page = await site.visitAs('sysadmin', '/admin/organizations');
  const made = await makeOrganizations(client(), 'Oneway', 10);
  await openList(page, 'Oneway');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Sync with Intercom' }).click();
  // Stored in the settings of the user from the beginning of the run to its end.
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/store'),
  );
  await apply(10);
  await stored;
  await expectLocator(page.getByText(/^[1-9] of 10 rows/)).toBeVisible();
  const run = await runIn(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${site.url}/admin/organizations/runs/${run}`);
  await page.getByRole('button', { name: 'Preview the remaining rows' }).click();
  const button = page.getByRole('button', { name: /^Apply (\d+|one) change/ });
  await button.click();
  await page
    .getByRole('dialog', { name: /^Apply/ })
    .getByRole('button', { name: 'Apply' })
    .click();
  await expectLocator(page.getByText('All rows are done.')).toBeVisible();
  const changes = [...(await changesOf(run)), ...(await changesOf(await runIn(page)))];
  expect(changes.map(({ target }) => target).sort()).toEqual(made.map(({ id }) => id).sort());
  await site.leave(page);
});

test('a run of another tab is not offered', { tags: ['hard'] }, async () => {
  page = await site.visitAs('sysadmin', '/admin/organizations');
  const ids = (await makeOrganizations(client(), 'Othertab', 60)).map(({ id }) => id);
  const run = await startImport(ids);
  const other = await page.context().newPage();
  await other.goto(`${site.url}/admin/resellers`);
  await expectLocator(other.getByRole('heading', { level: 1, name: 'Resellers' })).toBeVisible();
  await expectLocator(tray(other)).toHaveCount(0);
  await other.goto(`${site.url}/admin/organizations/runs/${run}`);
  await expectLocator(other.getByText('The run is in progress in another tab of this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectLocator(page.getByText(/^Stopped\./)).toBeVisible();
  await site.leave(page);
});
