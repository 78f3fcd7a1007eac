import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { freePort } from '../support/startApp.ts';
import { expectAccessible, expectNoSidewaysScroll, openSite, type TestSite } from '../support/testSite.ts';

/** An installation whose interoperability API is at another origin, as a browser sees it. */
let site: TestSite;
let network: FastifyInstance;
const oid = '2.16.840.1.113883.19.5.9100.1';

beforeAll(async () => {
  const port = await freePort();
  site = await openSite({ env: { INTEROP_API_URL: `http://localhost:${port}` } });
  const { config, database, url } = site.server;
  network = await buildApp({ config: { ...config, port, interopUrl: null, corsOrigins: [url] }, database });
  await network.listen({ port, host: config.host });
});
afterAll(async () => {
  await site.close();
  await network.close();
});

test('an emergency is added by keyboard, scheduled, and disabled with who is affected on screen', async () => {
  const page = await site.visitAs('sysadmin', '/admin/emergencies');
  await expectLocator(page.getByRole('table')).toBeVisible();
  await expectAccessible(page, 'emergencies');
  await page.getByRole('button', { name: 'Add emergency' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add emergency' });
  await dialog.getByLabel('Name').fill('Browser emergency');
  await dialog.getByLabel('Organizations').fill('Harbor County');
  await page.getByRole('option', { name: 'Harbor County Health Department' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Disabled Date').fill('12/31/90');
  await expectAccessible(page, 'emergency modal');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expectLocator(page.getByText('Emergency saved.')).toBeVisible();
  await dialog.waitFor({ state: 'hidden' });
  const row = page.getByRole('row', { name: /Browser emergency/ });
  await expectLocator(row).toContainText('12/31/2090');
  await expectLocator(row).toContainText('Scheduled');
  await page.getByRole('button', { name: 'Disable Avian influenza surveillance' }).click();
  const question = page.getByRole('dialog', { name: 'Disable Avian influenza surveillance?' });
  await expectLocator(question.getByText(/organizations? of the platform, \d+ users?/)).toBeVisible();
  await expectAccessible(page, 'question');
  await question.getByRole('button', { name: 'Disable' }).click();
  await question.waitFor({ state: 'hidden' });
  await expectLocator(page.getByRole('button', { name: 'Enable Avian influenza surveillance' })).toBeVisible();
  await site.leave(page);
});

test('an organization is added and removed at the other host; its outage is on screen with Retry', {
  tags: ['hard'],
}, async () => {
  const page = await site.visitAs('sysadmin', '/admin/emergencies/organizations', { width: 390, dark: true });
  await expectLocator(page.getByText('Harbor County Health Department')).toBeVisible();
  await expectAccessible(page, 'emergency organizations');
  await expectNoSidewaysScroll(page, 'emergency organizations');
  await page.getByRole('button', { name: 'Add organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add organization' });
  await dialog.getByLabel('OID').fill(oid);
  await expectLocator(dialog.getByLabel('Name')).toHaveValue(/./);
  const name = await dialog.getByLabel('Name').inputValue();
  await expectAccessible(page, 'organization modal');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectLocator(page.getByText('Organization saved.')).toBeVisible();
  const { rows } = await site.server.database.pool.query('select name from emergency_organizations where oid = $1', [
    oid,
  ]);
  expect(rows).toEqual([{ name }]);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectLocator(page.getByText('Organization removed.')).toBeVisible();

  await page.route(/\/api\/emergencies\/organizations/, (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'E-UNAVAILABLE', message: 'The service is not available right now.' },
      headers: { 'access-control-allow-origin': site.url },
    }),
  );
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
  await expectLocator(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectLocator(page.getByText('Harbor County Health Department')).toBeVisible();
  await expectAccessible(page, 'failed list');
  await site.leave(page);
});
