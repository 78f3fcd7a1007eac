import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messageHub } from '../../../shared/rules/hubs.ts';
import { allOrSome } from '../../support/isHard.ts';
import { startServer, type TestServer } from '../../support/startApp.ts';
import { closeClients, connect, outcome } from '../live/hubClients.ts';
import { launchSecond, type ServerProcess } from '../platform/serverProcess.ts';
import { Browser } from './browser.ts';
import { addUser } from './identityServer.ts';
import { signIn } from './signIn.ts';

let server: TestServer;
let second: ServerProcess;
let organizationId: string;
let session: Awaited<ReturnType<typeof signIn>>;
let user: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  server = await startServer();
  second = await launchSecond(server);
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select organization_id as id from users where user_name = 'user@carepost.example'`,
  );
  organizationId = rows[0]?.id ?? '';
});
afterAll(async () => {
  closeClients();
  second.child.kill('SIGTERM');
  await second.ended;
  await server.close();
});
beforeEach(async () => {
  user = await addUser(server.database, { organizationId });
  const visit = { app: server.app, origin: server.config.publicUrl };
  session = await signIn(visit, user, { browser: new Browser(server.app, server.config.publicUrl) });
});

interface Call {
  readonly begun: number;
  readonly status: number;
}

/** Calls both servers without a pause until `ended` and then 25 times more each; what was sent when, and what came of it. */
async function callBoth(token: string, isOver: () => boolean): Promise<Call[]> {
  const calls: Call[] = [];
  const caller = async (url: string) => {
    for (let left = 25; left > 0; left -= isOver() ? 1 : 0) {
      const begun = performance.now();
      const response = await fetch(`${url}/api/users/profiledata`, { headers: { authorization: `Bearer ${token}` } });
      await response.arrayBuffer();
      calls.push({ begun, status: response.status });
    }
  };
  await Promise.all([server.url, server.url, second.url, second.url].map(caller));
  return calls;
}

const run = (text: string, ...values: unknown[]) => server.database.pool.query(text, values);

const post = (path: string, body: string) =>
  fetch(second.url + path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });

/** A call of a platform administrator at the second server; resolves with its response, from which on no call may be accepted. */
const administer = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${second.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.as('SysAdmin')}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, await response.text()).toBe(true);
};
const setLogin = (enabled: boolean) => administer('PUT', `organizations/${organizationId}/enable`, { enabled });
const disable = () => administer('POST', 'admin/users/enable', { id: user.id, enable: false });

/** What it is, what is done, and how it is undone for the next one. */
type Revocation = [string, () => Promise<unknown>, (() => Promise<unknown>)?];

describe('no server accepts a call that begins after the response to', () => {
  const revocations: readonly Revocation[] = [
    [
      'a sign-out',
      async () => {
        const end = `/oidc/session/end?${new URLSearchParams({ id_token_hint: session.tokens.id_token }).toString()}`;
        await session.browser.submit(await session.browser.send(end));
      },
    ],
    [
      'the revocation of the refresh token',
      () => post('/oidc/token/revocation', `client_id=carepost-web&token=${session.tokens.refresh_token}`),
    ],
    ['the end of the session by an administrator', () => administer('POST', `admin/users/${user.id}/signout`)],
    ['the disabling of the account', disable],
    [
      'a change of the role',
      () => administer('PUT', `admin/users/${user.id}`, { roleName: 'Administrator', version: 1 }),
    ],
    ['the removal of the account', () => administer('DELETE', `admin/users/${user.id}`)],
    ['the disabling of the login of the organization', () => setLogin(false), () => setLogin(true)],
  ];
  test.each<Revocation>(allOrSome(revocations, 3))('%s', { tags: ['scaled'] }, async (_name, revoke, restore) => {
    let answeredAt = Number.POSITIVE_INFINITY;
    const calling = callBoth(session.tokens.access_token, () => answeredAt < Number.POSITIVE_INFINITY);
    await expect.poll(() => fetchStatus(session.tokens.access_token)).toBe(200);
    await revoke();
    answeredAt = performance.now();
    const calls = await calling;
    await restore?.();
    const after = calls.filter(({ begun }) => begun > answeredAt);
    expect(calls.some(({ status }) => status === 200)).toBe(true);
    expect(after.length).toBeGreaterThanOrEqual(90);
    expect(after.filter(({ status }) => status !== 401)).toEqual([]);
  });
});

const fetchStatus = async (token: string) =>
  (await fetch(`${second.url}/api/users/profiledata`, { headers: { authorization: `Bearer ${token}` } })).status;

test('a connection to the live hubs ends at every server', async () => {
  const sockets = [server.url, second.url].map((url) => connect(url, messageHub, session.tokens.access_token));
  expect(await Promise.all(sockets.map(outcome))).toEqual(['connected', 'connected']);
  const ended = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve))));
  await disable();
  expect(await ended).toEqual(['io server disconnect', 'io server disconnect']);
});

test('users of a second organization work on there while the login of the first one is disabled, and in the first one afterwards', async () => {
  const { rows } = await run('select id from organizations where id <> $1 and is_enabled limit 1', organizationId);
  const elsewhere = (rows[0] as { id: string }).id;
  await run('insert into organization_users (organization_id, user_id) values ($1, $2)', elsewhere, user.id);
  await setLogin(false);
  const profile = await fetch(`${server.url}/api/users/profiledata`, {
    headers: { authorization: `Bearer ${session.tokens.access_token}` },
  });
  const body = (await profile.json()) as { organizationId: string; organizations: { id: string }[] };
  const back = await fetch(`${server.url}/api/account/change`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.tokens.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ orgId: organizationId }),
  });
  await setLogin(true);
  const again = await fetch(`${server.url}/api/users/profiledata`, {
    headers: { authorization: `Bearer ${session.tokens.access_token}` },
  });
  expect(((await again.json()) as typeof body).organizationId).toBe(organizationId);
  expect([profile.status, body.organizationId, body.organizations.map(({ id }) => id)]).toEqual([
    200,
    elsewhere,
    [elsewhere],
  ]);
  expect(back.status).toBe(403);
});
