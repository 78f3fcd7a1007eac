import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPractitioners } from '../../server/fhir/embedded/demoPractitioners.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { expectAccessible, expectNoSidewaysScroll, openSharedSite, type TestSite } from '../support/testSite.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

test('a user finds a provider by keyboard, reads the numbers, and invites a colleague, in a narrow dark window', async () => {
  const practitioner = demoPractitioners.find(
    ({ directAddress, organization }) => directAddress !== null && organization.isActive,
  );
  const page = await site.visitAs('user', '/account/directory', { width: 390, dark: true });
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Find Provider' })).toBeVisible();
  await expectAccessible(page, 'find provider');
  await page.getByLabel('Provider last name').fill(practitioner?.family ?? '');
  await page.getByLabel('Zip').fill(practitioner?.organization.zip ?? '');
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: practitioner?.directAddress ?? '' });
  await expectLocator(row).toHaveCount(1);
  await expectAccessible(page, 'results');
  await expectNoSidewaysScroll(page, 'results');
  expect(new URL(page.url()).search).toBe('');

  await row.getByRole('button', { name: /^Phone and fax of/ }).press('Enter');
  await expectLocator(page.getByRole('dialog')).toContainText(practitioner?.phone ?? '');
  await expectAccessible(page, 'numbers');
  await page.keyboard.press('Escape');

  const emailAddress = 'colleague@find-provider.example';
  await page.getByRole('button', { name: "Don't see the provider you're looking for?" }).click();
  await page.getByLabel('To: full name').fill('Ann Colleague');
  await page.getByLabel('Email address').fill(emailAddress);
  await expectAccessible(page, 'invitation');
  await page.keyboard.press('Enter');
  await expectLocator(page.getByText('Invitation has been sent.')).toBeVisible();
  const { rowCount } = await site.server.database.pool.query('select from mails where recipient = $1', [emailAddress]);
  expect(rowCount).toBe(1);
});

test('scrolling to the end of the results loads all of them', { tags: ['hard'] }, async () => {
  const page = await site.visitAs('user', '/account/directory?tab=organizations');
  const { state } = demoPractitioners[0]?.organization ?? { state: '' };
  await page.getByLabel('State').selectOption(state);
  await page.getByRole('button', { name: 'Search' }).click();
  const area = page.getByRole('tabpanel');
  await expectLocator(area.getByRole('listitem')).toHaveCount(10);
  const name = (await page.getByRole('tab', { selected: true }).textContent()) ?? '';
  const total = name.includes('+') ? 100 : Number(/\d+/.exec(name)?.[0]);
  expect(total).toBeGreaterThan(10);
  for (let count = 10; count < Math.min(total, 30); count += 10) {
    await area.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expectLocator(area.getByRole('listitem')).toHaveCount(Math.min(total, count + 10));
  }
});
