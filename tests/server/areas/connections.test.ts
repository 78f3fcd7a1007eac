import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organizationUsers, users } from '../../../server/database/schema/people.ts';
import { ApiError } from '../../../shared/client/apiError.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { Browser } from '../identity/browser.ts';
import { passThrough, startOtherProvider } from '../identity/otherProvider.ts';
import { authorization } from '../identity/signIn.ts';

const origin = 'http://localhost:3000';
const callback = `${origin}/oidc-sso/callback`;
const secret = 'shared-with-the-hospital';
let running: TestApp;
let client: Client;
let hospital: Awaited<ReturnType<typeof startOtherProvider>>;
let organizations: readonly [string, string];
beforeAll(async () => {
  running = await startApp({ env: { PUBLIC_URL: origin, SSO_ALLOW_PRIVATE: 'true' } });
  hospital = await startOtherProvider([callback]);
  client = running.client('SysAdmin');
  const { items } = await client.organizations.list({ query: { pageSize: 100 } });
  const [first, second] = items.filter(({ isEnabled }) => isEnabled);
  organizations = [first?.id ?? '', second?.id ?? ''];
});
afterAll(async () => {
  await hospital.close();
  await running.close();
});

let number = 0;
const add = (change: Partial<Parameters<Client['connections']['create']>[0]['body']> = {}) =>
  client.connections.create({
    body: {
      name: `hospital-${(number += 1)}`,
      organizationId: organizations[0],
      issuer: hospital.issuer,
      clientId: 'carepost-here',
      clientSecret: secret,
      domains: ['hospital.example'],
      ...change,
    },
  });
const refusal = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  if (!(error instanceof ApiError)) throw new Error('The call was not refused.');
  return { code: error.code, fields: error.body };
};

/** A person, who belongs to these organizations. */
const addPerson = async (memberships: readonly string[], change: Partial<typeof users.$inferInsert> = {}) => {
  const id = randomUUID();
  const [organizationId = null] = memberships;
  const names = { firstName: 'Pat', lastName: 'Example', userName: `pat-${id}@hospital.example` };
  await running.database.db.insert(users).values({ id, ...names, role: 'User', organizationId, ...change });
  if (memberships.length > 0)
    await running.database.db
      .insert(organizationUsers)
      .values(memberships.map((organization) => ({ organizationId: organization, userId: id })));
  return { id, userName: change.userName ?? names.userName };
};

/** Signs in by a connection; the page or redirect that the person ends at. */
const signIn = async (connection: string, person?: { readonly id: string; readonly userName: string }) => {
  if (person) hospital.setPerson({ email: person.userName, email_verified: true }, person.id);
  const browser = new Browser(running.app, origin);
  const page = await browser.follow(authorization(origin, { connection }).address);
  if (page.status >= 400) return page;
  return browser.follow(await passThrough(page.location ?? '', callback));
};
const isIn = ({ location }: { location?: string | undefined }) => location?.includes('code=') === true;

describe('a connection', () => {
  test('keeps its secret encrypted, and no response or audit row has it', async () => {
    const made = await add({ domains: ['Hospital.Example', 'hospital.example'], displayName: 'St. Mary' });
    expect(made).toMatchObject({
      displayName: 'St. Mary',
      domains: ['hospital.example'],
      hasSecret: true,
      isEnabled: true,
      signInUrl: `${origin}/account/login/${made.name}`,
      redirectUrl: callback,
      version: 1,
    });
    await client.connections.update({ params: { id: made.id }, body: { clientSecret: 'another-secret', version: 1 } });
    const { rows } = await running.database.pool.query<{ stored: string; trail: string }>(
      `select client_secret as stored, (select string_agg(changes::text, ' ') from audit_entries where target_id = sso_connections.id::text) as trail
       from sso_connections where id = $1`,
      [made.id],
    );
    expect(rows[0]?.stored).toMatch(/^sealed\.v1\./);
    expect(rows[0]?.trail).toContain('(hidden, new)');
    const all = JSON.stringify([rows, made, await client.connections.list({})]);
    expect(all).not.toContain(secret);
    expect(all).not.toContain('another-secret');
  });

  test('has a name of its own, also where two are added at once', async () => {
    const both = await Promise.allSettled([add({ name: 'twice' }), add({ name: 'twice' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(add({ name: 'twice' }))).toMatchObject({ code: 'E-NAME-TAKEN' });
    expect(await refusal(add({ name: 'Not this' }))).toMatchObject({ code: 'E-REQUEST-INVALID' });
    expect(await refusal(add({ organizationId: randomUUID() }))).toMatchObject({ code: 'E-REQUEST-INVALID' });
    expect(await refusal(add({ issuer: `${origin}/oidc` }))).toMatchObject({ code: 'E-REQUEST-INVALID' });
    expect((await refusal(add({ issuer: 'ftp://login.example.org' }))).fields).toMatchObject({
      errors: { issuer: 'must be an address such as https://login.example.org' },
    });
  });

  test('needs its secret again for another issuer, and refuses a save of an older version', async () => {
    const { id } = await add();
    const change = (body: Parameters<Client['connections']['update']>[0]['body']) =>
      client.connections.update({ params: { id }, body });
    const issuer = 'https://login.hospital.example';
    expect((await refusal(change({ issuer }))).fields).toMatchObject({
      errors: { clientSecret: 'must be entered again, because the issuer is another one' },
    });
    expect(await change({ issuer, clientSecret: secret, version: 1 })).toMatchObject({ issuer, version: 2 });
    expect(await refusal(change({ isEnabled: false, version: 1 }))).toMatchObject({ code: 'E-VERSION-CONFLICT' });
    expect(await change({ issuer: `${issuer}/` })).toMatchObject({ issuer: `${issuer}/` });
    expect(await change({ clientSecret: null })).toMatchObject({ hasSecret: false });
  });

  test('that is the only way to sign in for an organization of the brand is neither disabled nor deleted', async () => {
    const { id, name } = await add();
    const { pool } = running.database;
    const { rows } = await pool.query<{ id: string }>('select brand_id as id from organizations where id = $1', [
      organizations[1],
    ]);
    const brand = rows[0]?.id ?? (await client.brands.list()).items[0]?.id;
    await pool.query('update brands set connection_name = $1 where id = $2', [name, brand]);
    await pool.query('update organizations set brand_id = $1, password_sign_in = false where id = $2', [
      brand,
      organizations[1],
    ]);
    expect(await refusal(client.connections.delete({ params: { id } }))).toMatchObject({ code: 'E-IN-USE' });
    const disabled = client.connections.update({ params: { id }, body: { isEnabled: false } });
    expect(await refusal(disabled)).toMatchObject({ code: 'E-IN-USE' });
    await pool.query('update organizations set password_sign_in = true where id = $1', [organizations[1]]);
    await client.connections.delete({ params: { id } });
    expect(await refusal(client.connections.get({ params: { id } }))).toMatchObject({ code: 'E-NOT-FOUND' });
  });
});

describe('people', () => {
  test('of the organization sign in; others, platform administrators and foreign addresses do not, and are not linked', async () => {
    const { name } = await add();
    const member = await addPerson([organizations[0]]);
    expect(isIn(await signIn(name, member))).toBe(true);
    expect(isIn(await signIn(name, member))).toBe(true);
    const refused = [
      await addPerson([organizations[1]]),
      await addPerson([]),
      await addPerson([organizations[0]], { role: 'SysAdmin' }),
      await addPerson([organizations[0]], { userName: `${randomUUID()}@other.example` }),
    ];
    for (const person of refused) expect((await signIn(name, person)).status, person.userName).toBe(403);
    const { rows } = await running.database.pool.query('select user_id as id from identity_links where issuer = $1', [
      hospital.issuer,
    ]);
    expect(rows).toEqual([{ id: member.id }]);
    // The link stays; the membership decides at each sign-in.
    await running.database.pool.query('delete from organization_users where user_id = $1', [member.id]);
    expect((await signIn(name, member)).status).toBe(403);
  });

  test('sign in no more by a connection that is disabled or deleted, from the next sign-in on; sessions continue', async () => {
    const { id, name } = await add();
    const person = await addPerson([organizations[0]]);
    hospital.setPerson({ email: person.userName, email_verified: true }, person.id);
    const browser = new Browser(running.app, origin);
    const page = await browser.follow(authorization(origin, { connection: name }).address);
    const arrived = await browser.follow(await passThrough(page.location ?? '', callback));
    expect(isIn(arrived)).toBe(true);
    await client.connections.update({ params: { id }, body: { isEnabled: false } });
    expect(await signIn(name)).toMatchObject({ status: 404 });
    const silent = await browser.follow(authorization(origin, { prompt: 'none' }).address);
    expect(isIn(silent)).toBe(true);
    await client.connections.update({ params: { id }, body: { isEnabled: true } });
    expect(isIn(await signIn(name, person))).toBe(true);
    await client.connections.delete({ params: { id } });
    expect(await signIn(name)).toMatchObject({ status: 404 });
  });

  test('who open the sign-in page are not told which organizations have a connection', async () => {
    const { displayName } = await add({ displayName: `Secret customer ${randomUUID()}` });
    const page = await new Browser(running.app, origin).follow(authorization(origin, {}).address);
    expect(page.text).toContain('<h1>Sign in</h1>');
    expect(page.text).not.toContain(displayName);
  });
});

describe('the test of a connection', () => {
  const testOf = async (change: Parameters<typeof add>[0]) => {
    const { id } = await add(change);
    const { isOk, steps } = await client.connections.test({ params: { id } });
    const { rows } = await running.database.pool.query<{ changes: unknown }>(
      `select changes from audit_entries where target_id = $1 and action = 'connections.test'`,
      [id],
    );
    return { isOk, steps, last: steps.at(-1), audited: rows };
  };

  test('goes all the way where everything is right', async () => {
    const { isOk, steps, audited } = await testOf({});
    expect(steps.map(({ name, result }) => [name, result])).toEqual([
      ['discovery', 'passed'],
      ['keys', 'passed'],
      ['client', 'passed'],
      ['redirect', 'passed'],
    ]);
    expect(isOk).toBe(true);
    expect(audited).toEqual([{ changes: { result: { before: null, after: 'passed' } } }]);
  });

  test.each([
    [
      'an issuer that does not answer',
      { issuer: 'http://127.0.0.1:1' },
      'discovery',
      'cannot be reached (ECONNREFUSED)',
    ],
    ['an issuer without discovery', 'elsewhere', 'discovery', 'responded with status 404'],
    ['a wrong secret', { clientSecret: 'wrong' }, 'client', 'check client id and client secret'],
    ['no secret', { clientSecret: undefined }, 'client', 'without a secret'],
    [
      'a client that the provider does not know',
      { clientId: 'nobody' },
      'client',
      'does not accept the client "nobody"',
    ],
  ])('says what is wrong with %s', async (_name, change, step, text) => {
    const { isOk, last } = await testOf(
      typeof change === 'string' ? { issuer: `${hospital.issuer}/${change}` } : change,
    );
    expect([isOk, last?.name, last?.result]).toEqual([false, step, 'failed']);
    expect(last?.text).toContain(text);
  });

  test('says which redirect address is missing at the provider', async () => {
    const other = await startOtherProvider(['https://elsewhere.example/callback']);
    const { last } = await testOf({ issuer: other.issuer });
    await other.close();
    expect(last).toMatchObject({ name: 'redirect', result: 'failed' });
    expect(last?.text).toContain(`register ${callback}`);
  });
});

test('private addresses are refused when saved, and calls to them at a test and a sign-in, unless the operator says so', async () => {
  const guarded = await startApp({ env: { PUBLIC_URL: origin } });
  try {
    const sysAdmin = guarded.client('SysAdmin');
    const organizationId = (await sysAdmin.organizations.list({ query: { pageSize: 1 } })).items[0]?.id ?? '';
    const body = { name: 'inside', organizationId, issuer: hospital.issuer, clientId: 'carepost-here' };
    expect((await refusal(sysAdmin.connections.create({ body }))).fields).toMatchObject({
      errors: { issuer: 'must be a public address: private, loopback and link-local addresses are refused' },
    });
    const { id } = await sysAdmin.connections.create({ body: { ...body, issuer: 'https://login.example' } });
    await guarded.database.pool.query('update sso_connections set issuer = $1', [hospital.issuer]);
    const { steps } = await sysAdmin.connections.test({ params: { id } });
    expect(steps.at(-1)?.text).toContain('has a private address, and calls to such are not allowed');
    const page = await new Browser(guarded.app, origin).follow(authorization(origin, { connection: 'inside' }).address);
    expect(page.status).toBe(502);
  } finally {
    await guarded.close();
  }
});
