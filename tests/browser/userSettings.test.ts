import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { openSite, type TestSite } from '../support/testSite.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('theme, sidebar and page size follow the user to another browser, and the browser stores nothing', async () => {
  const page = await site.visitAs('sysadmin', '/admin/organizations');
  const saved = (count: number) =>
    page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/store'), {
      timeout: 5000 * count,
    });
  const size = page.getByRole('combobox', { name: /per page/i }).first();
  await size.click();
  let saving = saved(1);
  await page.getByRole('option', { name: /^25/ }).click();
  await saving;
  saving = saved(2);
  await page.getByRole('button', { name: 'Toggle light/dark mode' }).click();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await saving;
  const other = await site.visitAs('sysadmin', '/admin/organizations');
  await expectLocator(other.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await expectLocator(other.getByText('1–25 of')).toBeVisible();
  expect(await other.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  const stored = await other.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)).filter((key) => !key.startsWith('oidc.')),
  );
  expect(stored).toEqual([]);
});
