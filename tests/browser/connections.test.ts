import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOtherProvider } from '../server/identity/otherProvider.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { expectAccessible, expectNoSidewaysScroll, openSite, type TestSite } from '../support/testSite.ts';

let site: TestSite;
let hospital: Awaited<ReturnType<typeof startOtherProvider>>;
beforeAll(async () => {
  site = await openSite({ env: { SSO_ALLOW_PRIVATE: 'true' } });
  hospital = await startOtherProvider([`${site.url}/oidc-sso/callback`]);
});
afterAll(async () => {
  await site.close();
  await hospital.close();
});

test('an organization gets its connection, its test says what is wrong until it is right, and a person signs in by it', {
  tags: ['hard'],
}, async () => {
  const sysAdmin = site.server.client('SysAdmin');
  const { rows } = await site.server.database.pool.query<{ name: string; organization: string }>(
    `select u.user_name as name, o.name as organization from users u join organization_users m on m.user_id = u.id
     join organizations o on o.id = m.organization_id where u.user_name = 'user@carepost.example' limit 1`,
  );
  const [{ name: userName, organization } = { name: '', organization: '' }] = rows;
  hospital.setPerson({ email: userName, email_verified: true });

  const page = await site.visitAs('sysadmin', '/admin/connections/add');
  await page.getByLabel('Name in the address').fill('lakeside');
  await page.getByLabel('Organization').fill(organization);
  await page.getByRole('option', { name: organization }).first().click();
  await page.getByLabel('Name on the sign-in pages').fill('Lakeside login');
  await page.getByRole('textbox', { name: 'E-mail domains' }).fill('carepost.example');
  await page.getByRole('textbox', { name: 'Issuer' }).fill(hospital.issuer);
  await page.getByRole('textbox', { name: 'Client id' }).fill('carepost-here');
  await page.getByLabel('Client secret', { exact: true }).fill('not the secret');
  await expectAccessible(page, 'form of a connection');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectLocator(page.getByText(`${site.url}/account/login/lakeside`)).toBeVisible();

  await page.getByRole('button', { name: 'Test connection' }).click();
  const result = page.getByRole('dialog', { name: 'Test of lakeside' });
  await expectLocator(result.getByText(/check client id and client secret/)).toBeVisible();
  await expectAccessible(page, 'test of a connection');
  await result.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Client secret', { exact: true }).fill('shared-with-the-hospital');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectLocator(page.getByText('The connection was saved successfully.')).toBeVisible();
  await page.getByRole('link', { name: 'lakeside', exact: true }).click();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expectLocator(result.getByText(/as far as this can be found out/)).toBeVisible();
  await expectNoSidewaysScroll(page, 'test of a connection');

  const person = await site.visit('/account/login/lakeside');
  await person.waitForURL('**/intake');
  await expectLocator(person.locator('main h1').first()).toBeVisible();
  const { items: trail } = await sysAdmin.audit.list({ query: { action: 'identity.signIn', pageSize: 1 } });
  expect(trail[0]?.changes).toContainEqual({ field: 'connection', before: null, after: 'lakeside' });
});
