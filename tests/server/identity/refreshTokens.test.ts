import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { OidcAdapter } from '../../../server/identity/oidcAdapter.ts';
import { requestFacts } from '../../../server/identity/requestFacts.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { authorization, codeOf, refresh, signIn, whoIs } from './signIn.ts';

type Server = Awaited<ReturnType<typeof startIdentity>>;
let server: Server;
/** Another process, as far as sign-in goes: it shares nothing but the database. */
let second: Server;
let user: Awaited<ReturnType<typeof addUser>>;
let session: Awaited<ReturnType<typeof signIn>>;
let first: string;
beforeAll(async () => {
  server = await startIdentity();
  second = await startIdentity({ database: server.database });
});
afterAll(async () => {
  await second.close();
  await server.close();
});
beforeEach(async () => {
  user = await addUser(server.database);
  session = await signIn(server, user);
  first = session.tokens.refresh_token;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sets how long ago the used tokens of the user were used. */
const usedSecondsAgo = (seconds: number) =>
  server.database.pool.query(
    `update oidc_payloads set consumed_at = clock_timestamp() - make_interval(secs => $2)
     where model = 'RefreshToken' and payload->>'accountId' = $1 and consumed_at is not null`,
    [user.id, seconds],
  );

const reuseEvents = async () => {
  const sql = `select actor_id, outcome from audit_entries where target_id = $1 and action = 'identity.refreshTokenReused'`;
  return (await server.database.pool.query(sql, [user.id])).rows;
};

describe('a refresh token', () => {
  test('is replaced when it is used', async () => {
    const { status, body } = await refresh(server, first);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(first);
    expect((await whoIs(server, body.access_token)).status).toBe(200);
  });

  test('used a second time within three seconds gives the same successor, at another server as well', async () => {
    const one = await refresh(server, first);
    await usedSecondsAgo(2);
    const other = await refresh(second, first);
    expect(other.status).toBe(200);
    expect(other.body.refresh_token).toBe(one.body.refresh_token);
    for (const { body } of [one, other]) expect((await whoIs(second, body.access_token)).status).toBe(200);
    expect((await refresh(second, other.body.refresh_token)).status).toBe(200);
    expect(await reuseEvents()).toEqual([]);
  });

  test('used a second time later ends all tokens of the sign-in, and the audit trail says so', async () => {
    const one = await refresh(server, first);
    await usedSecondsAgo(3.2);
    expect(await refresh(second, first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await refresh(server, one.body.refresh_token)).status).toBe(400);
    expect((await whoIs(server, one.body.access_token)).status).toBe(401);
    expect((await whoIs(second, session.tokens.access_token)).status).toBe(401);
    expect(await reuseEvents()).toEqual([{ actor_id: 'anonymous', outcome: 'Refused' }]);
  });

  test('that replaced another is itself good for one use', async () => {
    const one = await refresh(server, first);
    await refresh(server, one.body.refresh_token);
    await usedSecondsAgo(2);
    // The token before it does not make it fresh again.
    expect((await refresh(server, first)).body.refresh_token).toBe(one.body.refresh_token);
    await usedSecondsAgo(4);
    expect((await refresh(server, one.body.refresh_token)).status).toBe(400);
  });

  test('used by two tabs at the same moment, at two servers, keeps both signed in', async () => {
    let token = first;
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = await Promise.all([refresh(server, token), refresh(second, token)]);
      expect([one.status, other.status]).toEqual([200, 200]);
      expect(other.body.refresh_token).toBe(one.body.refresh_token);
      expect((await whoIs(server, one.body.access_token)).status).toBe(200);
      token = other.body.refresh_token;
    }
  });

  test('that was stolen and used leaves the browser signed in: its session gives new ones silently', async () => {
    await refresh(server, first);
    await usedSecondsAgo(60);
    await refresh(server, first);
    const page = await session.browser.follow(authorization(server.origin, { prompt: 'none' }).address);
    expect(codeOf(page)).not.toBe('');
  });

  test('is stored as a hash', async () => {
    const { body } = await refresh(server, first);
    const { rows } = await server.database.pool.query<{ row: string }>('select t::text as row from oidc_payloads t');
    for (const { row } of rows) for (const token of [first, body.refresh_token]) expect(row).not.toContain(token);
  });
});

describe('the time of a use is when its request was complete', () => {
  test('not when its headers arrived: a slow body is no way to use an old token', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as { port: number };
    const body = `grant_type=refresh_token&client_id=carepost-web&refresh_token=${first}`;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10_000 });
    const arrived = vi.spyOn(requestFacts, 'run');
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /oidc/token HTTP/1.1\r\nhost: localhost:3000\r\nconnection: close\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    );
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), 10_000);
    vi.useRealTimers();
    arrived.mockRestore();
    const used = await refresh(server, first);
    await usedSecondsAgo(4);
    socket.write(body.slice(20));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await refresh(server, used.body.refresh_token)).status).toBe(400);
  });

  test('not when a busy server comes to it', async () => {
    const [id, grantId] = [randomUUID(), randomUUID()];
    const tokens = (receivedMsAgo: number) =>
      new OidcAdapter(
        server.database,
        'RefreshToken',
        () => receivedMsAgo,
        (_id, _payload, store) => store({}),
      );
    await tokens(0).upsert(id, { grantId, jti: id, accountId: user.id }, 600);
    await tokens(0).consume(id);
    await usedSecondsAgo(6);
    expect(await tokens(0).find(id)).toMatchObject({ consumed: expect.any(Number) });
    expect(await tokens(5_000).find(id)).not.toHaveProperty('consumed');
  });
});
