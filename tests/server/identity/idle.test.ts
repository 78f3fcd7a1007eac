import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endIdleSessions } from '../../../server/identity/idle.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { authorization, codeOf, redeem, refresh, signIn, typePassword, whoIs } from './signIn.ts';
import { messageHub } from '../../../shared/rules/hubs.ts';
import { closeClients, connect, outcome } from '../live/hubClients.ts';
import { Browser } from './browser.ts';

const idleSeconds = 20;
type Server = Awaited<ReturnType<typeof startIdentity>>;
let server: Server;
/** Another process, as far as sign-in goes: it shares nothing but the database. */
let second: Server;
let user: Awaited<ReturnType<typeof addUser>>;
let session: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  server = await startIdentity({ config: { idleSeconds } });
  second = await startIdentity({ database: server.database, config: { idleSeconds } });
});
afterAll(async () => {
  await second.close();
  await server.close();
});
beforeEach(async () => {
  user = await addUser(server.database);
  session = await signIn(server, user);
});

/** As if all that the sessions of the user did had happened so much earlier. */
const passSeconds = (seconds: number) =>
  server.database.pool.query(
    `update oidc_payloads set active_at = active_at - make_interval(secs => $2),
       payload = case when payload ? 'loginTs' then jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::float8 - $2)) else payload end
     where payload ->> 'accountId' = $1`,
    [user.id, seconds],
  );

const call = async (at: Server, token: string, headers: Readonly<Record<string, string>> = {}) => {
  const url = '/api/account/session';
  const response = await at.app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });
  const { code, idleSecondsLeft } = response.json<{ code?: string; idleSecondsLeft?: number | null }>();
  return { status: response.statusCode, code, left: idleSecondsLeft };
};
const poll = (token = session.tokens.access_token, at = server) => call(at, token);
const act = (secondsAgo = 0, at = server) =>
  call(at, session.tokens.access_token, { 'x-user-activity': String(secondsAgo) });

const events = async () => {
  const sql = `select action from audit_entries where target_id = $1 and action = 'identity.signOutIdle' and actor_id = $1`;
  return (await server.database.pool.query(sql, [user.id])).rowCount;
};
const silently = () => session.browser.follow(authorization(server.origin, { prompt: 'none' }).address);

describe('a session of the web application without an action of its user', () => {
  test('goes on until the time is over, and ends then though it polls and renews', async () => {
    await passSeconds(10);
    expect(await poll()).toMatchObject({ status: 200, left: 10 });
    const renewed = await refresh(server, session.tokens.refresh_token);
    expect(renewed.status).toBe(200);
    expect(codeOf(await silently())).not.toBe('');
    await passSeconds(11);
    expect(await poll(renewed.body.access_token)).toMatchObject({ status: 401, code: 'E-SESSION-IDLE' });
    expect(await refresh(server, renewed.body.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    // Why, at every server and for every later call.
    expect(await poll(session.tokens.access_token, second)).toMatchObject({ status: 401, code: 'E-SESSION-IDLE' });
    expect(await events()).toBe(1);
  });

  test('is not renewed where the renewal is the first call after it, nor silently', async () => {
    await passSeconds(21);
    expect((await refresh(second, session.tokens.refresh_token)).status).toBe(400);
    const page = await silently();
    expect(new URL(page.location ?? '').searchParams.get('error')).toBe('login_required');
    expect(await poll()).toMatchObject({ status: 401, code: 'E-SESSION-IDLE' });
  });

  test('is not prolonged by an action reported after its end', async () => {
    await passSeconds(21);
    expect((await act()).status).toBe(401);
    expect((await poll()).status).toBe(401);
  });

  test('ends once for every server that notices it', async () => {
    await passSeconds(21);
    await Promise.all([poll(), poll(undefined, second), endIdleSessions(server.database, { idleSeconds }), silently()]);
    expect(await events()).toBe(1);
    const rows = await server.database.pool.query(
      `select model from oidc_payloads where payload ->> 'accountId' = $1 and model <> 'IdleGrant'`,
      [user.id],
    );
    expect(rows.rows).toEqual([]);
  });

  test('ends its live connections as well', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as { port: number };
    const socket = connect(`http://127.0.0.1:${port}`, messageHub, session.tokens.access_token);
    expect(await outcome(socket)).toBe('connected');
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    await passSeconds(21);
    await ended;
    closeClients();
    expect(await events()).toBe(1);
  });

  test('does not end those of the same user elsewhere, and a new sign-in works', async () => {
    await passSeconds(15);
    const other = await signIn(server, user);
    await passSeconds(6);
    expect((await poll()).status).toBe(401);
    expect((await poll(other.tokens.access_token)).status).toBe(200);
    const { address, verifier, given } = authorization(server.origin);
    const page = await typePassword(session.browser, address, user);
    const again = await redeem(server, { code: codeOf(page), verifier, redirect_uri: given.redirect_uri ?? '' });
    expect((await poll(again.body.access_token)).status).toBe(200);
    expect(codeOf(await silently())).not.toBe('');
  });
});

describe('an action of the user', () => {
  test('keeps the session, by the time of the action and not of the call that reports it', async () => {
    await passSeconds(15);
    expect((await act(5, second)).left).toBeLessThanOrEqual(15);
    await passSeconds(14);
    expect((await poll()).status).toBe(200);
    await passSeconds(2);
    expect((await poll()).status).toBe(401);
  });

  test('is to type the password again in the session; its silent renewal is none', async () => {
    await passSeconds(10);
    await silently();
    expect((await poll()).left).toBeLessThanOrEqual(10);
    await typePassword(session.browser, authorization(server.origin, { prompt: 'login' }).address, user);
    expect((await poll()).left).toBeGreaterThanOrEqual(18);
  });

  test('never moves the session back or into the future', async () => {
    await act(19);
    expect((await poll()).left).toBeGreaterThanOrEqual(18);
    expect((await act(-5)).status).toBe(400);
    expect((await call(server, session.tokens.access_token, { 'x-user-activity': 'now' })).status).toBe(400);
  });

  test('is not written for every call', async () => {
    const at = async () =>
      (
        await server.database.pool.query(
          `select active_at from oidc_payloads where model = 'Grant' and payload ->> 'accountId' = $1`,
          [user.id],
        )
      ).rows;
    const before = await at();
    await act();
    expect(await at()).toEqual(before);
    await passSeconds(6);
    await act();
    expect(await at()).not.toEqual(before);
  });
});

describe('no end for want of an action has', () => {
  test('a command line, though it signed in through the browser whose session ends', async () => {
    const redirect_uri = 'http://127.0.0.1:4711/callback';
    const request = authorization(server.origin, { client_id: 'carepost-cli', redirect_uri });
    const page = await session.browser.follow(request.address);
    const form = { code: codeOf(page), verifier: request.verifier, redirect_uri, client_id: 'carepost-cli' };
    const { body } = await redeem(server, form);
    await passSeconds(3600);
    expect((await poll()).status).toBe(401);
    expect((await whoIs(server, body.access_token)).status).toBe(200);
    expect(await poll(body.access_token)).toMatchObject({ status: 200, left: null });
    expect((await refresh(server, body.refresh_token, 'carepost-cli')).status).toBe(200);
  });
});

test('the web application does not begin without a question in a session that only a command line has used', async () => {
  const browser = new Browser(server.app, server.origin);
  const redirect_uri = 'http://127.0.0.1:4711/callback';
  const request = authorization(server.origin, { client_id: 'carepost-cli', redirect_uri });
  await typePassword(browser, request.address, user);
  await passSeconds(21);
  const page = await browser.follow(authorization(server.origin, { prompt: 'none' }).address);
  expect(new URL(page.location ?? '').searchParams.get('error')).toBe('login_required');
});
