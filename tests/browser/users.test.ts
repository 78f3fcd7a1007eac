import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { expectAccessible, openSite, type TestSite, openPath } from '../support/testSite.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  page = await site.visitAs('sysadmin', '/admin/users');
});
afterAll(() => site.close());

const act = async (name: string) => {
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name }).click();
  const dialog = page.getByRole('dialog');
  await expectLocator(dialog).toBeVisible();
  return dialog;
};

/** At the page of the own account, with the keyboard's way in: the menu of the user. */
async function setUpMailedCodes(guest: Page) {
  await guest.getByRole('button', { name: 'Account' }).click();
  await guest.getByRole('menuitem', { name: 'My account' }).click();
  await guest.getByRole('button', { name: 'Set up with an app' }).click();
  await expectLocator(guest.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await expectAccessible(guest, 'one-time codes of an app');
  await guest.getByRole('button', { name: 'Cancel' }).click();
  await guest.getByRole('button', { name: 'Set up by e-mail' }).click();
  await expectLocator(guest.getByLabel(/^Code/)).toBeVisible();
  const { rows } = await site.server.database.pool.query<{ body: string }>(
    `select body from mails where recipient = 'ann.browser@example.org' and body like '%one-time code%'`,
  );
  await guest.getByLabel(/^Code/).fill(/code is (\d{6})/.exec(rows[0]?.body ?? '')?.[1] ?? '');
  await guest.getByRole('button', { name: 'Turn on' }).click();
  await expectLocator(guest.getByRole('listitem')).toHaveCount(10);
  await guest.getByRole('button', { name: 'I have saved them' }).click();
  await expectLocator(guest.getByText('10 recovery codes are left.')).toBeVisible();
  await expectAccessible(guest, 'my account');
}

test('a user is added, creates the password by the mailed link, is disabled and refused at once', async () => {
  await page.getByRole('link', { name: 'Add user' }).click();
  await page.getByLabel(/^First name/).fill('Ann');
  await page.getByLabel(/^Last name/).fill('Browser');
  await page.getByLabel(/^User name/).fill('ann.browser@example.org');
  await page.getByRole('combobox', { name: /^Organization/ }).fill('a');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Ann Browser' })).toBeVisible();
  await expectLocator(page.getByText('Not created yet')).toBeVisible();

  const { rows } = await site.server.database.pool.query<{ body: string }>(
    `select body from mails where recipient = 'ann.browser@example.org'`,
  );
  const link = /http\S+\/oidc\/password\?token=\S+/.exec(rows[0]?.body ?? '')?.[0] ?? '';
  const guest = await site.visit(link.slice(site.url.length));
  expect(guest.url()).toBe(`${site.url}/oidc/password`);
  await expectAccessible(guest, 'choose a password');
  await guest.getByLabel('New password', { exact: true }).fill('short');
  await guest.getByLabel('New password again').fill('a long browser password');
  await guest.getByLabel('New password', { exact: true }).fill('a long browser password');
  await guest.getByRole('button', { name: 'Save password' }).click();
  await expectLocator(guest.getByRole('heading', { name: 'Your password is saved' })).toBeVisible();
  await guest.goto(link);
  await expectLocator(guest.getByRole('heading', { name: 'This link was used' })).toBeVisible();
  await guest.goto(`${site.url}/intake`);
  await guest.getByLabel('E-mail address').fill('ann.browser@example.org');
  await guest.getByLabel('Password').fill('a long browser password');
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await guest.waitForURL(`${site.url}/intake`);
  await setUpMailedCodes(guest);

  await page.reload();
  const dialog = await act('Disable');
  await expectAccessible(page, 'disable a user');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expectLocator(page.getByText('Ann Browser is disabled.')).toBeVisible();
  await guest.reload();
  await expectLocator(guest.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await site.leave(guest);
});

test('the own account cannot be disabled, and the menu leads to the page of the own account', {
  tags: ['hard'],
}, async () => {
  await openPath(page, `/admin/users?filter=${encodeURIComponent('{"q":"sysadmin@carepost"}')}`);
  await page.getByRole('link', { name: 'Sidney Adler' }).click();
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Sidney Adler' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions' }).click();
  await expectLocator(page.getByRole('menuitem', { name: 'Disable' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Change your own sign-in in My account' }).click();
  await expectLocator(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
});

test('sign-in, organizations and access of a user are accessible', { tags: ['hard'] }, async () => {
  const [user] = (await site.server.client('SysAdmin').users.list({ query: { search: 'mendez' } })).users;
  for (const tab of ['organizations', 'signin', 'access']) {
    await openPath(page, `/admin/users/${user?.id ?? ''}/${tab}`);
    await expectLocator(page.getByRole('tabpanel')).toBeVisible();
    await expectAccessible(page, `user ${tab}`);
  }
  expect(user?.userName).toBe('admin@carepost.example');
});
