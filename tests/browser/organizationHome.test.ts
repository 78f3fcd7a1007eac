import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { expectAccessible, expectNoSidewaysScroll, openSharedSite, type TestSite } from '../support/testSite.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

test('an administrator sees the state of the organization; a number leads to the list of exactly those', async () => {
  const page = await site.visitAs('admin', '/account/dashboard', { width: 390, dark: true });
  const people = page.getByRole('link', { name: /^Administrators: / });
  const count = Number(((await people.getAttribute('aria-label')) ?? '').replace(/\D/g, ''));
  await expectLocator(page.getByRole('heading', { name: 'What is left to do' })).toBeVisible();
  await expectAccessible(page, 'home of an organization');
  await expectNoSidewaysScroll(page, 'home of an organization');
  await people.click();
  await page.waitForURL('**/account/people?*');
  await expectLocator(page.locator('main h1')).toBeVisible();
  await expectLocator(page.getByText(new RegExp(`of ${count}$`)).first()).toBeVisible();
  expect(count).toBeGreaterThan(0);
  await site.leave(page);
});
