import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, endSession, type TestSite, expectAccessible, openSharedSite } from '../support/testSite.ts';
import { signIn } from '../support/signIn.ts';
import { makeOrganizations, openList } from './bulkPages.ts';
import { expectLocator } from '../support/expectLocator.ts';

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
const bar = (on: Page) => on.getByRole('region', { name: 'Selected organizations' });
const dialog = (on: Page) => on.getByRole('dialog').first();
/** Disables the login of all organizations with the name prefix, up to the start of the run. */
const begin = async (prefix: string, count: number, on: Page) => {
  await openList(on, prefix);
  await on.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await bar(on).getByRole('button', { name: 'Disable Login' }).click();
  await dialog(on)
    .getByRole('button', { name: `Apply ${count} changes` })
    .click();
  await on
    .getByRole('dialog', { name: /^Apply/ })
    .getByRole('button', { name: 'Apply' })
    .click();
};
const open = async (action: string) => {
  await page.goto(`${site.url}/admin/organizations/import?action=${action}`);
  await expectLocator(page.getByRole('heading', { name: 'Import organizations' })).toBeVisible();
};
const choose = (text: string, name = 'rows.csv') =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('the audit trail of a run opens in a new tab, and the results stay open', { tags: ['hard'] }, async () => {
  await make('Beside', 2);
  await begin('Beside', 2, page);
  await expectLocator(dialog(page).getByText('All rows are done.')).toBeVisible();
  const opening = page.context().waitForEvent('page');
  await dialog(page).getByRole('link', { name: 'Show in the audit trail' }).click();
  const beside = await opening;
  await expectLocator(beside.getByRole('heading', { level: 1, name: /^Run \d{8}T/ })).toBeVisible();
  await beside.close();
  await expectLocator(dialog(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a run whose session was ended elsewhere continues after the user signed in again in another tab', {
  tags: ['hard'],
}, async () => {
  const made = await make('Endedsession', 10);
  const other = await site.visitAs('sysadmin', '/admin/organizations', { ownSession: true });
  // The second row waits until the session has ended, so that the session ends in the middle of the run.
  let calls = 0;
  let reached = () => {};
  let release = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const isOver = new Promise<void>((resolve) => {
    release = resolve;
  });
  await other.route('**/api/organizations/*/enable', async (route) => {
    calls += 1;
    if (calls > 1) {
      reached();
      await isOver;
    }
    await route.continue();
  });
  await begin('Endedsession', 10, other);
  await isReached;
  await endSession(site, other);
  release();
  await expectLocator(dialog(other).getByText(/the session has ended/)).toBeVisible();
  await expectAccessible(other, 'a run whose session ended');
  const opening = other.context().waitForEvent('page');
  await dialog(other).getByRole('link', { name: 'Sign in in a new tab' }).click();
  const again = await opening;
  await signIn(again, accountOf('sysadmin'));
  await expectLocator(again.getByRole('heading', { name: 'Messaging health' })).toBeVisible();
  await dialog(other).getByRole('button', { name: 'Resume' }).click();
  await expectLocator(dialog(other).getByText('All rows are done.')).toBeVisible();
  const states = await Promise.all(
    made.map(async ({ id }) => (await client().organizations.get({ params: { id } })).isEnabled),
  );
  expect(new Set(states)).toEqual(new Set([false]));
  await site.leave(other);
});

test.each([390, 1280])(
  'the toolbar of a selection is visible from every row, and no row moves when it appears: width %i',
  { tags: ['hard'] },
  async (width) => {
    const prefix = `Insight${width}`;
    await make(prefix, 10);
    const other = await site.visitAs('sysadmin', `/admin/organizations?filter={"q":"${prefix}"}`, { width });
    const first = rowOf(other, `${prefix} 00`).getByRole('checkbox');
    const last = rowOf(other, `${prefix} 09`).getByRole('checkbox');
    await expectLocator(last).toBeVisible();
    const before = await first.boundingBox();
    await first.check();
    await expectLocator(bar(other).getByRole('button', { name: 'Activate', exact: true })).toBeInViewport();
    expect(await first.boundingBox()).toEqual(before);
    await last.scrollIntoViewIfNeeded();
    await last.check();
    await expectLocator(bar(other).getByRole('button', { name: 'Activate', exact: true })).toBeInViewport();
    await site.leave(other);
  },
);

test('a plan that was almost complete when the file was removed is not shown', { tags: ['hard'] }, async () => {
  const [made] = await make('Takenaway', 1);
  await open('orgs.update');
  let reached = () => {};
  let release = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The last call of a plan: how many organizations there are, for the safety limits.
  await page.route(/\/api\/organizations\?.*pageSize=10\b/, async (route) => {
    reached();
    await isReleased;
    await route.continue();
  });
  await choose(`id,name\n${made?.id},Takenaway changed\n`);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await isReached;
  const responded = page.waitForResponse(/\/api\/organizations\?.*pageSize=10\b/);
  await page.getByRole('button', { name: 'Remove the file' }).click();
  release();
  await (await responded).finished();
  // An action after the response that does not drop a plan itself.
  await page.getByRole('button', { name: 'File options' }).click();
  await expectLocator(page.getByLabel('Delimiter')).toBeVisible();
  await expectLocator(page.getByRole('heading', { name: 'Preview of the changes' })).toHaveCount(0);
  await page.unrouteAll();
});

test('planning displays the remaining time, and a stop moves the focus to the button that starts it again', {
  tags: ['hard'],
}, async () => {
  await open('orgs.create');
  const rows = Array.from({ length: 400 }, (_, index) => `Stopped ${index},stopped-${index}`);
  await choose(['name,subdomain', ...rows].join('\n'));
  const check = page.getByRole('button', { name: 'Check the file' });
  await check.click();
  await expectLocator(
    page.getByText(/ of 400 rows compared · about \d+ (s|min) left · Nothing has been changed yet\.$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectLocator(check).toBeFocused();
});

test('a header without text is named by its position', { tags: ['hard'] }, async () => {
  await open('orgs.create');
  await choose('name,,subdomain\nNameless,x,nameless-1\n');
  await expectLocator(page.getByLabel('Column 2, without a heading')).toBeVisible();
  await expectAccessible(page, 'a file with a nameless column');
});

/** Drops files on an element; returns whether the browser would open them. */
const drop = (on: string, names: readonly string[]) =>
  page.evaluate(
    ([selector, input]) => {
      const dataTransfer = new DataTransfer();
      for (const name of input) dataTransfer.items.add(new File(['id,name\n'], name, { type: 'text/csv' }));
      return document
        .querySelector(selector)
        ?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    },
    [on, names] as const,
  );

test('a file that is dropped beside the drop area is not opened by the browser, and two files at a time are refused', async () => {
  await open('orgs.update');
  expect(await drop('h1', ['missed.csv'])).toBe(false);
  expect(await drop('[data-drop-area]', ['one.csv', 'two.csv'])).toBe(false);
  await expectLocator(page.getByRole('alert')).toHaveText('Drop one file at a time.');
  await expectLocator(page.getByText('or drop a CSV file here')).toBeVisible();
  await drop('[data-drop-area]', ['one.csv']);
  await expectLocator(page.getByText(/^one\.csv/)).toBeVisible();
  await expectLocator(page.getByText('Drop one file at a time.')).toHaveCount(0);
});
