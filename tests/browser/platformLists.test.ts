import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  openSharedSite,
  type TestSite,
} from '../support/testSite.ts';
import { allOrSome } from '../support/isHard.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSharedSite();
  page = await site.visitAs('sysadmin', '/admin/home', { width: 390, dark: true });
});
afterAll(() => site.close());

test.each(
  allOrSome(
    [
      ['contacts', 'contacts'],
      ['documentsources', 'documentsources'],
      ['documentsources/fax', 'documentsources'],
      ['sourceproviders', 'documentsources/documentsourceproviders'],
      ['lockedusers', 'users/locked'],
      ['integrations', 'integrations'],
    ],
    1,
  ),
)(
  '/admin/%s is accessible and fits a narrow window in the dark; after an outage Retry loads it',
  { tags: ['hard'] },
  async (list, calls) => {
    await page.route(new RegExp(`/api/(admin/)?${calls}`), (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"E-UNAVAILABLE"}' }),
    );
    await follow(page, `/admin/${list}`);
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
    await expectLocator(retry).toBeVisible();
    await expectAccessible(page, `${list} during an outage`);
    await page.unrouteAll();
    await retry.click();
    await expectLocator(retry).toHaveCount(0);
    await expectLocator(
      page
        .getByRole('main')
        .getByText(/^(No |\d)|@|Direct messaging/)
        .first(),
    ).toBeVisible();
    await expectAccessible(page, list);
    await expectNoSidewaysScroll(page, list);
  },
);

test('a contact is found by a part of the name, and leads to the user', async () => {
  const { items } = await site.server.client('SysAdmin').users.contacts({ query: { pageSize: 10 } });
  const contact = items[7];
  await follow(page, '/admin/contacts');
  await page.getByPlaceholder('Name or user name').fill(contact?.userName.slice(1, -2) ?? '');
  await expectLocator(page).toHaveURL(/filter=/);
  const link = page.getByRole('link', { name: contact?.name ?? '', exact: true });
  await expectLocator(link).toHaveCount(1);
  await link.click();
  await expectLocator(page.getByRole('heading', { level: 1 })).toContainText(contact?.name ?? '');
  expect(new URL(page.url()).pathname).toBe(`/admin/users/${contact?.id}`);
});

test('a direct address is found, and leads to its organization', { tags: ['hard'] }, async () => {
  const { items } = await site.server.client('SysAdmin').documentsources.list({ query: { type: 'DirectMessaging' } });
  const source = items[3];
  await follow(page, '/admin/documentsources');
  await page.getByPlaceholder('Address, name or organization').fill(source?.address ?? '');
  await expectLocator(page).toHaveURL(/filter=/);
  const main = page.getByRole('main');
  const link = main.getByRole('link', { name: source?.organizationName ?? '', exact: true });
  await expectLocator(link).toHaveCount(1);
  await expectLocator(main.getByText(source?.address ?? '', { exact: true })).toBeVisible();
  await link.click();
  await expectLocator(page.getByRole('heading', { level: 1 })).toContainText(source?.organizationName ?? '');
});
