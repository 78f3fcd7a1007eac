import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSite } from '../support/testSite.ts';
import { downloadedText } from './downloads.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { looks } from '../support/looks.ts';

const path = '/admin/dashboard/messaging/workflows';
let site: TestSite;
let page: Page;

beforeAll(async () => {
  site = await openSite();
  page = await site.visitAs('sysadmin', path);
});
afterAll(() => site.close());

const go = async (query = '') => {
  await page.goto(site.url + path + query);
  await expectLocator(rows().first()).toBeVisible();
};
const rows = () => page.locator('.datatable-body > .RaDataTable-row');
const total = async () => Number(/ of ([\d,]+)$/.exec((await range().textContent()) ?? '')?.[1]?.replaceAll(',', ''));
const range = () => page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/);
const query = () => new URL(page.url()).searchParams;
const countOf = async (
  filtering: Parameters<ReturnType<typeof site.server.client>['diagnostics']['search']>[0]['body'],
) => (await site.server.client('SysAdmin').diagnostics.search({ body: filtering })).messageHealthDataValuesCount;

test('the query values of the specification preset the filters', async () => {
  await go('?status=Failed&type=MessageSendWorkflow&channel=Direct&pageSize=50');
  for (const text of ['Status: Failed', 'Type: Send', 'Channel: Direct'])
    await expectLocator(page.getByRole('button', { name: `Remove filter ${text}` })).toBeVisible();
  await expectLocator(page.getByRole('combobox', { name: 'Records per page' })).toHaveValue('50');
  const expected = await countOf({
    filtering: [
      { field: 'status', mode: 'equals', value: 'Failed' },
      { field: 'type', mode: 'equals', value: 'MessageSendWorkflow' },
      { field: 'channel', mode: 'equals', value: 'Direct' },
    ],
  });
  expect(await total()).toBe(expected);
});

test('a column is filtered and sorted from its menu; back, forward and reload lead to the same rows', async () => {
  await go();
  const all = await total();
  await page.getByRole('button', { name: 'Filter by Channel' }).click();
  await page.getByRole('dialog').getByRole('combobox').selectOption('Fax');
  await page.getByRole('dialog').getByRole('button', { name: 'Filter', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('channel') === 'Fax');
  await expectLocator.poll(total).toBeLessThan(all);
  const faxes = await total();
  await expectLocator(rows().getByText('Direct', { exact: true })).toHaveCount(0);
  await page
    .getByRole('button', { name: 'Filter by Duration' })
    .or(page.getByRole('button', { name: 'Duration' }))
    .first()
    .click();
  await page.waitForURL((url) => url.searchParams.get('sort') === 'duration');
  await page.reload();
  await expectLocator.poll(total).toBe(faxes);
  await page.goBack();
  await page.goBack();
  await expectLocator.poll(total).toBe(all);
});

test('pages by number and by jump, and keeps the size for the next visit', { tags: ['hard'] }, async () => {
  await go();
  await expectLocator(rows()).toHaveCount(20);
  await page.getByRole('button', { name: 'Page 3' }).click();
  await page.waitForURL((url) => url.searchParams.get('page') === '3');
  await expectLocator(range()).toHaveText(/^41–60 of /);
  await page.getByRole('textbox', { name: 'Go to page' }).fill('99999');
  await expectLocator(range()).toHaveText(new RegExp(`–${(await total()).toLocaleString('en-US')} of `));
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/preferences/store'),
  );
  await page.getByRole('combobox', { name: 'Records per page' }).selectOption('10');
  await expectLocator(rows()).toHaveCount(10);
  await saved;
  await go();
  await expectLocator(rows()).toHaveCount(10);
});

test('days are chosen in the picker', { tags: ['hard'] }, async () => {
  await go();
  await page.getByRole('button', { name: /^Created:/ }).click();
  await expectLocator(page.getByRole('dialog').getByRole('textbox', { name: 'From' })).toBeVisible();
  await expectAccessible(page, 'date range picker');
  await page.getByRole('button', { name: 'Last 7 Days' }).click();
  await page.waitForURL((url) => url.searchParams.has('from') && url.searchParams.has('to'));
  expect(query().get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
  await expectLocator(
    page.getByRole('button', { name: /^Created: \d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}/ }),
  ).toBeVisible();
});

test('a row opens in place to its steps, and leads to its message by keys', { tags: ['hard'] }, async () => {
  await go('?status=Completed');
  await rows()
    .first()
    .getByRole('button', { name: /^Steps of message/ })
    .click();
  const steps = page.getByRole('table', { name: /^Steps of message/ });
  await expectLocator(steps.getByText('Completed').first()).toBeVisible();
  await expectLocator(steps.getByText(/ms/).first()).toBeVisible();
  await expectLocator(steps.getByText(/, \d\d:\d\d:\d\d [AP]M$/).first()).toBeVisible();
  await expectAccessible(page, 'grid with an open row');
  await page.keyboard.press('?');
  await expectLocator(page.getByRole('dialog').getByText('Select or deselect the row')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectLocator(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => /^\/admin\/messages\/\d+$/.test(url.pathname));
  await page.goBack();
  await expectLocator(rows().first()).toBeVisible();
});

test('a choice of columns and a saved view are still there after a reload', { tags: ['hard'] }, async () => {
  const headings = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
  await go('?status=Failed&sort=duration&dir=asc&page=2');
  await page.getByRole('button', { name: 'Columns' }).click();
  const box = page.getByRole('dialog');
  await box.getByRole('checkbox', { name: 'HISP message ID' }).uncheck();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await box.getByRole('button', { name: 'Move Status up' }).click();
  await saved;
  await expectAccessible(page, 'columns of the workflow grid');
  await page.keyboard.press('Escape');
  await expectLocator(box).toHaveCount(0);
  const chosen = await headings();
  expect(chosen).not.toContain('HISP message ID');
  expect(chosen.slice(0, 3)).toEqual(['Created', 'Status', 'Type']);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: /^Save current query/ }).click();
  await page.getByLabel('Query name').fill('Quickest failures');
  const querySaved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await querySaved;
  await go();
  await page.reload();
  await expectLocator(rows().first()).toBeVisible();
  expect(await headings()).toEqual(chosen);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Quickest failures', exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('status') === 'Failed' && !searchParams.has('page'));
  expect([query().get('sort'), query().get('dir')]).toEqual(['duration', 'asc']);
  await page.getByRole('button', { name: 'Copy as command' }).click();
  await expectLocator(box.getByText('carepost workflows list --status Failed --sort duration')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await box.getByRole('button', { name: 'Back to the default columns' }).click();
  await page.keyboard.press('Escape');
  await expectLocator(page.getByRole('columnheader', { name: /HISP message ID/ })).toBeVisible();
});

test('what is selected goes to the retry', { tags: ['hard'] }, async () => {
  await go('?status=Failed');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected workflows' });
  await expectLocator(bar.getByText(/ workflows? selected$/)).toBeVisible();
  await bar.getByRole('button', { name: 'Retry…' }).click();
  await expectLocator(page.getByRole('dialog')).toBeVisible();
});

test('the list is exported as it is filtered', { tags: ['hard'] }, async () => {
  await go('?channel=Fax');
  const expected = await total();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export this list' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Workflows_\d{4}-\d\d-\d\d_.*\.csv$/);
  const lines = (await downloadedText(download)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(expected + 1);
  expect(lines.slice(1).every((line) => line.includes(',Fax,'))).toBe(true);
});

test.each(looks)('looks right at %d pixels, dark: %s', { tags: ['hard'] }, async (width, dark) => {
  const own = await site.visitAs('sysadmin', `${path}?status=Failed`, { width, dark });
  await own
    .getByRole('button', { name: /^Steps of message/ })
    .first()
    .click();
  await own.getByRole('checkbox', { name: 'Select this row' }).first().check();
  await expectLocator(own.getByRole('region', { name: 'Selected workflows' })).toBeVisible();
  await expectAccessible(own, 'workflow grid');
  await expectNoSidewaysScroll(own, 'workflow grid');
  await site.leave(own);
});
