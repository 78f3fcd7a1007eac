import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openPath, openSite } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
const reason = 'Support case 4711';

beforeAll(async () => {
  site = await openSite();
  page = await site.visitAs('sysadmin', '/admin/messages?from=all');
});
afterAll(() => site.close());

/** Rows of the grid, but not of the tables of a message, which are groups. */
const rows = (on: Page) =>
  on.locator('.datatable-body > .RaDataTable-row:not([role="group"] *), [data-list-row]:not([role="group"] *)');

const showContent = async (on: Page) => {
  await on.getByRole('button', { name: 'Show content' }).click();
  await on.getByLabel('Reason').fill(reason);
  await on.getByRole('dialog').getByRole('button', { name: 'Show content' }).click();
  await expectLocator(on.getByText(`Shown because: ${reason}`)).toBeVisible();
};

test('a failed message is found by its status, and the address says so', async () => {
  await expectLocator(rows(page)).toHaveCount(20, { timeout: 20_000 });
  await expectAccessible(page, 'messages');
  await expectNoSidewaysScroll(page, 'messages');
  // Rows of one line: a screen holds the page of messages.
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(40);
  await page.getByRole('button', { name: 'Filter by Status' }).click();
  await page.getByRole('dialog').getByLabel('Status').selectOption('Failed');
  await page.getByRole('dialog').getByRole('button', { name: 'Filter', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('Status') === '12');
  await expectLocator(rows(page).first().getByText('Failed')).toBeVisible();
  const match = await rows(page).count();
  await page.reload();
  await expectLocator(rows(page)).toHaveCount(match);
});

test('rows open in place by key, with steps, and close again', { tags: ['hard'] }, async () => {
  await openPath(page, '/admin/messages?from=all&Status=12&size=10');
  await expectLocator(rows(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('+');
  await expectLocator(page.getByRole('heading', { name: 'Timeline' }).first()).toBeVisible();
  await expectAccessible(page, 'open rows');
  await expectNoSidewaysScroll(page, 'open rows');
  await page.keyboard.press('-');
  await expectLocator(page.getByRole('heading', { name: 'Timeline' })).toHaveCount(0);
  await page.keyboard.press('?');
  await expectLocator(page.getByRole('cell', { name: 'Expand all rows' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a failed message is opened, its content shown for a reason that is audited, and its document read', async () => {
  await openPath(page, '/admin/messages?from=all&Status=12');
  await rows(page).first().getByRole('link').first().click();
  await expectLocator(page.getByRole('heading', { level: 1, name: /^Message \d+$/ })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('tab', { name: 'Attachments' }).click();
  await page.waitForURL(/\/attachments\?/);
  await expectLocator(page.getByText('Subject, text, patient and file names are hidden.')).toBeVisible();
  await expectAccessible(page, 'masked');
  await showContent(page);
  await page
    .getByRole('button', { name: /^Preview:/ })
    .first()
    .click();
  await expectLocator(page.getByRole('heading', { name: /^Preview of / })).toBeVisible();
  const subject = await page.locator('dt', { hasText: 'Subject' }).locator('+ dd').textContent();
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
  );
  expect(subject).toBeTruthy();
  for (const text of [reason, subject ?? '']) expect(stored).not.toContain(text);
  expect(page.url()).not.toContain('Support');
  const { items } = await site.server.client('SysAdmin').audit.list({ query: { action: 'messages.get' } });
  expect(items[0]).toMatchObject({ targetId: id, reason });
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Messages' }).click();
  await expectLocator(rows(page).first()).toBeVisible();
  await page.goBack();
  await expectLocator(page.getByText('Subject, text, patient and file names are hidden.')).toBeVisible();
});

test('the step that failed is retried from the message', { tags: ['hard'] }, async () => {
  await openPath(page, '/admin/messages?from=all&Status=12');
  await rows(page).first().getByRole('link').first().click();
  await page.getByRole('button', { name: 'Retry failed step' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'retry dialog');
  await dialog.getByLabel('Reason (optional)').fill('Repaired');
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await expectLocator(page.getByText('The step is being retried.')).toBeVisible();
  await expectLocator(
    page
      .getByRole('group', { name: /^Steps of/ })
      .first()
      .getByText('Retry', { exact: true })
      .first(),
  ).toBeVisible();
  await expectLocator(page.getByRole('group', { name: 'Retries by people' }).getByText('Repaired')).toBeVisible();
});

test('every part of a message that came in can be read, and its neighbours lie beside it', {
  tags: ['hard'],
}, async () => {
  await openPath(page, '/admin/messages?from=all&Type=1');
  await rows(page).nth(1).getByRole('link').first().click();
  const first = new URL(page.url()).pathname;
  await expectLocator(page.getByRole('heading', { name: 'ProcessWorkflow' })).toBeVisible();
  for (const tab of ['Processing', 'Attachments', 'Events', 'Workflows']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectAccessible(page, tab);
    await expectNoSidewaysScroll(page, tab);
  }
  await page.getByRole('link', { name: 'Older message' }).click();
  await page.waitForURL((url) => url.pathname !== first && url.searchParams.get('Type') === '1');
});

test('a message of another world does not exist', async () => {
  await page.goto(`${site.url}/admin/messages/999999999`);
  await expectLocator(page.getByText('There is no message with this number.')).toBeVisible();
});

test('a choice of columns and a saved view are still there after a reload', { tags: ['hard'] }, async () => {
  const headings = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
  await openPath(page, '/admin/messages?from=all&Status=12&sort=Channel');
  await expectLocator(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const box = page.getByRole('dialog');
  await box.getByRole('checkbox', { name: 'Channel' }).uncheck();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await box.getByRole('button', { name: 'Move To up', exact: true }).click();
  await saved;
  await expectAccessible(page, 'columns of the message grid');
  await page.keyboard.press('Escape');
  await expectLocator(box).toHaveCount(0);
  const chosen = await headings();
  expect(chosen).not.toContain('Channel');
  expect(chosen.indexOf('To')).toBeLessThan(chosen.indexOf('From'));
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expectAccessible(page, 'saved queries of the message grid');
  await page.getByRole('menuitem', { name: /^Save current query/ }).click();
  await page.getByLabel('Query name').fill('Failed, by channel');
  const query = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await query;
  await openPath(page, '/admin/messages?from=all');
  await page.reload();
  await expectLocator(rows(page).first()).toBeVisible();
  expect(await headings()).toEqual(chosen);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Failed, by channel', exact: true }).click();
  await page.waitForURL(
    ({ searchParams }) => searchParams.get('Status') === '12' && searchParams.get('sort') === 'Channel',
  );
  await page.getByRole('button', { name: 'Copy as command' }).click();
  await expectLocator(box.getByText('carepost messages list --status Failed --sort channel:desc')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await box.getByRole('button', { name: 'Back to the default columns' }).click();
  await page.keyboard.press('Escape');
  await expectLocator(page.getByRole('columnheader', { name: /Channel/ })).toBeVisible();
});

test('it fits a narrow window in the dark', { tags: ['hard'] }, async () => {
  const narrow = await site.visitAs('sysadmin', '/admin/messages?from=all', { width: 390, dark: true });
  await expectLocator(rows(narrow).first()).toBeVisible();
  await narrow.getByRole('button', { name: 'Filter by Status' }).click();
  await narrow.getByRole('dialog').getByLabel('Status').selectOption('Failed');
  await narrow.getByRole('dialog').getByRole('button', { name: 'Filter', exact: true }).click();
  await narrow.waitForURL((url) => url.searchParams.get('Status') === '12');
  await expectLocator(rows(narrow).first().getByText('Failed')).toBeVisible();
  await narrow.getByRole('combobox', { name: 'Sort by' }).selectOption('Channel');
  await narrow.waitForURL((url) => url.searchParams.get('sort') === 'Channel');
  await expectLocator(rows(narrow).first().getByText('Failed')).toBeVisible();
  await expectAccessible(narrow, 'narrow list');
  await expectNoSidewaysScroll(narrow, 'narrow list');
  await rows(narrow).first().getByRole('link').first().click();
  await expectLocator(narrow.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expectAccessible(narrow, 'narrow message');
  await expectNoSidewaysScroll(narrow, 'narrow message');
  await site.leave(narrow);
});

test('other roles are led away', { tags: ['hard'] }, async () => {
  const other = await site.visitAs('reporting', '/admin/messages');
  await other.waitForURL(/unauthorized/);
  await site.leave(other);
});
