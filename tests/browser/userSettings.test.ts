import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { openSite, type TestSite } from '../support/testSite.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('theme, sidebar and page size follow the user to another browser, and the browser stores nothing', {
  tags: ['hard'],
}, async () => {
  const page = await site.visitAs('sysadmin', '/admin/organizations');
  await page.getByRole('combobox', { name: 'Records per page' }).selectOption('25');
  await page.getByRole('button', { name: 'Toggle light/dark mode' }).click();
  // Changes that follow each other within 100 ms are saved together, so that only the content of a request tells what was saved.
  const saved = page.waitForResponse((response) => {
    const body = response.request().postData() ?? '';
    return response.url().endsWith('/store') && /"sidebar[^"]*":false/.test(body) && body.includes('perPage":25');
  });
  await page.getByRole('button', { name: 'Close menu' }).click();
  expect((await saved).ok()).toBe(true);
  const other = await site.visitAs('sysadmin', '/admin/organizations');
  await expectLocator(other.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await expectLocator(other.getByText('1–25 of')).toBeVisible();
  expect(await other.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(20, 23, 26)');
  const stored = await other.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)).filter((key) => !key.startsWith('oidc.')),
  );
  expect(stored).toEqual([]);
});
