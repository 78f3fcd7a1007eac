import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import { expectLocator } from '../support/expectLocator.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openSharedSite,
  storedIn,
  type TestSite,
} from '../support/testSite.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

const email = 'rita@registers.example';
const password = 'a long first password';

const lastLink = async (): Promise<string> => {
  const support = await site.visitAs('sysadmin', '/dev/mailbox');
  const row = support.getByRole('row').filter({ hasText: email }).first();
  await row.getByRole('button').click();
  const mail = await row.locator('pre').textContent();
  await site.leave(support);
  return /http\S+\/account\/register#[\w-]{43}/.exec(mail ?? '')?.[0] ?? '';
};

test('a new organization registers from the sign-in page over the mail, after a first link that was late, up to the first dialog of onboarding', async () => {
  const page = await site.visit('/account/login');
  await page.getByRole('link', { name: 'Register your organization' }).click();
  await page.getByLabel(/^E-mail address/).fill(email);
  await expectAccessible(page, 'e-mail step');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expectLocator(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();

  const late = await lastLink();
  await site.server.database.pool.query('update registrations set expires_at = now() where email_address = $1', [
    email,
  ]);
  await page.goto(late);
  await expectLocator(page.getByRole('alert')).toContainText(errorCatalogue['E-REGISTRATION-EXPIRED'].message);
  await page.getByLabel(/^E-mail address/).fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expectLocator(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();
  const link = await lastLink();
  await page.goto(link);
  // Only the fragment differs, so the browser did not load the page anew.
  await page.getByLabel(/^Name of the organization/).fill('Registers Clinic');
  await page.getByLabel(/^Subdomain/).fill('admin');
  await expectLocator(page.getByText('The subdomain is a reserved word.')).toBeVisible();
  await page.getByLabel(/^Subdomain/).fill('registers-clinic');
  await expectLocator(page.getByText('registers-clinic is free.')).toBeVisible();
  await page.getByLabel(/^First name/).fill('Rita');
  // Longer than the bar of the page is wide.
  await page.getByLabel(/^Last name/).fill(`Novak ${'Ж'.repeat(90)}`);
  await page.getByLabel(/^Job title/).click();
  await page.getByRole('option', { name: 'Physician', exact: true }).click();
  await page.locator('input[name=password]').fill(password);
  await page.getByLabel(/^Password again/).fill(password);
  await page.getByLabel('I agree to terms and conditions').check();
  await expectAccessible(page, 'registration form');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'registration form');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Register' }).click();
  await expectLocator(page.getByRole('heading', { name: 'Your organization is registered' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectLocator(page.getByLabel('Password')).toBeFocused();
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectLocator(page.getByRole('dialog', { name: 'Identity verification' })).toBeVisible();
  const account = await page.locator('.RaUserMenu-userButton').boundingBox();
  expect((account?.x ?? 0) + (account?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(1280);
  const stored = await storedIn(page);
  expect(stored).not.toContain(password);
  expect(stored).not.toContain(new URL(link).hash.slice(1));
  await site.leave(page);
});

test.each(['starting', 'frame'])(
  'a script of the application that does not arrive (%s) leaves a text and a link',
  { tags: ['hard'] },
  async (script) => {
    const page = await site.visitAs('user', '/account/profile');
    const pattern = new RegExp(`/assets/${script}-[^/]*\\.js$`);
    await page.route(pattern, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await expectLocator(page.getByRole('heading', { name: 'The application could not be loaded' })).toBeVisible();
    await expectLocator(page.locator('#root')).toBeHidden();
    await expectAccessible(page, `without ${script}`);
    await page.unroute(pattern);
    await page.getByRole('link', { name: 'Load the page again' }).click();
    await expectLocator(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
    await site.leave(page);
  },
);

test('a browser that cannot run the application says which ones can, and leaves the page where it is', {
  tags: ['hard'],
}, async () => {
  const context = await site.browser.newContext();
  await context.addInitScript(() => {
    Reflect.deleteProperty(Promise, 'withResolvers');
  });
  const page = await context.newPage();
  await page.goto(`${site.url}/admin/guid`);
  await expectLocator(page.getByRole('heading', { name: 'Your browser is too old' })).toBeVisible();
  await expectLocator(page.getByText('Mozilla Firefox 121')).toBeVisible();
  await expectLocator(page.locator('#root')).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/admin/guid');
  await expectAccessible(page, 'unsupported browser');
  await context.close();
});
