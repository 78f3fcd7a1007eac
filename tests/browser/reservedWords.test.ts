import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSite, openPath } from '../support/testSite.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  await site.server
    .client('SysAdmin')
    .organizations.create({ body: { name: 'Harbor Imaging', subdomain: 'harb0r-1maging' } });
  page = await site.visitAs('sysadmin', '/admin/reservedwords');
});
afterAll(() => site.close());

test('a name is tested, a word is added beside the organization that it blocks, and the report lists the clash', {
  tags: ['hard'],
}, async () => {
  const box = page.getByRole('region', { name: 'Test a name' });
  await box.getByLabel('Name to test').fill('adm1n');
  await expectLocator(box.getByText(/"adm1n" looks like the reserved word/)).toBeVisible();
  await expectAccessible(page, 'test of a name');

  await page.getByRole('link', { name: 'Add reserved word' }).click();
  await page.waitForURL(`${site.url}/admin/reservedwords/add`);
  await expectLocator(page.getByLabel('Name to test')).toBeHidden();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('admin');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectLocator(page.getByText('"admin" already exists. Choose another name.').first()).toBeVisible();
  await expectAccessible(page, 'refused word');
  await name.fill('harbor-imaging');
  await expectLocator(page.getByRole('link', { name: 'Harbor Imaging' })).toBeVisible();
  await expectAccessible(page, 'new word');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL(`${site.url}/admin/reservedwords`);

  await page.getByRole('link', { name: 'Clashes' }).click();
  const row = page.getByRole('row', { name: /harbor-imaging/ });
  await expectLocator(row.getByText('Looks like the word')).toBeVisible();
  await expectAccessible(page, 'clashes');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'clashes');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('words of a CSV file are imported', { tags: ['hard'] }, async () => {
  await openPath(page, `/admin/reservedwords`);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByLabel('CSV file').setInputFiles({
    name: 'words.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,profanity\nimported-one,no\nImported-Two,yes\n'),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Apply 2 changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expectLocator(page.getByText('All rows are done.')).toBeVisible();
  await expectAccessible(page, 'imported words');
  const { items } = await site.server.client('SysAdmin').reservedwords.list({ query: { search: 'imported' } });
  expect(items.map(({ name, profanity }) => [name, profanity])).toEqual([
    ['imported-one', false],
    ['imported-two', true],
  ]);
});
