import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { asOwner } from '../../support/database/databases.ts';
import { injectedHttp } from '../../support/injectedHttp.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newAdministrator, person, photo, verify } from '../proofing/proofingVisitor.ts';
import { Browser } from './browser.ts';
import { addUser, password } from './identityServer.ts';
import { authorization, codeOf, signIn, typePassword } from './signIn.ts';

/** What signs people in and what proves who they are is neither in the log nor in a table, except hashed or encrypted (quality AD-4). */

const logged: string[] = [];
const sink = new PassThrough();
sink.on('data', (chunk: Buffer) => logged.push(String(chunk)));

let server: TestApp;
beforeAll(async () => {
  server = await startApp({ logTo: sink });
});
afterAll(() => server.close());

const mailTo = async (recipient: string) => {
  const { rows } = await server.database.pool.query<{ body: string }>(
    'select body from mails where recipient = $1 order by created_at desc limit 1',
    [recipient],
  );
  return rows[0]?.body ?? '';
};
const inMail = async (recipient: string, pattern: RegExp) => pattern.exec(await mailTo(recipient))?.[1] ?? '';

/** Every row of every table as text; mails hold what was mailed until they are sent. */
async function storedText(): Promise<Readonly<Record<string, string>>> {
  const tables = await server.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'mails'`,
  );
  const parts = tables.rows.map(
    ({ name }) => `select '${name}' as name, string_agg(t::text, chr(10)) as text from "${name}" t`,
  );
  const { rows } = await asOwner(server.database, parts.join(' union all '));
  return Object.fromEntries(
    (rows as { name: string; text: string | null }[]).map(({ name, text }) => [name, text ?? '']),
  );
}

test('passwords, codes, links, tokens and identity data leave no trace', async () => {
  const visit = { app: server.app, origin: server.config.publicUrl };
  const before = await storedText();
  const user = await addUser(server.database);
  const browser = new Browser(visit.app, visit.origin);
  const wrongPassword = 'canary wrong password';
  await typePassword(browser, authorization(visit.origin).address, { ...user, password: wrongPassword });
  const { tokens } = await signIn(visit, user);
  const token = { accessToken: tokens.access_token, expiresAt: Number.MAX_SAFE_INTEGER };
  const own = createClient({
    http: injectedHttp(visit.app),
    wire,
    token: { current: () => token, renew: () => Promise.resolve(token) },
    retry: { attempts: 1 },
  });
  await own.users.sendCode({});
  const enableCode = await inMail(user.userName, /one-time code is (\d{6})/);
  const { recoveryCodes } = await own.users.enableMailedCodes({ query: { code: enableCode } });
  const newPassword = 'canary words of a new password';
  await own.account.changePassword({ body: { currentPassword: password, newPassword } });
  const page = await typePassword(new Browser(visit.app, visit.origin), authorization(visit.origin).address, {
    ...user,
    password: newPassword,
  });
  const signInCode = await inMail(user.userName, /one-time code is (\d{6})/);
  expect(page.text).toContain('We have mailed you a code');

  const member = await newAdministrator(server);
  const colleague = `canary-${user.id}@people.example`;
  const details = { firstName: 'Robin', lastName: 'Vale', userName: colleague };
  await member.client.people.create({ body: details });
  const linkToken = await inMail(colleague, /\/oidc\/password\?token=([\w-]+)/);
  const linkPage = new Browser(visit.app, visit.origin);
  const form = await linkPage.follow(`${visit.origin}/oidc/password?token=${linkToken}`);
  const chosenPassword = 'canary chosen by a colleague';
  await linkPage.submit(form, { password: chosenPassword, repeated: chosenPassword });

  const id = await verify(server, member);
  await member.client.idproofing.validate({ body: { id } });
  const session = await member.client.idproofing.verificationSession({});
  await member.client.idproofing.confirm({ body: { sessionId: session.id } });

  const secrets = {
    password,
    wrongPassword,
    newPassword,
    chosenPassword,
    enableCode,
    signInCode,
    recoveryCode: recoveryCodes[0] ?? '',
    linkToken,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
    dateOfBirth: person.dateOfBirth,
    photo: Buffer.from(photo.bytes).toString('hex').slice(0, 64),
  };
  expect(codeOf(page)).toBe('');
  const found: string[] = [];
  const log = logged.join('');
  expect(log).toContain('/api/account/');
  const stored = await storedText();
  expect(stored['users']).toContain(colleague);
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThanOrEqual(6);
    // A code of six digits is also the middle of longer numbers, and may be one of the numbers of the demo data.
    const text = new RegExp(`(?<![\\w.])${secret.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
    if (text.test(log)) found.push(`${name} in the log`);
    for (const [table, rows] of Object.entries(stored))
      if (text.test(rows) && !text.test(before[table] ?? '')) found.push(`${name} in ${table}`);
  }
  expect(found).toEqual([]);
});
