import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSite } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());
beforeEach(() => open());

const rows = () => page.getByRole('table').getByRole('rowgroup').nth(1).getByRole('row');
const open = async (filter: object = {}) => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    page: '1',
    perPage: '10',
    sort: 'name',
    order: 'ASC',
  });
  await page.goto(`${site.url}/admin/organizations?${query.toString()}`);
  await expectLocator(rows().first()).toBeVisible();
};
const tool = async (name: string | RegExp) => {
  await page.getByRole('button', { name }).click();
  return page.getByRole('dialog');
};
const filterInAddress = () => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}') as unknown;
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the list is narrowed from a heading and from the panel, and a copied link shows the same rows', async () => {
  const menu = await tool('Filter by Login Ability');
  await menu.getByLabel('Login Ability').selectOption('Disabled');
  await menu.getByRole('button', { name: 'Filter' }).click();
  await expectLocator(page.getByRole('listitem').filter({ hasText: 'Login Ability: Disabled' })).toBeVisible();
  const panel = await tool(/^Filters/);
  await expectLocator(panel.getByLabel('Network')).toBeFocused();
  await expectAccessible(page, 'filters of the organization list');
  await panel.getByLabel('Login Type').selectOption('Password');
  await panel.getByRole('button', { name: 'Filter' }).click();
  await expectLocator(button('Filters (2)')).toBeVisible();
  expect(filterInAddress()).toEqual({ isEnabled: false, loginType: 'Password' });
  await page.reload();
  await expectLocator(rows().first()).toContainText('Disabled');
  for (const state of await rows().allInnerTexts()) expect(state).toContain('Disabled');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expectLocator(button('Filters')).toBeVisible();
  await page.goBack();
  await expectLocator(button('Filters (2)')).toBeVisible();
});

test('a saved view waits on every machine, and is opened and deleted there', async () => {
  await open({ isActivated: false });
  const views = await tool('Saved views');
  await views.getByLabel('Name of a new view').fill('Still to activate');
  await views.getByRole('button', { name: 'Save view' }).click();
  await expectLocator(page.getByText('The view Still to activate was saved.')).toBeVisible();
  const elsewhere = await site.visitAs('sysadmin', '/admin/organizations');
  await elsewhere.getByRole('button', { name: 'Saved views' }).click();
  await elsewhere.getByRole('button', { name: 'Still to activate', exact: true }).click();
  await expectLocator(
    elsewhere.getByRole('listitem').filter({ hasText: 'Activation Status: Not Activated' }),
  ).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Saved views' }).click();
  await elsewhere.getByRole('button', { name: 'Delete the view Still to activate' }).click();
  await expectLocator(elsewhere.getByText(/No saved views yet/)).toBeVisible();
  await elsewhere.close();
});

test('columns are chosen and moved, and stay so', async () => {
  const choice = await tool('Columns');
  await choice.getByRole('checkbox', { name: 'Subdomain' }).uncheck();
  await choice.getByRole('button', { name: 'Move Reseller up' }).click();
  await expectAccessible(page, 'columns of the organization list');
  await choice.getByRole('button', { name: 'Save columns' }).click();
  await expectLocator(page.getByRole('dialog')).toHaveCount(0);
  const headings = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const expected = ['Id', 'Organization', 'Network', 'Reseller', 'Tier Code'];
  expect((await headings()).slice(0, 5)).toEqual(expected);
  await page.reload();
  await expectLocator(rows().first()).toBeVisible();
  expect((await headings()).slice(0, 5)).toEqual(expected);
  const again = await tool('Columns');
  await again.getByRole('button', { name: 'Back to the usual columns' }).click();
  await expectLocator(page.getByRole('columnheader', { name: 'Subdomain' })).toBeVisible();
});

test('the list as a command stands ready to be copied', async () => {
  await open({ isActivated: true, loginType: 'Password' });
  const box = await tool('Copy as command');
  await expectLocator(box.getByText('carepost orgs list --activated --login-type Password')).toBeVisible();
  await expectLocator(box.getByRole('button', { name: 'Copy the command' })).toBeVisible();
});

test('on a narrow screen everything fits and filters work the same', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/admin/organizations`);
  const panel = await tool(/^Filters/);
  await panel.getByLabel('Activation Status').selectOption('Not Activated');
  await panel.getByRole('button', { name: 'Filter' }).click();
  await expectLocator(page.getByRole('listitem').filter({ hasText: 'Activation Status: Not Activated' })).toBeVisible();
  await expectNoSidewaysScroll(page, 'organization list with a filter, narrow');
  await expectAccessible(page, 'organization list with a filter, narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
});
