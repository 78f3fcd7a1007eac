import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSharedSite } from '../support/testSite.ts';
import { createCliSandbox } from '../support/runCli.ts';
import { downloadedText } from './downloads.ts';
import { makeOrganizations, openList } from './bulkPages.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { looks } from '../support/looks.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSharedSite();
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

/** A row of the table, or a card on a narrow screen. */
const rowOf = (on: Page, name: string) => on.getByRole('row').or(on.getByRole('listitem')).filter({ hasText: name });
const client = () => site.server.client('SysAdmin');

const make = (prefix: string, count: number) => makeOrganizations(client(), prefix, count);
const open = async (prefix: string, on: Page = page) => {
  await openList(on, prefix);
};
const bar = (on: Page = page) => on.getByRole('region', { name: 'Selected organizations' });
const dialog = (on: Page = page) => on.getByRole('dialog').first();
const states = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await client().organizations.get({ params: { id } })).isEnabled));

const apply = async (on: Page, button: string | RegExp) => {
  await dialog(on).getByRole('button', { name: button }).click();
  await on
    .getByRole('dialog', { name: /^Apply/ })
    .getByRole('button', { name: 'Apply' })
    .click();
};

test('login is disabled for a selection after a preview, and undone', async () => {
  const made = await make('Bulklogin', 4);
  const ids = made.map(({ id }) => id);
  const [already = ''] = ids;
  await client().organizations.enable({ params: { id: already }, body: { enabled: false } });
  await open('Bulklogin');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expectLocator(bar()).toContainText('4 selected');
  await expectAccessible(page, 'organization list with a selection');
  await bar().getByRole('button', { name: 'Disable Login' }).click();
  await expectLocator(dialog().getByRole('heading', { name: 'Preview of the changes' })).toBeFocused();
  await expectLocator(dialog().getByText('the users of 3 organizations can no longer sign in')).toBeVisible();
  await expectLocator(dialog().getByRole('row').filter({ hasText: 'Bulklogin 00' })).toContainText('Unchanged');
  await expectLocator(dialog().getByRole('row').filter({ hasText: 'Bulklogin 01' })).toContainText('true');
  await expectAccessible(page, 'preview of a bulk action');
  await dialog().getByLabel('Reason').fill('Contract ended, ticket 4711');
  await apply(page, 'Apply 3 changes');
  await expectLocator(dialog().getByText('All rows are done.')).toBeVisible();
  expect(await states(ids)).toEqual([false, false, false, false]);
  const run = (
    await dialog()
      .getByText(/^Run \d{8}T/)
      .innerText()
  ).replace('Run ', '');
  const { rows } = await site.server.database.pool.query<{ count: number }>(
    'select count(*)::int as count from audit_entries where run_id = $1 and reason = $2',
    [run, 'Contract ended, ticket 4711'],
  );
  expect(rows[0]?.count).toBeGreaterThanOrEqual(3);
  await expectAccessible(page, 'results of a bulk action');
  await dialog().getByRole('button', { name: 'Undo' }).click();
  await expectLocator(dialog().getByRole('heading', { name: `Preview: undo of run ${run}` })).toBeVisible();
  await apply(page, 'Apply 3 changes');
  await expectLocator(dialog().getByText('All rows are done.')).toBeVisible();
  expect(await states(ids)).toEqual([false, true, true, true]);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await expectLocator(page.getByRole('dialog')).toHaveCount(0);
  await expectLocator(bar()).toHaveCount(0);
});

test('all that match are collected and named in the plan, which the command line applies unchanged', {
  tags: ['hard'],
}, async () => {
  const made = await make('Matchall', 13);
  await open('Matchall');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await bar().getByRole('button', { name: 'Select all 13 that match' }).click();
  await bar().getByRole('button', { name: 'Disable Login' }).click();
  await expectLocator(dialog().getByText('the users of 13 organizations can no longer sign in')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await dialog().getByRole('button', { name: 'Download the plan' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^orgs\.login-\d{8}-plan\.json$/);
  const sandbox = await createCliSandbox({ api: site.url, token: site.server.as('SysAdmin') });
  await writeFile(join(sandbox.folder, 'plan.json'), await downloadedText(download));
  const done = await sandbox.run(['bulk', 'apply', '--plan', 'plan.json', '--yes', '--rate', '0', '--output', 'json']);
  expect(done).toMatchObject({ code: 0 });
  expect(new Set(await states(made.map(({ id }) => id)))).toEqual(new Set([false]));
  const again = await sandbox.run(['bulk', 'apply', '--plan', 'plan.json', '--yes', '--rate', '0']);
  expect(again.code).toBe(8);
});

test('a selection is made and its action applied by keyboard only', { tags: ['hard'] }, async () => {
  const made = await make('Bykeys', 2);
  await open('Bykeys');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expectLocator(bar()).toContainText('2 selected');
  await bar().getByRole('button', { name: 'Disable Login' }).focus();
  await page.keyboard.press('Enter');
  await expectLocator(dialog().getByRole('heading', { name: 'Preview of the changes' })).toBeFocused();
  const press = async (name: string) => {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (at === name) return page.keyboard.press('Enter');
    }
    throw new Error(`${name} cannot be reached`);
  };
  await press('Apply 2 changes');
  await expectLocator(page.getByRole('dialog', { name: /^Apply/ })).toBeVisible();
  await press('Apply');
  await expectLocator(dialog().getByRole('heading', { name: 'Results' })).toBeFocused();
  expect(await states(made.map(({ id }) => id))).toEqual([false, false]);
  await page.keyboard.press('Escape');
  await expectLocator(page.getByRole('dialog')).toHaveCount(0);
});

test('organizations that do not allow the action are listed, and can be skipped', { tags: ['hard'] }, async () => {
  const made = await make('Notcanceling', 3);
  const [first = { id: '' }] = made;
  await site.server.database.pool.query(
    "update organizations set cancel_at = now() + interval '9 days' where id = $1",
    [first.id],
  );
  await open('Notcanceling');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await bar().getByRole('button', { name: 'Clear Cancellation' }).click();
  await expectLocator(dialog().getByRole('heading', { name: '2 rows cannot be applied' })).toBeVisible();
  await dialog().getByRole('button', { name: 'Skip these rows' }).click();
  await apply(page, 'Apply one change');
  await expectLocator(dialog().getByText('All rows are done.')).toBeVisible();
  expect((await client().organizations.get({ params: { id: first.id } })).isPendingCancellation).toBe(false);
  await page.keyboard.press('Escape');
});

test('a run waits when the server requests it, and looks up a row whose response was lost', {
  tags: ['hard'],
}, async () => {
  const ids = (await make('Faults', 4)).map(({ id }) => id);
  const other = await site.visitAs('sysadmin', '/admin/organizations');
  let calls = 0;
  await other.route('**/api/organizations/*/enable', async (route) => {
    calls += 1;
    if (calls === 1) return route.fulfill({ status: 429, headers: { 'retry-after': '3' }, body: '{}' });
    if (calls !== 3) return route.continue();
    // Carried out, but its response is lost.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await open('Faults', other);
  await other.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await bar(other).getByRole('button', { name: 'Disable Login' }).click();
  // Awaited in the page, from before the click: the text is visible for three seconds only.
  const paused = dialog(other)
    .getByText(/^Paused for \d s/)
    .waitFor();
  await Promise.all([paused, apply(other, 'Apply 4 changes')]);
  await expectLocator(dialog(other).getByText('All rows are done.')).toBeVisible();
  expect(await states(ids)).toEqual([false, false, false, false]);
  // One refused, one lost: each of the four was carried out once.
  expect(calls).toBe(5);
  await site.leave(other);
});

test.each(looks)(
  'everything fits the screen and is accessible: %d pixels, dark: %s',
  { tags: ['hard'] },
  async (width, dark) => {
    const what = `${width}${dark ? ' dark' : ''}`;
    const prefix = `Fits${width}${dark ? 'dark' : ''}`;
    await make(prefix, 2);
    const other = await site.visitAs('sysadmin', '/admin/organizations', { width, dark });
    await open(prefix, other);
    await rowOf(other, `${prefix} 00`).getByRole('checkbox').check();
    await expectNoSidewaysScroll(other, `${what}: selection`);
    await expectAccessible(other, `${what}: selection`);
    await bar(other).getByRole('button', { name: 'Features' }).click();
    await expectLocator(dialog(other).getByRole('combobox').first()).toBeVisible();
    await expectAccessible(other, `${what}: features`);
    await dialog(other).getByRole('combobox').first().selectOption('Switch on');
    await dialog(other).getByRole('button', { name: 'Preview' }).click();
    await expectLocator(dialog(other).getByRole('heading', { name: 'Preview of the changes' })).toBeVisible();
    await expectNoSidewaysScroll(other, `${what}: preview`);
    await expectAccessible(other, `${what}: preview`);
    await site.leave(other);
  },
);
