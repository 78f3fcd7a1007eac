import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdministrator } from '../server/proofing/proofingVisitor.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { signIn } from '../support/signIn.ts';
import { openSite, storedIn, type TestSite } from '../support/testSite.ts';
import {
  answer,
  confirmInformation,
  openProvider,
  showIdentity,
  submitAnswers,
  submitIdentity,
} from './onboardingSteps.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const query = async (text: string, value: string): Promise<string> => {
  const { rows } = await site.server.database.pool.query<{ value: string }>(text, [value]);
  return rows[0]?.value ?? '';
};
const title = (page: Page, name: string) =>
  expectLocator(page.getByRole('dialog', { name, exact: true })).toBeVisible();

/** The administrator of a new organization creates the password by the mailed link and signs in. */
const acceptInvitation = async (name: string, flow: 'standard' | 'legacy'): Promise<Page> => {
  const { organizations, users } = site.server.client('SysAdmin');
  const subdomain = name.toLowerCase().replaceAll(' ', '-');
  const brandId = await query('select id as value from brands where onboarding_flow = $1 limit 1', flow);
  const { id } = await organizations.create({ body: { name, subdomain, brandId } });
  const userName = `admin@${subdomain}.example`;
  const userDetails = { firstName: 'Lena', lastName: 'Ortiz', userName, roleName: 'Administrator' as const };
  await users.create({ body: { userDetails, organizationId: id, emailCreatePassword: true } });
  const mail = await query('select body as value from mails where recipient = $1', userName);
  const page = await site.visit(/\/oidc\/password\?token=\S+/.exec(mail)?.[0] ?? '');
  const password = 'a long first password';
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expectLocator(page.getByRole('heading', { name: 'Your password is saved' })).toBeVisible();
  await page.goto(site.url);
  await signIn(page, { userName, password });
  await title(page, 'License agreement');
  return page;
};

/** A platform administrator activates the organization; its administrator lands on its start page, and pages that need the activation open. */
const expectActivation = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${site.url}/account/directory`);
  await expectLocator(page.getByText('This page opens when your organization is activated.')).toBeVisible();
  const filter = encodeURIComponent(JSON.stringify({ q: name }));
  const support = await site.visitAs('sysadmin', `/admin/organizations?filter=${filter}`);
  await support.getByRole('button', { name: `Actions for ${name}` }).click();
  await support.getByRole('menuitem', { name: 'Activation Status' }).click();
  await support.getByRole('radio', { name: 'Activated', exact: true }).click();
  await support.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectLocator(support.getByText('Organization Activation Status has been updated.')).toBeVisible();
  await site.leave(support);
  await page.goto(site.url);
  await page.waitForURL('**/account/dashboard');
  await expectLocator(page.getByText('Activated', { exact: true })).toBeVisible();
  await page.goto(`${site.url}/account/directory`);
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Find Provider' })).toBeVisible();
  await expectLocator(page.getByRole('dialog')).toBeHidden();
};

test('an invitation mail leads over license, verification, confirmation and activation to the start page of the organization', {
  tags: ['hard'],
}, async () => {
  const name = 'Whole Way Clinic';
  const page = await acceptInvitation(name, 'standard');
  await answer(page, 'License agreement', 'Next', true);
  const provider = await openProvider(page);
  await showIdentity(provider);
  await provider.getByRole('button', { name: 'Agree and share' }).click();
  await confirmInformation(page);
  await answer(page, 'Welcome!', 'Close');
  await expectActivation(page, name);
  expect(await storedIn(page)).not.toMatch(/Ortiz|1980/);
  await site.leave(page);
});

test('the same with the legacy flow: license, welcome, introduction, terms, identity, questions, decision, activation', {
  tags: ['hard'],
}, async () => {
  const name = 'Legacy Way Clinic';
  const page = await acceptInvitation(name, 'legacy');
  await answer(page, 'License agreement', 'Next', true);
  await answer(page, 'Welcome', 'Next');
  await answer(page, 'Identity verification', 'Next');
  await answer(page, 'Terms of the verification', 'Next', true);
  await submitIdentity(page);
  await submitAnswers(page);
  await answer(page, 'Congratulations', 'Close');
  await expectActivation(page, name);
  expect(await storedIn(page)).not.toMatch(/Harbor|1980|219-?09/);
  await site.leave(page);
});

/** The same person in a second tab, at the same dialog. */
const secondTab = async (page: Page, dialog: string): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(`${site.url}/account/dashboard`);
  await title(tab, dialog);
  return tab;
};
const stepChanged = /^This step was changed meanwhile/;

test('in two tabs the second one accepts again without an error, goes on where the first one is, and is told why', {
  tags: ['hard'],
}, async () => {
  const first = await acceptInvitation('Two Tabs Clinic', 'standard');
  const second = await secondTab(first, 'License agreement');
  await answer(first, 'License agreement', 'Next', true);
  await title(first, 'Identity verification');
  await answer(second, 'License agreement', 'Next', true);
  await title(second, 'Identity verification');
  await expectLocator(second.getByRole('alert')).toBeHidden();
  const provider = await openProvider(first);
  await showIdentity(provider);
  await provider.getByRole('button', { name: 'Agree and share' }).click();
  const third = await secondTab(first, 'Review and confirm your information');
  await confirmInformation(first);
  for (const [tab, button] of [
    [second, 'Continue in this tab'],
    [third, 'Confirm'],
  ] as const) {
    const dialog = tab.getByRole('dialog');
    if (button === 'Confirm') await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expectLocator(tab.getByText(stepChanged)).toBeVisible();
    await title(tab, 'Welcome!');
  }
  await site.leave(first);
});

test('in two tabs of the legacy flow the second one goes on where the first one is, and is told where what it sent was not used', {
  tags: ['hard'],
}, async () => {
  const first = await acceptInvitation('Two Legacy Tabs Clinic', 'legacy');
  await answer(first, 'License agreement', 'Next', true);
  await title(first, 'Welcome');
  for (const [dialog, next, button, hasBox] of [
    ['Welcome', 'Identity verification', 'Next', false],
    ['Identity verification', 'Terms of the verification', 'Next', false],
    ['Terms of the verification', 'Your identity', 'Next', true],
  ] as const) {
    const second = await secondTab(first, dialog);
    await answer(first, dialog, button, hasBox);
    await title(first, next);
    await answer(second, dialog, button, hasBox);
    await title(second, next);
    await second.close();
  }
  const form = await secondTab(first, 'Your identity');
  await submitIdentity(first);
  const questions = await secondTab(first, 'Submit Answers');
  await submitIdentity(form);
  await expectLocator(form.getByText(stepChanged)).toBeVisible();
  await title(form, 'Submit Answers');
  await submitAnswers(first);
  await title(first, 'Congratulations');
  await submitAnswers(questions);
  await expectLocator(questions.getByText(stepChanged)).toBeVisible();
  await title(questions, 'Congratulations');
  await site.leave(first);
});

describe('refusals of the identity provider', () => {
  const canceled = 'The identity verification was canceled at the identity provider.';
  test.each([
    ['giving up', 'Give up', false, 'Identity verification', canceled],
    ['a consent that is refused', 'Give up', true, 'Identity verification', canceled],
    ['a face that does not match the ID', 'ID and face do not match', true, 'Manual verification', undefined],
  ] as const)('%s', { tags: ['hard'] }, async (_what, button, isShown, next, text) => {
    const page = await site.visitAs(await newAdministrator(site.server), '/account/dashboard');
    const provider = await openProvider(page);
    if (isShown) await showIdentity(provider);
    const closed = provider.waitForEvent('close');
    await provider.getByRole('button', { name: button }).click();
    await closed;
    await title(page, next);
    if (text) await expectLocator(page.getByRole('alert')).toHaveText(text);
    await page.reload();
    await title(page, next);
    await site.leave(page);
  });

  test('a visit that has expired says so; when its window is closed, the verification starts again', {
    tags: ['hard'],
  }, async () => {
    const page = await site.visitAs(await newAdministrator(site.server), '/account/dashboard');
    const provider = await openProvider(page);
    await query('update demo_proofing set expires_at = now() where id = $1', provider.url().split('/').at(-1) ?? '');
    await provider.getByRole('button', { name: 'Give up' }).click();
    await expectLocator(provider.getByText('This verification does not exist or has expired.')).toBeVisible();
    await provider.close();
    await expectLocator(page.getByText(/^The new tab was closed before finishing up/)).toBeVisible();
    await openProvider(page);
    await site.leave(page);
  });

  test('a link for the phone that has expired ends the wait for it', { tags: ['hard'] }, async () => {
    const member = await newAdministrator(site.server);
    const page = await site.visitAs(member, '/account/dashboard');
    await page.getByRole('button', { name: 'Continue on a phone' }).click();
    await expectLocator(page.getByText('Waiting for the phone…')).toBeVisible();
    await query('update proofing_initiations set expires_at = now() where user_id = $1', member.userId);
    await expectLocator(page.getByText('The link has expired. Please, try again.')).toBeVisible();
    await title(page, 'Identity verification');
    await site.leave(page);
  });
});
