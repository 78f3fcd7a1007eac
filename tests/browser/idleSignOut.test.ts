import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { signIn } from '../support/signIn.ts';
import { accountOf, expectAccessible, openSite, storedIn, type TestSite } from '../support/testSite.ts';

// A busy machine opens the second page in seconds, which must not be the warning already.
const idleSeconds = 15;
let site: TestSite;
beforeAll(async () => {
  site = await openSite({ env: { IDLE_SECONDS: String(idleSeconds) } });
});
afterAll(() => site.close());

test('a page that only polls ends with a warning, shows nothing afterwards, and what was typed is back after the next sign-in', {
  tags: ['hard'],
}, async () => {
  const form = await site.visitAs('sysadmin', '/admin/specialties/add', { ownSession: true });
  const dashboard = await form.context().newPage();
  await dashboard.goto(`${site.url}/admin/dashboard/messaging`);
  await expectLocator(dashboard.getByRole('heading', { level: 1 })).toBeVisible();
  await form.bringToFront();
  await form.getByLabel('Name').fill('Half a specialty');
  await form.keyboard.press('Shift');
  const lastAction = Date.now();
  const warning = form.getByRole('alertdialog', { name: 'You will be logged out soon' });
  await expectLocator(warning).toBeVisible();
  await expectAccessible(form, 'warning before the automatic sign-out');
  for (const page of [form, dashboard]) await page.waitForURL(/\/account\/login\?reason=idle$/, { timeout: 30_000 });
  const seconds = (Date.now() - lastAction) / 1000;
  expect(seconds).toBeGreaterThan(idleSeconds - 1);
  expect(seconds).toBeLessThan(idleSeconds + 5);
  for (const page of [form, dashboard]) {
    await expectLocator(page.getByRole('alert')).toContainText('You were logged out because you did nothing');
    expect(await page.content()).not.toMatch(/Half a specialty|sysadmin@|Specialties/);
  }
  expect(await storedIn(form)).not.toContain('Half');

  await form.getByRole('button', { name: 'Sign in' }).click();
  await signIn(form, accountOf('sysadmin'));
  await form.waitForURL(/\/admin\/specialties\/add$/);
  await expectLocator(form.getByLabel('Name')).toHaveValue('Half a specialty');
  await expectLocator(form.getByText('What you typed before is back')).toBeVisible();
});
