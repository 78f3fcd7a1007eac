import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/database/newId.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { settle } from '../support/settle.ts';
import { expectAccessible, follow, openSharedSite, type TestSite } from '../support/testSite.ts';

const organization = 'Whitelist Radiology';
let organizationId: string;
let site: TestSite;
let page: Page;
/** An integration of the whitelist, which the organization has set up and may not use. */
let integration: { readonly id: string; readonly name: string; readonly type: string };

beforeAll(async () => {
  site = await openSharedSite();
  const client = site.server.client('SysAdmin');
  const [{ items }, { id }] = await Promise.all([
    client.integrations.list({}),
    client.organizations.create({ body: { name: organization, subdomain: 'whitelist-radiology' } }),
  ]);
  const blocking = items.find(({ availability }) => availability !== 'Everyone');
  if (!blocking) throw new Error('Every organization may use every integration.');
  integration = blocking;
  organizationId = id;
  await site.server.database.pool.query(
    'insert into organization_integrations (id, organization_id, name, type, is_connected) values ($1, $2, $3, $4, true)',
    [newId(), id, 'Radiology system', integration.type],
  );
  page = await site.visitAs('sysadmin', '/admin/integrations');
});
afterAll(() => site.close());

const inBothLooks = async (what: string) => {
  await expectAccessible(page, `${what}, light`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${what}, dark and narrow`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await settle(page);
};

const fillEntry = async () => {
  await page.getByRole('combobox', { name: 'Integration' }).click();
  await page.getByRole('option', { name: integration.name, exact: true }).click();
  await page.getByRole('combobox', { name: 'Organization' }).fill(organization);
  await page.getByRole('option', { name: organization }).click();
};

test('an organization that the whitelist blocks counts as allowed once an entry names it', {
  tags: ['hard'],
}, async () => {
  await expectLocator(page.getByRole('link', { name: integration.name, exact: true })).toBeVisible();
  await inBothLooks('integrations');
  await page.getByRole('link', { name: integration.name, exact: true }).click();
  await page.getByLabel('Search these organizations').fill(organization);
  const row = page.getByRole('row', { name: organization });
  await expectLocator(row.getByText('Blocked by the whitelist')).toBeVisible();
  await inBothLooks('integration');

  await page.getByRole('link', { name: /open the whitelist$/ }).click();
  await page.getByRole('link', { name: 'Add whitelist entry' }).click();
  await inBothLooks('form of a whitelist entry');
  await fillEntry();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectLocator(page.getByText('The whitelist entry was saved successfully.')).toBeVisible();
  // The form leads to the list.
  await expectLocator(page.getByRole('link', { name: 'Add whitelist entry' })).toBeVisible();

  await follow(page, `/admin/integrations/${integration.id}`);
  await page.getByLabel('Search these organizations').fill(organization);
  await expectLocator(row.getByText('Connected', { exact: true })).toBeVisible();
});

test('a second entry for the same organization is refused beside the form, which keeps its values', {
  tags: ['hard'],
}, async () => {
  const { integrationwhitelist } = site.server.client('SysAdmin');
  const query = { search: organization, integrationId: integration.id };
  const { items: before } = await integrationwhitelist.list({ query });
  if (before.length === 0)
    await integrationwhitelist.create({ body: { integrationId: integration.id, organizationId } });
  // Loaded anew: the search of the page before may still be on its way into the address.
  await page.goto(`${site.url}/admin/integrationwhitelist/add`);
  await fillEntry();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const message = 'The whitelist has an entry for this integration and organization already.';
  await expectLocator(page.getByText(message).first()).toBeInViewport();
  await expectLocator(page.getByRole('combobox', { name: 'Organization' })).toHaveValue(organization);
  const { items } = await integrationwhitelist.list({ query });
  expect(items.length).toBe(1);
});
