import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSharedSite } from '../support/testSite.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

test('the overview leads to a filtered list, and Ctrl+K from there to a record by the keyboard alone', {
  tags: ['hard'],
}, async () => {
  const page = await site.visitAs('sysadmin', '/admin/home');
  const number = page.getByRole('link', { name: /^Login disabled: / });
  const count = (await number.textContent()) ?? '';
  await expectAccessible(page, 'overview');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'overview');
  await page.setViewportSize({ width: 1280, height: 800 });
  await number.click();
  await page.waitForURL(/isEnabled/);
  await expectLocator(page.getByText(`of ${count}`)).toBeVisible();

  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Name, number, address or OID' });
  await expectLocator(box).toBeFocused();
  await expectLocator(page.getByRole('option', { name: 'Platform overview' })).toBeVisible();
  await page.keyboard.type('admin@carepost.example');
  const option = page.getByRole('option', { name: /Avery Mendez/ });
  await expectLocator(option).toHaveAttribute('aria-selected', 'false');
  await expectAccessible(page, 'search');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/users\/[\da-f-]{36}$/);
  await expectLocator(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).not.toContain('carepost.example');
});
