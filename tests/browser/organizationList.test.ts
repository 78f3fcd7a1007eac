import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSite, openPath } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { looks } from '../support/looks.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

const rows = () => page.getByRole('table').getByRole('rowgroup').nth(1).getByRole('row');
/** Cells of a row; the first one holds its checkbox. */
const cell = (row: number, column: number) =>
  rows()
    .nth(row)
    .getByRole('cell')
    .nth(column + 1);
/** The list with its search box filled in, as a link to it would; without a search as the address bar does, which forgets the last one. */
const open = async (search = '') => {
  if (search === '') await page.goto(`${site.url}/admin/organizations?filter=%7B%7D`);
  else await openPath(page, `/admin/organizations?filter=${encodeURIComponent(JSON.stringify({ q: search }))}`);
  await expectLocator(rows().first()).toBeVisible();
};
const rowMenu = async (action: string) => {
  await rows()
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};
/** The notification stands there, and a click takes it away: the next one waits its turn behind it. */
const notice = async (text: string) => {
  const shownText = page.getByText(text);
  await expectLocator(shownText).toBeVisible();
  await shownText.click();
  await expectLocator(shownText).toHaveCount(0);
};
const add = (name: string, subdomain: string, more: Record<string, unknown> = {}) =>
  site.server.client('SysAdmin').organizations.create({ body: { name, subdomain, ...more } });

test('the list shows every column of the specification, ten rows by name', async () => {
  await open();
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 1680, height });
  for (const name of ['Reseller', 'Login Type', 'API'])
    await expectLocator(page.getByRole('columnheader', { name })).toBeVisible();
  await page.setViewportSize({ width, height });
  await expectLocator(page.getByRole('columnheader', { name: 'Reseller' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Reseller', 'Login Type', 'API'])
    await page.getByRole('dialog').getByRole('checkbox', { name }).check();
  await page.keyboard.press('Escape');
  await expectLocator(page.getByRole('columnheader', { name: 'API' })).toBeVisible();
  const headings = await page.getByRole('columnheader').allInnerTexts();
  expect(headings.map((text) => text.trim()).filter(Boolean)).toEqual(
    expect.arrayContaining([
      'Id',
      'Organization',
      'Network',
      'Subdomain',
      'Reseller',
      'Tier Code',
      'Activation Status',
      'Login Ability',
      'Login Type',
      'API',
    ]),
  );
  await expectLocator(rows()).toHaveCount(10);
  const names = (await rows().getByRole('link').allInnerTexts()).filter(Boolean).map((name) => name.toLowerCase());
  expect(names).toHaveLength(10);
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
  await expectAccessible(page, 'organization list');
});

test('typing starts a debounced search with its text in the address, and a reload keeps it', {
  tags: ['hard'],
}, async () => {
  await open();
  await add('Zebra Crossing Pediatrics', 'zebra-crossing');
  const requested: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/organizations') requested.push(url.searchParams.get('search') ?? '');
  });
  await page.getByLabel('Search organizations').pressSequentially('zebra', { delay: 40 });
  await expectLocator(rows()).toHaveCount(1);
  await expectLocator(rows().first()).toContainText('Zebra Crossing Pediatrics');
  const searches = requested.filter(Boolean);
  expect(searches.at(-1)).toBe('zebra');
  // One for all five letters; on a busy machine there may be a pause between two of them.
  expect(searches.length).toBeLessThan(4);
  expect(new URL(page.url()).searchParams.get('filter')).toContain('zebra');
  await page.reload();
  await expectLocator(page.getByLabel('Search organizations')).toHaveValue('zebra');
  await expectLocator(rows()).toHaveCount(1);
});

test('nothing found says so and offers the way back', { tags: ['hard'] }, async () => {
  await open();
  await page.getByLabel('Search organizations').fill('no such organization anywhere');
  await expectLocator(page.getByText('No organizations match')).toBeVisible();
  await expectAccessible(page, 'empty list');
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expectLocator(rows()).toHaveCount(10);
});

test('pages go in blocks of five, the jump box bends what is no page, another page size starts at page 1', {
  tags: ['hard'],
}, async () => {
  await open();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  expect(await pages.getByRole('button', { name: /^Page \d/ }).allInnerTexts()).toEqual(['1', '2', '3', '4', '5']);
  await pages.getByRole('button', { name: 'Next pages' }).click();
  await expectLocator(pages.getByRole('button', { name: 'Page 6', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const jump = page.getByLabel('Go to page');
  await jump.fill('99999');
  await expectLocator(jump).not.toHaveValue('99999');
  const last = await jump.inputValue();
  await expectLocator(pages.getByRole('button', { name: `Page ${last}`, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await jump.fill('abc');
  await expectLocator(jump).toHaveValue('1');
  await pages.getByRole('button', { name: 'Page 2', exact: true }).click();
  const size = page.getByRole('combobox', { name: 'Records per page' });
  expect(await size.getByRole('option').allInnerTexts()).toEqual(
    ['10', '25', '50', '100'].map((each) => `${each} per page`),
  );
  await size.selectOption('25');
  await expectLocator(rows()).toHaveCount(25);
  await expectLocator(pages.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await size.selectOption('10');
  await expectLocator(rows()).toHaveCount(10);
});

test('the order turns round', { tags: ['hard'] }, async () => {
  const first = await cell(0, 1).innerText();
  await page.getByRole('columnheader', { name: 'Organization' }).getByRole('button').click();
  await expectLocator(cell(0, 1)).not.toHaveText(first);
  await open();
});

test('the toggle shows only those canceled or canceling, and a pending cancellation can be cleared', {
  tags: ['hard'],
}, async () => {
  await open();
  await page.getByRole('button', { name: 'Show only canceled or canceling-soon organizations' }).click();
  await page.waitForURL(/cancelling/);
  const expected = await site.server
    .client('SysAdmin')
    .organizations.list({ query: { cancelling: 'true', pageSize: 100 } });
  await expectLocator(page.getByText(new RegExp(`of ${expected.totalCount}`))).toBeVisible();
  const pending = expected.items.find(({ isPendingCancellation }) => isPendingCancellation);
  await open(String(pending?.orgId));
  await rowMenu('Clear Cancellation');
  await expectAccessible(page, 'clear cancellation');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear Cancellation' }).click();
  await notice('The cancellation was cleared successfully.');
  const { rows: changed } = await site.server.database.pool.query('select cancel_at from organizations where id = $1', [
    pending?.id,
  ]);
  expect(changed).toEqual([{ cancel_at: null }]);
});

test('login ability and API capture are set from the row', { tags: ['hard'] }, async () => {
  const made = await add('Toggle Street Clinic', 'toggle-street');
  await open('toggle-street');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'API' }).check();
  await page.keyboard.press('Escape');
  await rowMenu('Disable Login');
  await notice('Organization Login Ability has been updated.');
  await expectLocator(rows().first()).toContainText('Disabled');
  await rowMenu('Start API Capture');
  await notice('Organization API settings updated.');
  await expectLocator(rows().first()).toContainText('Capturing');
  const now = await site.server.client('SysAdmin').organizations.get({ params: { id: made.id } });
  expect([now.isEnabled, now.apiCapture]).toEqual([false, true]);
});

test('activation asks for a choice, sends the mail and makes the records address', { tags: ['hard'] }, async () => {
  const made = await add('Activation Way Clinic', 'activation-way', { contact: { email: 'ann@activation.example' } });
  await open('activation-way');
  await rowMenu('Activation Status');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectLocator(dialog).toContainText('Activation status is required.');
  await dialog.getByRole('radio', { name: 'Activated', exact: true }).click();
  await expectLocator(dialog.getByRole('checkbox', { name: 'Create a default records address' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Send activation email' }).check();
  await expectAccessible(page, 'activation');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await notice('Organization Activation Status has been updated.');
  await expectLocator(rows().first()).toContainText('Activated');
  const { pool } = site.server.database;
  const mails = await pool.query('select recipient from mails');
  expect(mails.rows).toEqual([{ recipient: 'ann@activation.example' }]);
  const addresses = await pool.query('select address from document_sources where organization_id = $1', [made.id]);
  expect(addresses.rows).toHaveLength(1);
});

test('a sync is started', { tags: ['hard'] }, async () => {
  await open();
  await rowMenu('Sync with');
  await notice('Organization Intercom Sync has been initialized.');
});

test('deleting says what goes and asks for the name', async () => {
  const made = await add('Delete Lane Clinic', 'delete-lane');
  await open('delete-lane');
  await rowMenu('Delete Organization');
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete Organization' });
  await expectLocator(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('Delete Lane');
  await expectLocator(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('Delete Lane Clinic');
  await expectAccessible(page, 'delete');
  await confirm.click();
  await notice('The organization was deleted successfully.');
  const { rows: left } = await site.server.database.pool.query('select 1 from organizations where id = $1', [made.id]);
  expect(left).toEqual([]);
});

test('direct addresses of all organizations are downloaded', { tags: ['hard'] }, async () => {
  await open();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Direct Addresses for all organizations' }).click();
  expect((await downloading).suggestedFilename()).toMatch(
    /^carepost_DirectAddresses_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/,
  );
});

test('the list works by keyboard', { tags: ['hard'] }, async () => {
  await open();
  await page.keyboard.press('/');
  await expectLocator(page.getByLabel('Search organizations')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expectLocator(page.getByRole('dialog')).toContainText('Keyboard shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/organizations\/[0-9a-f-]{36}/);
});

test('when the server fails the old rows stay, and its message is displayed with Retry', {
  tags: ['hard'],
}, async () => {
  await open();
  await page.route('**/api/organizations?*', (route) =>
    route.fulfill({
      // Not repeated by the client, and no refusal of a filter.
      status: 409,
      json: { code: 'E-REQUEST-INVALID', message: 'The database takes a nap.', correlationId: 'nap-1' },
    }),
  );
  await page.getByLabel('Search organizations').fill('clinic');
  await expectLocator(page.getByText('The database takes a nap.').first()).toBeVisible();
  await expectAccessible(page, 'failed list');
  await page.unroute('**/api/organizations?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectLocator(page.getByText('The database takes a nap.')).toHaveCount(0);
  await expectLocator(rows().first()).toBeVisible();
});

test.each(looks)(
  'at %i wide, dark %s, it is accessible and nothing sticks out',
  { tags: ['hard'] },
  async (width, dark) => {
    const narrow = await site.visitAs('sysadmin', '/admin/organizations', { width, dark });
    await expectLocator(narrow.getByText(/of \d/).first()).toBeVisible();
    await expectAccessible(narrow, `list at ${width}`);
    await expectNoSidewaysScroll(narrow, `list at ${width}`);
    await site.leave(narrow);
  },
);
