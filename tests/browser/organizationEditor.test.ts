import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, endSession, type TestSite, expectAccessible, openSharedSite } from '../support/testSite.ts';
import { signIn } from '../support/signIn.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSharedSite();
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

let made = 0;
const organization = (more: Record<string, unknown> = {}) => {
  made += 1;
  return site.server.client('SysAdmin').organizations.create({
    body: { name: `Editor Clinic ${made}`, subdomain: `editor-clinic-${made}`, numberOfUsers: 2, ...more },
  });
};
const get = (id: string) => site.server.client('SysAdmin').organizations.get({ params: { id } });
const edit = async (id: string, tab = '') => {
  await page.goto(`${site.url}/admin/organizations/${id}${tab}`);
  await expectLocator(
    page.getByRole('tab', { selected: true }).or(page.locator('[aria-current="page"]')).first(),
  ).toBeVisible();
};
const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
const notice = (text: string) => expectLocator(page.getByText(text).first()).toBeVisible();
const field = (label: string) => page.getByLabel(label, { exact: false }).first();

test('the editor opens with the name as heading; a change is saved and leads back to the list', async () => {
  const { id, name } = await organization();
  await edit(id);
  await expectLocator(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expectAccessible(page, 'details');
  await field('Street').fill('1 Harbor Way');
  await save();
  await notice('The organization was saved successfully.');
  await page.waitForURL((url) => url.pathname === '/admin/organizations');
  expect((await get(id)).address.street).toBe('1 Harbor Way');
  const { rows } = await site.server.database.pool.query(
    `select changes from audit_entries where action = 'organizations.update' and target_id = $1`,
    [id],
  );
  expect(JSON.stringify(rows)).toContain('1 Harbor Way');
});

test('a new organization has two tabs, says what is missing, and is found by the list afterwards', {
  tags: ['hard'],
}, async () => {
  await page.goto(`${site.url}/admin/organizations/add`);
  await expectLocator(page.getByRole('heading', { level: 1 })).toHaveText('Add Organization');
  await expectLocator(page.getByText('Service Accounts')).toHaveCount(0);
  await save();
  await notice('Please fill out all required fields.');
  await expectAccessible(page, 'new organization, refused');
  await field('Name').fill('Brand New Hospital');
  await field('Subdomain').fill('brand-new-hospital');
  await save();
  await notice('The organization was saved successfully.');
  const match = await site.server.client('SysAdmin').organizations.list({ query: { search: 'brand-new-hospital' } });
  expect(match.totalCount).toBe(1);
});

test('when the session is ended elsewhere the form keeps its values, and saves them after a new sign-in in another tab', {
  tags: ['hard'],
}, async () => {
  const { id } = await organization();
  const typing = await site.visitAs('sysadmin', `/admin/organizations/${id}`, { ownSession: true });
  let token = '';
  typing.on('request', (request) => {
    token = request.headers()['authorization']?.replace('Bearer ', '') ?? token;
  });
  await typing.reload();
  await typing.getByLabel('Street').fill('9 Half Typed Lane');
  typing.on('dialog', (dialog) => dialog.dismiss());
  await endSession(site, typing);
  await expect(site.server.app.identity.authenticate(token)).rejects.toThrow('revoked');
  const saving = typing.getByRole('button', { name: 'Save Changes' });
  await saving.click();
  await expectLocator(
    typing.getByText('There was an error saving this organization.', { exact: false }).first(),
  ).toBeVisible();
  await expectLocator(typing.getByLabel('Street')).toHaveValue('9 Half Typed Lane');
  const elsewhere = await typing.context().newPage();
  await elsewhere.goto(`${site.url}/admin/organizations`);
  await signIn(elsewhere, accountOf('sysadmin'));
  await elsewhere.waitForURL((url) => !url.pathname.startsWith('/oidc') && url.pathname !== '/callback');
  await saving.click();
  await expectLocator(typing.getByText('The organization was saved successfully.')).toBeVisible();
  expect((await get(id)).address.street).toBe('9 Half Typed Lane');
});

test('a subdomain that is taken or reserved stops the save', { tags: ['hard'] }, async () => {
  const other = await organization();
  const { id } = await organization();
  await edit(id);
  for (const subdomain of [`editor-clinic-${made - 1}`, 'www', 'not valid!']) {
    await field('Subdomain').fill(subdomain);
    await save();
    await notice(
      'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.',
    );
  }
  expect((await get(id)).subdomain).toBe(`editor-clinic-${made}`);
  expect(other.subdomain).toBe(`editor-clinic-${made - 1}`);
});

test('invalid fields are marked, also on the tab that hides them', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await edit(id, '/contact');
  await field('E-mail').fill('not an address');
  await page
    .getByRole('tab', { name: /Details/ })
    .or(page.getByRole('link', { name: /Details/ }))
    .first()
    .click();
  await save();
  await notice('Please fill out all required fields.');
  await expectLocator(
    page
      .getByRole('tab', { name: /Primary Contact.*correct/ })
      .or(page.getByRole('link', { name: /Primary Contact.*correct/ }))
      .first(),
  ).toBeVisible();
  expect((await get(id)).contact.email).toBeNull();
});

test('two people who edit the same record see each other’s values and choose', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await edit(id);
  await field('City').fill('Mine');
  await site.server.client('SysAdmin').organizations.update({ params: { id }, body: { address: { city: 'Theirs' } } });
  await save();
  const dialog = page.getByRole('dialog');
  await expectLocator(dialog).toContainText('Theirs');
  await expectLocator(dialog).toContainText('Mine');
  await expectAccessible(page, 'conflict');
  expect((await get(id)).address.city).toBe('Theirs');
  await expectLocator(dialog.getByRole('button', { name: 'Save again' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Keep mine: City' }).click();
  await dialog.getByRole('button', { name: 'Save again' }).click();
  await notice('The organization was saved successfully.');
  expect((await get(id)).address.city).toBe('Mine');
});

test('leaving with unsaved changes asks first', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await edit(id);
  await field('City').fill('Nowhere');
  const requested = page.waitForEvent('dialog');
  const leaving = page
    .getByRole('button', { name: 'Cancel' })
    .or(page.getByRole('link', { name: 'Cancel' }))
    .first()
    .click();
  const dialog = await requested;
  expect(dialog.message().length).toBeGreaterThan(10);
  await dialog.accept();
  await leaving;
  expect((await get(id)).address.city).toBeNull();
});

test('service accounts: none yet, the number allowed is saved', { tags: ['hard'] }, async () => {
  const { id } = await organization();
  await edit(id, '/serviceaccount');
  await expectLocator(page.getByText('No Service Accounts Configured')).toBeVisible();
  await field('Number of service accounts allowed').fill('3');
  await page.getByRole('button', { name: 'Update the number of service accounts allowed' }).click();
  await notice('The service account limit was saved successfully.');
  expect((await get(id)).serviceAccountLimit).toBe(3);
  await expectAccessible(page, 'service accounts');
});

test('the number of allowed addresses cannot go below those registered', { tags: ['hard'] }, async () => {
  const { rows } = await site.server.database.pool.query<{ organization_id: string; client_id: string; used: number }>(
    'select organization_id, client_id, cardinality(client_ip_addresses) as used from service_accounts where cardinality(client_ip_addresses) > 0 limit 1',
  );
  const [account] = rows;
  await edit(account?.organization_id ?? '', '/serviceaccount');
  await expectLocator(page.getByText(account?.client_id ?? 'none').first()).toBeVisible();
  await page.getByLabel('Allowed IP addresses').first().fill('0');
  await page
    .getByRole('button', { name: /^Update the allowed addresses/ })
    .first()
    .click();
  await notice(`The number of Allowed Addresses cannot be lower than ${account?.used}`);
});

test('an id that names nothing says so', { tags: ['hard'] }, async () => {
  await page.goto(`${site.url}/admin/organizations/0198c0de-0000-7000-8000-00000000dead`);
  await expectLocator(page.getByText('This organization does not exist or was deleted.').first()).toBeVisible();
  await expectAccessible(page, 'not found');
});
