import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, expectAccessible, openOrganization, openSite } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite({ env: { WEST_FAX_INTERFACE: 'true', JOBS: 'true' } });
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

let made = 0;
const organization = (more: Record<string, unknown> = {}) => {
  made += 1;
  return site.server.client('SysAdmin').organizations.create({
    body: { name: `Address Clinic ${made}`, subdomain: `address-clinic-${made}`, ...more },
  });
};
const sources = (organizationId: string) =>
  site.server.client('SysAdmin').documentsources.list({ query: { organizationId } });
const open = (id: string, tab: string) => openOrganization(site, page, id, tab);
/** Waits for the news and clicks it away, so that the next one has room. */
const notice = async (text: string) => {
  const news = page.getByText(text).first();
  await expectLocator(news).toBeVisible();
  await news.click();
};
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

test('Direct: an address is added, changed and deleted; the domain has to be the organization’s', {
  tags: ['hard'],
}, async () => {
  const { id } = await organization();
  await open(id, 'direct');
  await expectLocator(page.getByText('No direct addresses have been added')).toBeVisible();
  await press('Add direct address');
  const form = page.getByRole('dialog');
  await expectAccessible(page, 'add direct address');
  await form.getByLabel('Name before the @').fill('.care');
  await form.getByRole('button', { name: 'Add direct address' }).click();
  await expectLocator(form.getByText("Direct Address can't start or end with period character.")).toBeVisible();
  await form.getByLabel('Name before the @').fill('Care.Team');
  await form.getByRole('button', { name: 'Add direct address' }).click();
  await notice('The address was added successfully.');
  const { items } = await sources(id);
  const address = items[0]?.address ?? '';
  expect(address).toMatch(/^care\.team@address-clinic-\d+\.direct\./);
  await press(`Edit ${address}`);
  await page.getByRole('dialog').getByLabel('Display name').fill('Care team desk');
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
  await notice('The address was updated successfully.');
  expect((await sources(id)).items[0]?.displayName).toBe('Care team desk');
  await press(`Delete ${address}`);
  await expectAccessible(page, 'delete direct address');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await notice('The address was deleted successfully.');
  expect((await sources(id)).totalCount).toBe(0);
});

test('Direct: a domain in use cannot go', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await open(id, 'direct');
  await press('Add domain');
  await page.getByRole('dialog').getByLabel('Domain').fill('direct.north-valley.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
  await notice('The domain was added successfully.');
  await site.server.client('SysAdmin').documentsources.create({
    body: {
      organizationId: id,
      type: 'DirectMessaging',
      address: 'desk@direct.north-valley.example',
      displayName: 'Desk',
    },
  });
  await press('Remove direct.north-valley.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectLocator(page.getByRole('dialog')).toContainText('Direct addresses of the organization use this domain.');
  await page.keyboard.press('Escape');
  await expectLocator(page.getByRole('dialog')).toHaveCount(0);
});

test('saved Direct Addresses: five a page, sorted, one deleted, all cleared, saved as a whole', {
  tags: ['hard'],
}, async () => {
  const { id } = await organization();
  const client = site.server.client('SysAdmin');
  const items = Array.from({ length: 7 }, (_, index) => ({
    address: `partner-${index + 1}@direct.partner.example`,
    displayName: `Partner ${9 - index}`,
  }));
  await client.organizations.saveAddresses({ params: { id }, body: { items, version: 0 } });
  await open(id, 'direct');
  await press('Saved Direct Addresses');
  const modal = page.getByRole('dialog', { name: 'Saved Direct Addresses' });
  await expectLocator(modal.getByRole('row')).toHaveCount(6);
  await expectAccessible(page, 'saved Direct Addresses');
  await modal.getByRole('button', { name: /^Sort by name/ }).click();
  await expectLocator(modal.getByRole('row').nth(1)).toContainText('partner-7@');
  await modal.getByRole('button', { name: 'Delete partner-7@direct.partner.example' }).click();
  await modal.getByRole('button', { name: 'Page 2' }).click();
  await expectLocator(modal.getByRole('row')).toHaveCount(2);
  await modal.getByRole('button', { name: 'Save Changes' }).click();
  await notice('The saved addresses were updated successfully.');
  expect((await client.organizations.savedAddresses({ params: { id } })).items).toHaveLength(6);
  await press('Saved Direct Addresses');
  await modal.getByRole('button', { name: 'Clear all' }).click();
  await modal.getByRole('alert').getByRole('button', { name: 'Clear all' }).click();
  await expectLocator(modal.getByText('No addresses have been saved')).toBeVisible();
  await modal.getByRole('button', { name: 'Save Changes' }).click();
  await notice('The saved addresses were updated successfully.');
  expect((await client.organizations.savedAddresses({ params: { id } })).items).toEqual([]);
});

test('eFax: an account, a number through its statuses, and both gone by the name', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await open(id, 'efax');
  await press('Set up account');
  const form = page.getByRole('dialog');
  await form.getByLabel('Account number').fill(`E-${id.slice(-8)}`);
  await form.getByLabel('Account name').fill('Front office');
  await expectAccessible(page, 'fax account');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await notice('The fax account was saved successfully.');
  await press('Add fax number');
  await form.getByLabel('Fax number').fill('(503) 555-0147');
  await form.getByRole('button', { name: 'Add fax number' }).click();
  await notice('The fax number was added successfully.');
  await expectLocator(page.getByText('503-555-0147')).toBeVisible();
  await expectLocator(page.getByText('Provisioning')).toBeVisible();
  await press('Activate 503-555-0147');
  await notice('The address was activated successfully.');
  await press('Change the status of 503-555-0147');
  await page.getByRole('menuitem', { name: 'Pending Deletion' }).click();
  await notice('The fax status was updated successfully.');
  expect((await sources(id)).items[0]).toMatchObject({ address: '5035550147', status: 3 });
  await press('Delete account');
  await page.getByRole('dialog').getByRole('textbox').fill('Front office');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await notice('The fax account was deleted successfully.');
  expect((await sources(id)).totalCount).toBe(0);
});

test('WestFax: a number is added, and the job of a requested sync is displayed until it is completed', {
  tags: ['hard'],
}, async () => {
  const { id } = await organization();
  const client = site.server.client('SysAdmin');
  await client.fax.saveWestFax({
    body: { organizationId: id, accountNumber: `W-${id.slice(-8)}`, displayName: 'West office' },
  });
  await open(id, 'westfax');
  await press('Add fax number');
  await page.getByRole('dialog').getByLabel('Fax number').fill('5035550199');
  await page.getByRole('dialog').getByRole('button', { name: 'Add fax number' }).click();
  await notice('The fax number was added successfully.');
  await press('Sync with WestFax');
  await notice('The sync with WestFax was requested.');
  await open(id, 'info');
  await press('Sync and other outbound jobs');
  await press('Sync now');
  await notice('Organization Intercom Sync has been initialized.');
  await expectLocator
    .poll(async () => {
      await press('Refresh');
      return page.getByText('Completed').count();
    })
    .toBeGreaterThan(0);
  await expectAccessible(page, 'jobs');
});

test('Info: usage, history with reasons, and captured calls with masked values', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await site.server
    .client('SysAdmin')
    .organizations.update({ params: { id }, body: { address: { city: 'Eugene' } } }, { reason: 'Moved house' });
  await open(id, 'info');
  for (const box of ['Usage by month', 'Change history', 'Captured API calls']) await press(box);
  await expectLocator(page.getByText('No usage has been counted yet')).toBeVisible();
  await expectLocator(page.getByText('Reason: Moved house')).toBeVisible();
  await expectLocator(page.getByText('Eugene')).toBeVisible();
  await expectLocator(page.getByText('No API calls have been captured')).toBeVisible();
  await expectAccessible(page, 'info, all open');
});
