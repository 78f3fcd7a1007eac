import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { expectAccessible, expectNoSidewaysScroll, openSharedSite, type TestSite } from '../support/testSite.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

test('a user sees the own activity and network address, and asks for a new address, whose link leads to a button', async () => {
  const page = await site.visitAs('user', '/account/profile', { width: 390, dark: true, ownSession: true });
  await expectLocator(page.getByText('What you did and what happened to your account, newest first.')).toBeVisible();
  await expectLocator(page.getByText('127.0.0.1').first()).toBeVisible();
  await page.getByRole('button', { name: 'Requests' }).click();
  await page.waitForURL('**/account/profile?kind=requests');
  await expectLocator(page.getByRole('button', { name: 'Requests', pressed: true })).toBeVisible();
  await expectAccessible(page, 'my account');
  await expectNoSidewaysScroll(page, 'my account');
  const email = `new-${Date.now()}@people.example`;
  await page.getByRole('button', { name: 'Change e-mail address' }).click();
  await page.getByRole('textbox', { name: 'New e-mail address' }).fill(email);
  await page.getByRole('button', { name: 'Mail the link' }).click();
  await expectLocator(page.getByText('The link was mailed.')).toBeVisible();
  const { rows } = await site.server.database.pool.query<{ body: string }>(
    'select body from mails where recipient = $1',
    [email],
  );
  const link = /\S+(\/oidc\/email\?token=\S+)/.exec(rows[0]?.body ?? '')?.[1] ?? '';
  expect(link).not.toBe('');
  // The button is not pressed: the other files sign in with the present address.
  await page.goto(site.url + link);
  await expectLocator(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await expectAccessible(page, 'confirmation of an address');
  await site.leave(page);
});
