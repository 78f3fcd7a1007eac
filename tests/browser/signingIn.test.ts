import { allOrSome } from '../support/isHard.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountOf, type TestSite, expectAccessible, openSharedSite } from '../support/testSite.ts';
import { signIn } from '../support/signIn.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

test('a visitor without a session is sent to the sign-in, and then to the requested page', async () => {
  const page = await site.visit('/admin/organizations?perPage=25');
  await expectLocator(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page, 'sign-in page');
  await signIn(page, accountOf('sysadmin'));
  await expectLocator(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('perPage')).toBe('25');
});

test('a wrong password displays an error, keeps the user name, and can be corrected', { tags: ['hard'] }, async () => {
  const page = await site.visit('/admin/organizations');
  await signIn(page, { ...accountOf('sysadmin'), password: 'wrong' });
  await expectLocator(page.getByRole('alert')).toContainText('not right');
  await expectAccessible(page, 'refused sign-in');
  await expectLocator(page.getByLabel('E-mail address')).toHaveValue(accountOf('sysadmin').userName);
  await page.getByLabel('Password').fill(accountOf('sysadmin').password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectLocator(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible();
});

test('a disabled account gets the same message as a wrong password', { tags: ['hard'] }, async () => {
  const page = await site.visit('/account/login');
  await page.waitForURL(/\/oidc/);
  await signIn(page, accountOf('disabled'));
  await expectLocator(page.getByRole('alert')).toContainText('not right');
});

describe('landing', () => {
  test.each(
    allOrSome(
      [
        ['admin', '/account/dashboard'],
        ['sysadmin', '/admin/dashboard/messaging'],
        ['reporting', '/admin/dashboard/messaging'],
        ['user', '/intake'],
      ] as const,
      1,
    ),
  )('%s lands on %s', { tags: ['scaled'] }, async (user, path) => {
    const page = await site.visitAs(user, '/');
    await page.waitForURL((url) => url.pathname === path);
    await expectLocator(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, `${user} on ${path}`);
  });
});

test('no token is in any storage or address, and a reload keeps the session', async () => {
  const page = await site.visitAs('sysadmin', '/admin/organizations');
  await expectLocator(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible();
  await page.reload();
  await expectLocator(page.getByRole('table')).toBeVisible();
  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage))).join(),
  );
  expect(stored).not.toMatch(/eyJ|access_token|refresh_token/);
  expect(page.url()).not.toMatch(/code=|token/);
});

test('signing out ends the session at the provider and returns to the sign-in page', { tags: ['hard'] }, async () => {
  const page = await site.visitAs('sysadmin', '/admin/organizations', { ownSession: true });
  await expectLocator(page.getByRole('table')).toBeVisible();
  await page.goto(`${site.url}/account/logout`);
  await expectLocator(page.getByLabel('Password')).toBeVisible();
  await page.goto(`${site.url}/admin/organizations`);
  await expectLocator(page.getByLabel('Password')).toBeVisible();
});

test('signing out in one tab takes the others to the sign-in page, also from a form with unsaved changes', {
  tags: ['hard'],
}, async () => {
  const first = await site.visitAs('sysadmin', '/admin/organizations', { ownSession: true });
  await expectLocator(first.getByRole('table')).toBeVisible();
  const context = first.context();
  const list = await context.newPage();
  await list.goto(`${site.url}/admin/organizations`);
  await expectLocator(list.getByRole('table')).toBeVisible();
  const form = await context.newPage();
  await form.goto(`${site.url}/admin/plans/add`);
  await form.getByLabel('Name').fill('Not saved');
  await first.goto(`${site.url}/account/logout`);
  await expectLocator(first.getByLabel('Password')).toBeVisible();
  for (const page of [list, form]) {
    await page.waitForURL(/\/account\/login\?reason=signed-out$/);
    await expectLocator(page.getByRole('alert')).toContainText('You logged out in another tab');
    await expectLocator(page.getByRole('table')).toHaveCount(0);
  }
  await expectAccessible(list, 'sign-in page after a sign-out in another tab');
  await first.goBack();
  await expectLocator(first.getByLabel('Password')).toBeVisible();
  await expectLocator(first.getByRole('table')).toHaveCount(0);
});
