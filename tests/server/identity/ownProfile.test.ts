import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { injectedHttp } from '../../support/injectedHttp.ts';
import { refusal } from '../areas/organizationBuilders.ts';
import { Browser } from './browser.ts';
import { cleanExpired } from '../../../server/identity/cleanExpired.ts';
import { addUser, password, startIdentity } from './identityServer.ts';
import { signIn } from './signIn.ts';

/** The own record, the change of the own address, what one did, and mails about changes of the sign-in (quality AU-5). */

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());

async function signedIn() {
  const user = await addUser(server.database);
  const { tokens } = await signIn(server, user);
  const token = () => ({ accessToken: tokens.access_token, expiresAt: Number.MAX_SAFE_INTEGER });
  const own = createClient({
    http: injectedHttp(server.app),
    wire,
    token: { current: token, renew: () => Promise.resolve(token()) },
    retry: { attempts: 1 },
  });
  return { user, own };
}
const mailsTo = async (recipient: string) =>
  (
    await server.database.pool.query<{ subject: string; body: string }>(
      'select subject, body from mails where recipient = $1 order by created_at, id',
      [recipient],
    )
  ).rows;
const linkTo = async (email: string) =>
  /\S+\/oidc\/email\?token=\S+/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[0] ?? '';
const use = async (link: string) => {
  const token = new URL(link).searchParams.get('token') ?? '';
  const browser = new Browser(server.app, server.origin);
  expect((await browser.follow(link)).status).toBe(200);
  return browser.send('/oidc/email', { method: 'POST', form: { token }, headers: { origin: server.origin } });
};

test('name and job title are changed by the user; a job title that is none and an older version are refused', async () => {
  const { own } = await signedIn();
  const { version } = await own.people.current({});
  const jobTitle = (await own.people.jobs({})).items[0]?.id ?? '';
  const saved = await own.account.updateProfile({ body: { lastName: 'Rivers', jobTitle, version } });
  expect(saved).toMatchObject({ lastName: 'Rivers', jobTitle, version: version + 1 });
  expect(await own.people.current({})).toMatchObject({ lastName: 'Rivers', jobTitle });
  expect((await refusal(own.account.updateProfile({ body: { phone: '555-010-2345', version } }))).code).toBe(
    'E-VERSION-CONFLICT',
  );
  expect((await refusal(own.account.updateProfile({ body: { jobTitle: 'Wizard' } }))).code).toBe('E-REQUEST-INVALID');
});

test('a new address is the user name once its link is used; the former address is informed twice, and the link works once', async () => {
  const { user, own } = await signedIn();
  const email = `new-${randomUUID()}@example.org`;
  await own.account.changeEmail({ body: { email } });
  expect(await own.people.current({})).toMatchObject({ userName: user.userName });
  const link = await linkTo(email);
  expect((await use(link)).text).toContain('Your address is confirmed');
  expect(await own.people.current({})).toMatchObject({ userName: email });
  expect((await mailsTo(user.userName)).map(({ body }) => body.slice(0, 25))).toEqual([
    'A new e-mail address was ',
    'The e-mail address of you',
  ]);
  const again = await new Browser(server.app, server.origin).follow(link);
  expect([again.status, again.text.includes('This link is not valid')]).toEqual([400, true]);
  await signIn(server, { ...user, userName: email });
});

test('a link that is late says so, changes nothing and leads to the account, where another one is requested', async () => {
  const { user, own } = await signedIn();
  const email = `late-${randomUUID()}@example.org`;
  await own.account.changeEmail({ body: { email } });
  const link = await linkTo(email);
  const browser = new Browser(server.app, server.origin);
  const form = await browser.follow(link);
  await server.database.pool.query(`update email_links set expires_at = now() where user_id = $1`, [user.id]);
  await cleanExpired(server.database);
  for (const page of [await browser.follow(link), await browser.submit(form, {})]) {
    expect([page.status, page.text.includes('This link has expired')]).toEqual([410, true]);
    expect(page.text).toContain('href="http://localhost:3000/account/profile"');
  }
  expect(await own.people.current({})).toMatchObject({ userName: user.userName });
  await own.account.changeEmail({ body: { email } });
  expect((await use(await linkTo(email))).text).toContain('Your address is confirmed');
});

test('an address of another account gets a mail without a link; the response is the same', async () => {
  const { own } = await signedIn();
  const other = await addUser(server.database);
  await own.account.changeEmail({ body: { email: other.userName } });
  expect((await mailsTo(other.userName))[0]?.body).toContain('nothing was changed');
  expect(await linkTo(other.userName)).toBe('');
});

test('a link is refused where the address was taken meanwhile or a later link was mailed; more than 5 in an hour are refused', async () => {
  const { own } = await signedIn();
  const email = `taken-${randomUUID()}@example.org`;
  await own.account.changeEmail({ body: { email } });
  const first = await linkTo(email);
  await own.account.changeEmail({ body: { email } });
  expect((await new Browser(server.app, server.origin).follow(first)).status).toBe(400);
  const second = await linkTo(email);
  await addUser(server.database, { userName: email.toUpperCase() });
  expect((await use(second)).status).toBe(400);
  for (let sent = 0; sent < 5; sent += 1) await own.account.changeEmail({ body: { email } }).catch(() => undefined);
  expect((await refusal(own.account.changeEmail({ body: { email } }))).code).toBe('E-EMAIL-LINKS-SENT');
});

test('a change of the address needs a recent sign-in', async () => {
  const { user, own } = await signedIn();
  await server.database.pool.query(
    `update oidc_payloads set created_at = now() - interval '1 day' where model = 'Grant' and payload->>'accountId' = $1`,
    [user.id],
  );
  const change = () => own.account.changeEmail({ body: { email: `later-${randomUUID()}@example.org` } });
  expect((await refusal(change())).code).toBe('E-STEP-UP');
  await own.users.verifyCode({ params: { id: user.id }, body: { password } });
  expect((await change()).expiresAt).toBeTruthy();
});

test('a change of the password is mailed to the owner, and a link to a new address stops working', async () => {
  const { user, own } = await signedIn();
  const email = `stolen-${randomUUID()}@example.org`;
  await own.account.changeEmail({ body: { email } });
  await own.account.changePassword({ body: { currentPassword: password, newPassword: 'another long sentence' } });
  expect((await mailsTo(user.userName)).map(({ body }) => body.split('\n')[0])).toEqual([
    'A new e-mail address was requested for your account. It is used once the link that was mailed there is opened.',
    'The password of your account was changed.',
  ]);
  expect((await new Browser(server.app, server.origin).follow(await linkTo(email))).status).toBe(400);
});

test('everyone reads what the own account did, its address and its applications, and no other person', async () => {
  const { user, own } = await signedIn();
  const other = await addUser(server.database);
  await own.account.updateProfile({ body: { firstName: 'Sam' } });
  const params = { id: user.id };
  expect((await own.people.events({ params })).items.map(({ action }) => action)).toContain('account.updateProfile');
  expect((await own.people.requests({ params })).totalCount).toBeGreaterThan(0);
  expect((await own.people.signatures({ params })).totalCount).toBe(0);
  expect((await own.people.ipAddress({})).ipAddress).toBe('127.0.0.1');
  expect((await refusal(own.people.events({ params: { id: other.id } }))).code).toBe('E-NOT-FOUND');
  const [application] = (await own.people.current({})).applications;
  expect(application?.id).toBe('carepost-web');
  await own.people.endApplication({ params: { id: user.id, appId: 'carepost-web' } });
  expect((await refusal(own.people.current({}))).status).toBe(401);
});
