import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { expectAccessible, expectNoSidewaysScroll, openSite, storedIn, type TestSite } from '../support/testSite.ts';
import { confirmInformation, openProvider, photoFile, showIdentity } from './onboardingSteps.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('an administrator accepts the agreement, is verified in a popup, confirms the data and waits for the activation', async () => {
  const page = await site.visitAs('license', '/account/dashboard');
  const license = page.getByRole('dialog', { name: 'License agreement' });
  await expectLocator(license).toBeVisible();
  await expectAccessible(page, 'license');
  await license.getByRole('checkbox').check();
  await license.getByRole('button', { name: 'Next' }).click();

  const start = page.getByRole('button', { name: 'Continue with the identity provider' });
  await expectLocator(start).toBeVisible();
  await expectAccessible(page, 'verification');
  const closed = page.waitForEvent('popup');
  await start.click();
  await (await closed).close();
  await expectLocator(page.getByText(/^The new tab was closed before finishing up/)).toBeVisible();

  const provider = await openProvider(page);
  await expectAccessible(provider, 'identity provider');
  await showIdentity(provider);
  const gone = provider.waitForEvent('close');
  await provider.getByRole('button', { name: 'Agree and share' }).click();
  await gone;
  await expectLocator(page.getByText('5/17/1980')).toBeVisible();
  await expectAccessible(page, 'confirmation');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'confirmation');
  await page.setViewportSize({ width: 1280, height: 900 });
  await confirmInformation(page);
  await page.keyboard.press('Escape');
  await expectLocator(page.getByRole('dialog')).toBeHidden();
  expect(await storedIn(page)).not.toMatch(/Ortiz|1980/);
  await site.leave(page);
});

test('the verification works in the tab itself, in a popup over a reload, and again on a phone without popups', {
  tags: ['hard'],
}, async () => {
  const page = await site.visitAs('verify', '/account/dashboard');
  await page.getByRole('button', { name: 'Continue in this tab' }).click();
  await expectLocator(page.getByRole('heading', { name: 'Your ID' })).toBeVisible();
  await page.getByRole('button', { name: 'Give up' }).click();
  await expectLocator(page.getByText('The identity verification was canceled at the identity provider.')).toBeVisible();
  await expectLocator(page.getByText('Identity verification validation has failed.')).toBeHidden();
  expect(new URL(page.url()).search).toBe('');

  const provider = await openProvider(page);
  await page.reload();
  await showIdentity(provider);
  await provider.getByRole('button', { name: 'Agree and share' }).click();
  await expectLocator(page.getByText('Lena')).toBeVisible();

  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: 'Something is wrong: verify again' }).click();
  await expectAccessible(page, 'confirmation with blocked popups');
  await page.getByRole('button', { name: 'Continue on a phone' }).click();
  await expectLocator(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page, 'phone');
  const link = await page.getByRole('link', { name: 'Link to the identity provider' }).getAttribute('href');
  const phone = await site.browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  await other.goto(link ?? '');
  await expectNoSidewaysScroll(other, 'identity provider');
  await showIdentity(other, 'Mona');
  await other.getByRole('button', { name: 'Agree and share' }).click();
  await expectLocator(other.getByText('The verification continues on your computer.')).toBeVisible();
  await expectLocator(page.getByText('Mona')).toBeVisible();
  await confirmInformation(page);
  await phone.close();
  await site.leave(page);
});

test('a verification that fails leads to a document, which is reviewed', { tags: ['hard'] }, async () => {
  const page = await site.visitAs('upload', '/account/dashboard');
  const manual = page.getByRole('dialog', { name: 'Manual verification' });
  await manual.getByRole('button', { name: 'Submit' }).click();
  await expectLocator(manual.getByText('Please select a file to upload')).toBeVisible();
  await expectAccessible(page, 'manual verification');
  await manual.getByLabel('Identity document').setInputFiles(photoFile);
  await manual.getByRole('button', { name: 'Submit' }).click();
  await expectLocator(page.getByText('Identification has been sent.')).toBeVisible();
  await expectLocator(page.getByRole('dialog', { name: 'Welcome!' })).toBeVisible();

  const reviewer = await site.visitAs('sysadmin', '/admin/idproofing');
  await expectAccessible(reviewer, 'identity reviews');
  await reviewer.getByRole('link', { name: 'Ulrich Dean' }).click();
  await expectLocator(reviewer.getByRole('article', { name: 'photo.png' }).getByRole('img')).toBeVisible();
  await expectAccessible(reviewer, 'identity review');
  await reviewer.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(reviewer, 'identity review');
  await reviewer.setViewportSize({ width: 1280, height: 900 });
  await reviewer.getByRole('button', { name: 'Approve' }).click();
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expectLocator(reviewer.getByText('The document was approved.')).toBeVisible();
  await expectLocator(reviewer.getByRole('button', { name: 'Approve' })).toBeHidden();
  await site.leave(reviewer);
  await site.leave(page);
});

test('an administrator reactivates a canceled organization', { tags: ['hard'] }, async () => {
  const page = await site.visitAs('reactivate', '/account/dashboard');
  const dialog = page.getByRole('dialog', { name: 'Reactivate your organization' });
  await expectLocator(dialog).toBeVisible();
  await expectAccessible(page, 'reactivation');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Request Reactivation' }).click();
  await expectLocator(page.getByText('Organization successfully reactivated.')).toBeVisible();
  await expectLocator(page.getByRole('dialog')).toBeHidden();
  await site.leave(page);
});

test('a reactivation that has to be paid leads to the payment provider and back', { tags: ['hard'] }, async () => {
  const page = await site.visitAs('reactivatepay', '/account/dashboard');
  const dialog = page.getByRole('dialog', { name: 'Reactivate your organization' });
  await dialog.getByRole('button', { name: 'Request Reactivation' }).click();
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Pay at the payment provider' }).click();
  const shop = await opened;
  await shop.getByRole('button', { name: 'Pay' }).click();
  await expectLocator(shop.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await dialog.getByRole('button', { name: 'I have paid' }).click();
  await expectLocator(page.getByText('Organization successfully reactivated.')).toBeVisible();
  await site.leave(page);
});
