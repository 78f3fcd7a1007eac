import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountOf,
  type TestSite,
  expectAccessible,
  expectNoSidewaysScroll,
  openSharedSite,
} from '../support/testSite.ts';
import { looks } from '../support/looks.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { signIn } from '../support/signIn.ts';

/** The pages that the server itself renders: sign-in, device, sign-out (server/identity/pages). */
let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const authorization = (changes: Record<string, string> = {}) => {
  const parameters = {
    client_id: 'carepost-cli',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:9/callback',
    scope: 'openid',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  return `/oidc/auth?${new URLSearchParams(parameters).toString()}`;
};

const startDevice = async () => {
  const response = await fetch(`${site.url}/oidc/device/auth`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'carepost-cli', scope: 'openid' }),
  });
  return (await response.json()) as { readonly user_code: string };
};

/** The token of a link as the mail to the owner of a locked account has it. */
const unlockLink = async () => {
  const token = randomBytes(32).toString('base64url');
  await site.server.database.pool.query(
    `insert into unlock_links (id, user_id, token_hash, created_at, expires_at)
     select gen_random_uuid(), id, $1, now(), now() + interval '10 minutes' from users where user_name = 'user@carepost.example'`,
    [createHash('sha256').update(token).digest('base64url')],
  );
  return token;
};

const headingOf = (page: Page, name: RegExp) => page.getByRole('heading', { name }).textContent();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

const expectGood = async (page: Page, what: string) => {
  await expectAccessible(page, what);
  await expectNoSidewaysScroll(page, what);
};

describe.each(looks)('at %i pixels, dark: %s', { tags: ['scaled'] }, (width, dark) => {
  const look = { width, dark };
  test('the page of a mailed unlock link is accessible, and that of a link that is not valid', {
    tags: ['hard'],
  }, async () => {
    const token = await unlockLink();
    const page = await site.visit(`/oidc/unlock?token=${token}`, look);
    await expectGood(page, 'unlock');
    await site.server.database.pool.query('update unlock_links set used_at = now()');
    await page.getByRole('button', { name: 'Unlock' }).click();
    expect(await headingOf(page, /./)).toBe('This link is not valid');
    await expectGood(page, 'unlock, not valid');
    await page.goto(`${site.url}/oidc/password/forgotten`);
    await expectGood(page, 'forgotten password');
  });

  test('the sign-in page is accessible, with an error too', async () => {
    const page = await site.visit(authorization(), look);
    await expectGood(page, 'sign-in');
    expect(await focused(page)).toBe('userName');
    await signIn(page, { userName: 'nobody@example.org', password: 'wrong' });
    await page.getByRole('alert').waitFor();
    expect(await focused(page)).toBe('problem');
    // The name stays although the server does not send it back.
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('nobody@example.org');
    await expectGood(page, 'sign-in with an error');
  });

  test('signing in a device is accessible from the code to the end', { tags: ['hard'] }, async () => {
    const page = await site.visit('/oidc/device', look);
    await expectGood(page, 'device code');
    await page.getByLabel('Code shown on your device').fill('BBBB-BBBB');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await expectGood(page, 'device code with an error');
    const { user_code } = await startDevice();
    await page.getByLabel('Code shown on your device').fill(user_code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(user_code).waitFor();
    await expectGood(page, 'device confirmation');
    await page.getByRole('button', { name: 'Continue' }).click();
    await signIn(page, accountOf('user'));
    expect(await headingOf(page, /Your device is signed in/)).toBe('Your device is signed in');
    await expectGood(page, 'device signed in');
    await page.goto(`${site.url}/oidc/session/end`);
    await expectGood(page, 'sign-out');
    await page.getByRole('button', { name: 'Logout' }).click();
    expect(await headingOf(page, /You are logged out/)).toBe('You are logged out');
    await expectGood(page, 'logged out');
  });
});

test('the sign-in page works by keyboard alone', { tags: ['hard'] }, async () => {
  const page = await site.visit('/oidc/device');
  const { user_code } = await startDevice();
  await page.keyboard.press('Tab');
  await page.keyboard.type(user_code);
  await page.keyboard.press('Enter');
  await page.getByText(user_code).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // The page gives it the focus once it has loaded: keys that come earlier are lost.
  await expectLocator(page.getByLabel('E-mail address')).toBeFocused();
  const { userName, password } = accountOf('user');
  await page.keyboard.type(userName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  expect(await headingOf(page, /Your device is signed in/)).toBe('Your device is signed in');
});

test('signing in and out works without scripts', { tags: ['hard'] }, async () => {
  const context = await site.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/oidc/device`);
  const { user_code } = await startDevice();
  await page.getByLabel('Code shown on your device').fill(user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await signIn(page, accountOf('user'));
  expect(await headingOf(page, /Your device is signed in/)).toBe('Your device is signed in');
  await page.goto(`${site.url}/oidc/session/end`);
  await page.getByRole('button', { name: 'Logout' }).click();
  expect(await headingOf(page, /You are logged out/)).toBe('You are logged out');
  await context.close();
});

test('the policy of the sign-in page lets the browser go on to the command line', async () => {
  const page = await site.visit(authorization({ prompt: 'login' }));
  const left = page.waitForRequest((request) => request.url().startsWith('http://127.0.0.1:9/callback?code='));
  await signIn(page, accountOf('user'));
  expect(new URL((await left).url()).searchParams.get('code')).toMatch(/.{20}/);
});
