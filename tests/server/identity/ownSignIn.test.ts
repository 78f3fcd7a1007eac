import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { injectedHttp } from '../../support/injectedHttp.ts';
import { refusal } from '../areas/organizationBuilders.ts';
import { Browser } from './browser.ts';
import { addUser, password, startIdentity } from './identityServer.ts';
import { authorization, codeOf, type Person, refresh, signIn, typePassword, whoIs } from './signIn.ts';

/** What users change about their own sign-in: codes by e-mail, recovery codes, password, sessions (quality AU-4, AU-5, SS-3). */

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  // The tests move the clock on without an action of the user.
  server = await startIdentity({ config: { idleSeconds: 3600 } });
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A user who is signed in; `later` moves the clock of the test and renews the token, as the web application does. */
async function signedIn() {
  const user = await addUser(server.database);
  const { tokens } = await signIn(server, user);
  let { access_token: accessToken, refresh_token: refreshToken } = tokens;
  const token = () => ({ accessToken, expiresAt: Number.MAX_SAFE_INTEGER });
  const own: Client = createClient({
    http: injectedHttp(server.app),
    wire,
    token: { current: token, renew: () => Promise.resolve(token()) },
    retry: { attempts: 1 },
  });
  const later = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    const { body } = await refresh(server, refreshToken);
    ({ access_token: accessToken, refresh_token: refreshToken } = body);
  };
  return { user, tokens, own, later };
}

async function mailedTo(recipient: string): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ body: string }>(
    'select body from mails where recipient = $1 order by created_at',
    [recipient],
  );
  return rows.flatMap(({ body }) => /one-time code is (\d{6})/.exec(body)?.[1] ?? []);
}
const lastCode = async (user: Person) => (await mailedTo(user.userName)).at(-1) ?? '';

const begin = async (user: Person) => {
  const browser = new Browser(server.app, server.origin);
  return { browser, page: await typePassword(browser, authorization(server.origin).address, user) };
};

/** A user whose codes are mailed, with the recovery codes. */
async function withMailedCodes() {
  const session = await signedIn();
  await session.own.users.sendCode({});
  const { recoveryCodes } = await session.own.users.enableMailedCodes({
    query: { code: await lastCode(session.user) },
  });
  return { ...session, recoveryCodes };
}

const isIn = async (token: string) => (await whoIs(server, token)).status === 200;

describe('codes by e-mail', () => {
  test('are on once one was entered, and every sign-in mails another one that works once', async () => {
    const { user, own } = await withMailedCodes();
    expect(await own.account.signIn()).toEqual({
      hasPassword: true,
      hasAuthenticator: false,
      hasMailedCodes: true,
      recoveryCodesLeft: 10,
    });
    expect(await refusal(own.users.enableMailedCodes({ query: { code: '000000' } }))).toMatchObject({
      code: 'E-TWO-FACTOR-ON',
    });
    const first = await begin(user);
    expect([codeOf(first.page), first.page.text.includes('We have mailed you a code')]).toEqual(['', true]);
    expect(first.page.text).not.toContain(user.userName);
    const code = await lastCode(user);
    expect(codeOf(await first.browser.submit(first.page, { code }))).not.toBe('');
    const second = await begin(user);
    expect(codeOf(await second.browser.submit(second.page, { code }))).toBe('');
  });

  test('are mailed five times in a quarter of an hour, however many are requested; the last one works', async () => {
    const { user, own, later } = await signedIn();
    const requests = await Promise.all(
      Array.from({ length: 20 }, () =>
        own.users.sendCode({}).then(
          () => 'mailed',
          (error: unknown) => refusal(Promise.reject(error as Error)),
        ),
      ),
    );
    expect(requests.filter((result) => result === 'mailed')).toHaveLength(5);
    expect(requests.find((result) => result !== 'mailed')).toMatchObject({ status: 409, code: 'E-CODES-SENT' });
    expect(await mailedTo(user.userName)).toHaveLength(5);
    vi.useFakeTimers({ toFake: ['Date'] });
    await later(16);
    await own.users.verifyCode({ params: { id: user.id }, body: { password } });
    await own.users.sendCode({});
    await own.users.enableMailedCodes({ query: { code: await lastCode(user) } });
    const { page, browser } = await begin(user);
    expect(page.text).toContain('We have mailed you a code');
    const again = await browser.send(`${page.url}/code/again`, { method: 'POST', form: {} });
    expect([again.status, await mailedTo(user.userName).then((codes) => codes.length)]).toEqual([200, 8]);
    expect(codeOf(await browser.submit(page, { code: await lastCode(user) }))).not.toBe('');
  });

  test('are guessed three times at most, also by fifty guesses at once, and expire', async () => {
    const { user, own, later } = await signedIn();
    await own.users.sendCode({});
    const code = await lastCode(user);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const enable = (entered: string) => own.users.enableMailedCodes({ query: { code: entered } });
    await Promise.allSettled(Array.from({ length: 50 }, () => enable(wrong)));
    const { rows } = await server.database.pool.query('select failures from mailed_codes where user_id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ failures: 3 }]);
    expect(await refusal(enable(code))).toMatchObject({ status: 400, code: 'E-TWO-FACTOR-CODE' });
    await own.users.sendCode({});
    vi.useFakeTimers({ toFake: ['Date'] });
    await later(11);
    expect(await refusal(enable(await lastCode(user)))).toMatchObject({ code: 'E-TWO-FACTOR-CODE' });
  });

  test('are stored encrypted, recovery codes as hashes', async () => {
    const { user, recoveryCodes } = await withMailedCodes();
    await begin(user);
    const stored = await server.database.pool.query(
      'select m.code, r.code_hash from mailed_codes m join recovery_codes r using (user_id) where user_id = $1',
      [user.id],
    );
    const text = JSON.stringify(stored.rows);
    expect(stored.rows).toHaveLength(10);
    for (const secret of [await lastCode(user), ...recoveryCodes]) expect(text).not.toContain(secret);
  });
});

test('a recovery code signs in once, instead of a code', async () => {
  const { user, own, recoveryCodes } = await withMailedCodes();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ''] = recoveryCodes;
  const attempts = await Promise.all(
    [1, 2].map(async () => {
      const { browser, page } = await begin(user);
      return codeOf(await browser.submit(page, { code: ` ${code.toUpperCase()}` }));
    }),
  );
  expect(attempts.filter((text) => text !== '')).toHaveLength(1);
  expect(await own.account.signIn()).toMatchObject({ recoveryCodesLeft: 9 });
});

describe('changes of the own sign-in', () => {
  test('need a recent sign-in, or the password or a code entered again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { user, own, later } = await withMailedCodes();
    const { recoveryCodes } = await own.account.recoveryCodes();
    await later(16);
    for (const call of [own.account.recoveryCodes, own.account.disableTwoFactor])
      expect(await refusal(call())).toMatchObject({ status: 403, code: 'E-STEP-UP' });
    const params = { id: user.id };
    const { verifyCode } = own.users;
    // With codes on the password alone is what a thief may have.
    expect(await refusal(verifyCode({ params, body: { password } }))).toMatchObject({ code: 'E-TWO-FACTOR-CODE' });
    const other = await addUser(server.database);
    expect(await refusal(verifyCode({ params: { id: other.id }, body: { password } }))).toMatchObject({ status: 404 });
    await verifyCode({ params, body: { code: recoveryCodes[0] ?? '' } });
    await own.account.disableTwoFactor();
    expect(await own.account.signIn()).toMatchObject({ hasMailedCodes: false, recoveryCodesLeft: 0 });
    expect(codeOf((await begin(user)).page)).not.toBe('');
    await later(16);
    expect(await refusal(own.account.recoveryCodes())).toMatchObject({ code: 'E-STEP-UP' });
    expect(await refusal(own.users.startTwoFactor({}))).toMatchObject({ code: 'E-STEP-UP' });
    await verifyCode({ params, body: { password } });
    expect(await refusal(own.account.recoveryCodes())).toMatchObject({ code: 'E-TWO-FACTOR-OFF' });
    await own.users.startTwoFactor({});
  });

  test('of the password need the present one, keep this session and end all others', async () => {
    const { user, tokens, own } = await signedIn();
    const other = await signIn(server, user);
    expect((await own.account.sessions()).items.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    const change = (currentPassword: string, newPassword: string) =>
      own.account.changePassword({ body: { currentPassword, newPassword } });
    expect(await refusal(change('wrong', 'another long password'))).toMatchObject({
      status: 400,
      code: 'E-PASSWORD-WRONG',
      modelState: { currentPassword: ['The password is not right.'] },
    });
    for (const [refused, problem] of [
      ['short', 'must have at least 8 characters'],
      ['password123', 'must not be one of the most common passwords'],
      [password, 'must differ from the current password'],
      [user.userName.toUpperCase(), 'must not be the user name'],
      [user.userName.split('@')[0] ?? '', 'must not be the user name'],
    ] as const)
      expect(await refusal(change(password, refused))).toMatchObject({ modelState: { newPassword: [problem] } });
    expect(await change(password, 'another long password')).toEqual({ ended: 1 });
    expect([await isIn(tokens.access_token), await isIn(other.tokens.access_token)]).toEqual([true, false]);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
    expect((await refresh(server, other.tokens.refresh_token)).status).toBe(400);
    expect(codeOf((await begin(user)).page)).toBe('');
    expect(codeOf((await begin({ ...user, password: 'another long password' })).page)).not.toBe('');
  });

  test('are guessed three times at most, without locking the sign-in page', async () => {
    const { user, own } = await signedIn();
    const guess = (currentPassword: string) =>
      own.account.changePassword({ body: { currentPassword, newPassword: 'another long password' } });
    await Promise.allSettled(Array.from({ length: 50 }, () => guess('wrong')));
    expect(await refusal(guess(password))).toMatchObject({ code: 'E-PASSWORD-WRONG' });
    expect(codeOf((await begin(user)).page)).not.toBe('');
  });

  test('end all other sessions, of browsers and command lines', async () => {
    const { user, tokens, own } = await signedIn();
    const others = [await signIn(server, user), await signIn(server, user)];
    expect(await own.account.signOutOthers()).toEqual({ ended: 2 });
    for (const { tokens: ended, browser } of others) {
      expect(await isIn(ended.access_token)).toBe(false);
      const page = await browser.follow(authorization(server.origin, { prompt: 'none' }).address);
      expect(new URL(page.location ?? 'x:').searchParams.get('error')).toBe('login_required');
    }
    expect(await isIn(tokens.access_token)).toBe(true);
    expect((await own.account.sessions()).items).toMatchObject([{ isCurrent: true }]);
  });
});
