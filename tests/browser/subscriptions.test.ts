import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSite } from '../support/testSite.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('a subscription that is paid by card is upgraded, canceled with a reason and reactivated', async () => {
  const { rows } = await site.server.database.pool.query<{ id: string }>(
    `select o.id from organizations o join subscription_payments p on p.organization_id = o.id join plans on plans.id = o.plan_id
     where o.cancel_at is null and plans.name <> 'Enterprise' order by o.org_id limit 1`,
  );
  const page = await site.visitAs('sysadmin', `/admin/organizations/${rows[0]?.id ?? ''}/subscription`);
  await expectLocator(page.getByRole('link', { name: 'Open at the payment provider' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose Enterprise' }).click();
  await expectAccessible(page, 'upgrade');
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade' }).click();
  const present = page.getByRole('listitem', { name: 'Enterprise' });
  await expectLocator(present.getByText('Current plan')).toBeVisible();
  const history = page.getByRole('table', { name: 'Changes of the subscription' });
  await expectLocator(history.getByText('Enterprise ($7,900.00)')).toBeVisible();

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Practice closes in June');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expectLocator(history.getByText('Practice closes in June')).toBeVisible();
  await expectAccessible(page, 'canceled subscription');
  await page.getByRole('button', { name: 'Reactivate with Enterprise' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expectLocator(page.getByText('Organization successfully reactivated.')).toBeVisible();
  await expectLocator(present.getByText('Current plan')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'subscription');
  await site.leave(page);
});

test('an administrator pays a plan at the provider before it takes effect', { tags: ['hard'] }, async () => {
  await site.server.database.pool.query(
    `update organizations set plan_id = null, reseller_id = null, number_of_users = 2, cancel_at = null,
       contact_email = 'owner@clinic.example'
     where id = (select organization_id from users where user_name = 'admin@carepost.example')`,
  );
  const page = await site.visitAs('admin', '/account/subscription');
  await page.getByRole('button', { name: 'Choose Small Practice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade' }).click();
  // Not paid yet: the plan stays as it is.
  await page.getByRole('button', { name: 'I have paid' }).click();
  await expectLocator(page.getByText('The payment was checked.')).toBeVisible();
  const pay = page.getByRole('link', { name: 'Pay at the payment provider' });
  await expectLocator(pay).toBeVisible();
  await expectAccessible(page, 'open payment');
  const opened = page.waitForEvent('popup');
  await pay.click();
  const shop = await opened;
  await expectAccessible(shop, 'checkout');
  await shop.getByRole('button', { name: 'Pay' }).click();
  await expectLocator(shop.getByText('The plan changes within a minute.')).toBeVisible();
  await page.getByRole('button', { name: 'I have paid' }).click();
  await expectLocator(page.getByRole('listitem', { name: 'Small Practice' }).getByText('Current plan')).toBeVisible();
  await expectLocator(page.getByText('By card', { exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/account/subscription');
  await site.leave(page);
});
