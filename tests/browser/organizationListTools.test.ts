import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSite, openPath } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

const rows = () => page.getByRole('table').getByRole('rowgroup').nth(1).getByRole('row');
const open = async (filter: object = {}) => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    page: '1',
    perPage: '10',
    sort: 'name',
    order: 'ASC',
  });
  await openPath(page, `/admin/organizations?${query.toString()}`);
  await expectLocator(rows().first()).toBeVisible();
};
const filterInAddress = () => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}') as unknown;
const menu = async (item: string | RegExp, on: Page = page) => {
  await on.getByRole('button', { name: 'Add filter' }).click();
  await on
    .getByRole('menuitem', { name: item })
    .or(on.getByRole('menuitemcheckbox', { name: item }))
    .click();
};
const choose = async (filter: string, option: string) => {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('the list is narrowed by filters, and a copied link shows the same rows', { tags: ['hard'] }, async () => {
  await open();
  await menu('Login Ability');
  await choose('Login Ability', 'Disabled');
  await expectLocator(rows().first()).toContainText('Disabled');
  await menu('Network');
  await expectLocator(page.getByRole('combobox', { name: 'Network' })).toBeVisible();
  await expectAccessible(page, 'filters of the organization list');
  await menu('Login Type');
  await choose('Login Type', 'Password');
  await page.waitForURL(/Password/);
  expect(filterInAddress()).toEqual({ isEnabled: false, loginType: 'Password' });
  await page.reload();
  await expectLocator(rows().first()).toContainText('Disabled');
  for (const state of await rows().allInnerTexts()) expect(state).toContain('Disabled');
  await menu('Remove all filters');
  await expectLocator(page.getByRole('combobox', { name: 'Login Type' })).toHaveCount(0);
  await page.goBack();
  await expectLocator(page.getByRole('combobox', { name: 'Login Type' })).toBeVisible();
});

test('a saved query follows the user to every machine, and is opened and deleted there', {
  tags: ['hard'],
}, async () => {
  await open({ isActivated: false });
  // The rows of the address before it stay until the new ones are there.
  await expectLocator(page.getByRole('combobox', { name: 'Activation Status' })).toHaveText('Not Activated');
  await menu(/Save current query/);
  await page.getByLabel('Query name').fill('Still to activate');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  const elsewhere = await site.visitAs('sysadmin', '/admin/organizations');
  await menu('Still to activate', elsewhere);
  await expectLocator(elsewhere.getByRole('combobox', { name: 'Activation Status' })).toHaveText('Not Activated');
  await menu('Remove query "Still to activate"', elsewhere);
  await elsewhere.getByRole('button', { name: 'Confirm' }).click();
  await elsewhere.getByRole('button', { name: 'Add filter' }).click();
  await expectLocator(elsewhere.getByText('Still to activate')).toHaveCount(0);
  await elsewhere.close();
});

test('columns are chosen and moved, and stay so', { tags: ['hard'] }, async () => {
  await open();
  await page.getByRole('button', { name: 'Columns' }).click();
  const choice = page.getByRole('dialog');
  await choice.getByRole('checkbox', { name: 'Reseller' }).check();
  await choice.getByRole('button', { name: 'Move Reseller up' }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await choice.getByRole('checkbox', { name: 'Subdomain' }).uncheck();
  await expectAccessible(page, 'columns of the organization list');
  await saved;
  await page.keyboard.press('Escape');
  const headings = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
  const expected = ['Id', 'Organization', 'Network', 'Reseller', 'Tier Code'];
  expect((await headings()).slice(0, 5)).toEqual(expected);
  await page.reload();
  await expectLocator(rows().first()).toBeVisible();
  expect((await headings()).slice(0, 5)).toEqual(expected);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Back to the default columns' }).click();
  await page.keyboard.press('Escape');
  await expectLocator(page.getByRole('columnheader', { name: 'Subdomain' })).toBeVisible();
});

test('fifteen rows and the pager are in view', { tags: ['hard'] }, async () => {
  await open();
  await page.goto(`${site.url}/admin/organizations?perPage=25&page=1&sort=name&order=ASC&filter=%7B%7D`);
  // Rows have heights in fractions of a pixel.
  await expectLocator(rows().nth(14)).toBeInViewport({ ratio: 0.99 });
  await expectLocator(page.getByRole('combobox', { name: 'Records per page' })).toBeInViewport({ ratio: 1 });
  const pager = await page.getByRole('combobox', { name: 'Records per page' }).boundingBox();
  const fifteenth = await rows().nth(14).boundingBox();
  expect((fifteenth?.y ?? 0) + (fifteenth?.height ?? 0)).toBeLessThanOrEqual(pager?.y ?? 0);
});

test('the list as a command stands ready to be copied', { tags: ['hard'] }, async () => {
  await open({ isActivated: true, loginType: 'Password' });
  await page.getByRole('button', { name: 'Copy as command' }).click();
  const box = page.getByRole('dialog');
  await expectLocator(box.getByText('carepost orgs list --activated --login-type Password')).toBeVisible();
  await expectLocator(box.getByRole('button', { name: 'Copy the command' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('on a narrow screen everything fits and filters work the same', { tags: ['hard'] }, async () => {
  await open();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/admin/organizations`);
  await menu('Activation Status');
  await choose('Activation Status', 'Not Activated');
  await page.waitForURL(/isActivated/);
  await expectLocator(page.getByRole('listitem').filter({ hasText: 'Not Activated' }).first()).toBeVisible();
  await expectNoSidewaysScroll(page, 'organization list with a filter, narrow');
  await expectAccessible(page, 'organization list with a filter, narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
});
