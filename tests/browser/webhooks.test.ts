import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { expectAccessible, expectNoSidewaysScroll, openSite, type TestSite } from '../support/testSite.ts';
import { openReceiver, type Receiver } from '../server/webhooks/receiver.ts';

let site: TestSite;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver((response, number) =>
    number === 1 ? response.writeHead(503).end('under maintenance') : response.writeHead(204).end(),
  );
  site = await openSite({ env: { JOBS: 'true', WEBHOOKS_ALLOW_PRIVATE: 'true' } });
});
afterAll(async () => {
  await site.close();
  await receiver.close();
});

test('a webhook is added, its secret copied, tested against a receiver that fails, and the delivery sent again', {
  tags: ['hard'],
}, async () => {
  const page = await site.visitAs('sysadmin', '/admin/webhooks/add');
  await page.getByLabel('Name').fill('Browser webhook');
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByLabel('A user was added').check();
  await expectAccessible(page, 'form of a webhook');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const secret = page.getByRole('dialog', { name: 'Signing secret' });
  await expectLocator(secret.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page, 'signing secret');
  await page.keyboard.press('Escape');
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  const result = page.getByRole('dialog', { name: 'Test of Browser webhook' });
  await expectLocator(result.getByText('under maintenance')).toBeVisible();
  await expectAccessible(page, 'test of a webhook');
  await result.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: /^Details of delivery/ }).click();
  const detail = page.getByRole('dialog', { name: /^Delivery/ });
  await detail.getByRole('button', { name: 'Redeliver' }).click();
  await expectLocator(detail.locator('output').filter({ hasText: 'Delivered' })).toBeVisible();
  expect(new Set(receiver.calls.map(({ headers }) => headers['carepost-event-id'])).size).toBe(1);
  await site.leave(page);
});

test('an administrator of an organization sees its webhooks only; a list that fails says so and offers Retry', {
  tags: ['hard'],
}, async () => {
  const page = await site.visitAs('admin', '/admin/webhooks', { width: 390, dark: true });
  await expectLocator(page.getByText('Message feed').first()).toBeVisible();
  expect(await page.getByText('Customer register').count()).toBe(0);
  await expectAccessible(page, 'webhooks');
  await expectNoSidewaysScroll(page, 'webhooks');
  await page.route(/\/api\/webhooks\?/, (route) =>
    route.fulfill({ status: 503, json: { code: 'E-UNAVAILABLE', message: 'The service is not available right now.' } }),
  );
  await page.getByPlaceholder('Search webhooks').fill('feed');
  await expectLocator(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await site.leave(page);
});
