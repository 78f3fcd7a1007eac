import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildPlatform } from '../../../server/app.ts';
import { registerDrain } from '../../../server/http/drain.ts';
import { openHubs } from '../../../server/live/openHubs.ts';
import { documentProcessingHub, messageHub } from '../../../shared/rules/hubs.ts';
import { startServer, type TestServer } from '../../support/startApp.ts';
import { launchSecond, type ServerProcess } from '../platform/serverProcess.ts';
import { closeClients, connect, listen, outcome, send } from './hubClients.ts';

let server: TestServer;
let second: ServerProcess;
let ours: number;
let foreign: number;

beforeAll(async () => {
  server = await startServer();
  // The same installation: one database, one address outside, two processes.
  second = await launchSecond(server);
  const own = await organizationOf('user@carepost.example');
  ours = await addMessage(own);
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select id from organizations where id <> $1 limit 1',
    [own],
  );
  foreign = await addMessage(rows[0]?.id ?? '');
});
afterEach(closeClients);
afterAll(async () => {
  second.child.kill('SIGTERM');
  await second.ended;
  await server.close();
});

async function organizationOf(userName: string): Promise<string> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select organization_id as id from users where user_name = $1',
    [userName],
  );
  return rows[0]?.id ?? '';
}

async function addMessage(organizationId: string): Promise<number> {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `insert into mail_messages (organization_id, type, channel, sender, mail_to, origin, status, workflow_id, hisp_message_id)
     values ($1, 1, 'Direct', 'a@b.example', 'c@d.example', 'Test', 0, $2, $3) returning id::int`,
    [organizationId, randomUUID(), randomUUID()],
  );
  return rows[0]?.id ?? 0;
}

const connected = async (socket: Socket) => {
  expect(await outcome(socket)).toBe('connected');
  return socket;
};
/** What was heard, each kind once: the sync broadcast may repeat who is there at any time. */
const names = (received: ReturnType<typeof listen>) => [...new Set(received.map(({ name }) => name))];
const withoutSync = (received: ReturnType<typeof listen>) => names(received).filter((name) => name !== 'present');

describe('who may connect', () => {
  test.each([
    ['no token', undefined, 'E-TOKEN-MISSING'],
    ['a made-up token', 'a.b.c', 'E-TOKEN-INVALID'],
  ])('%s is refused', async (_what, token, code) => {
    expect(await outcome(connect(server.url, messageHub, token))).toBe(code);
    expect(await outcome(connect(server.url, documentProcessingHub, token))).toBe(code);
  });

  test.each([
    ['expired', 'E-TOKEN-REVOKED'],
    ['disabled', 'E-TOKEN-REVOKED'],
    ['SysAdminReporting', 'E-FORBIDDEN'],
  ] as const)('the token of %s is refused', async (caller, code) => {
    expect(await outcome(connect(server.url, messageHub, server.as(caller)))).toBe(code);
  });

  test('a page of another origin is refused, our own is let in', async () => {
    const token = server.as('User');
    expect(await outcome(connect(server.url, messageHub, token, { origin: 'https://evil.example' }))).toBe('refused');
    expect(await outcome(connect(server.url, messageHub, token, { origin: server.url }))).toBe('connected');
  });

  test('an unknown hub is refused, and other addresses do not speak web socket', async () => {
    expect(await outcome(connect(server.url, '/otherHub', server.as('User')))).not.toBe('connected');
    const offered = await fetch(`${server.url}/health/live`, {
      headers: { connection: 'upgrade', upgrade: 'h2c' },
    }).catch(() => undefined);
    expect(offered === undefined || offered.ok).toBe(true);
  });

  test('a session that has ended loses its connection', async () => {
    const socket = await connected(connect(server.url, messageHub, server.as('Administrator')));
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    await server.database.pool.query(`update users set is_enabled = false where user_name = 'admin@carepost.example'`);
    try {
      expect(await ended).toBe('io server disconnect');
    } finally {
      await server.database.pool.query(`update users set is_enabled = true where user_name = 'admin@carepost.example'`);
    }
  });
});

describe('a message', () => {
  test('of another organization is as unknown as none at all; the platform may open any', async () => {
    const user = await connected(connect(server.url, messageHub, server.as('User')));
    for (const id of [foreign, 999_999_999, -1, 'x', null, { toString: 'x' }])
      expect(await send(user, 'open', id)).toMatchObject({ ok: false, code: 'E-NOT-FOUND' });
    expect(await send(user, 'open', ours)).toEqual({ ok: true });
    const waiting = await connected(connect(server.url, documentProcessingHub, server.as('User')));
    expect(await send(waiting, 'waitFor', foreign)).toMatchObject({ ok: false, code: 'E-NOT-FOUND' });
    const platform = await connected(connect(server.url, messageHub, server.as('SysAdmin')));
    expect(await send(platform, 'open', foreign)).toEqual({ ok: true });
  });

  test('that is open at one server is seen at the other, and closing it too', async () => {
    const here = await connected(connect(server.url, messageHub, server.as('User')));
    const there = await connected(connect(second.url, messageHub, server.as('SysAdmin')));
    const [heardHere, heardThere] = [listen(here), listen(there)];
    expect(await send(here, 'open', ours)).toEqual({ ok: true });
    expect(await send(there, 'open', ours)).toEqual({ ok: true });
    await vi.waitFor(
      () =>
        expect([withoutSync(heardHere), names(heardThere)]).toEqual([['opened'], expect.arrayContaining(['present'])]),
      5_000,
    );
    // A busy first server may broadcast its 'opened' only after the second client joined: then it hears that as well.
    expect(names(heardThere).filter((name) => name !== 'opened')).toEqual(['present']);
    expect(heardHere[0]?.news).toMatchObject({ messageId: ours, name: expect.stringMatching(/\w/) });
    expect(Object.keys(heardThere[0]?.news ?? {}).sort()).toEqual(['connection', 'messageId', 'name']);

    expect(await send(there, 'close', ours)).toEqual({ ok: true });
    await vi.waitFor(() => expect(withoutSync(heardHere)).toEqual(['opened', 'closed']), 5_000);
    expect(heardHere.at(-1)?.news).toEqual({ messageId: ours, connection: heardHere[0]?.news['connection'] });
  });

  test('whose window is shut without a word is closed for the others', async () => {
    const here = await connected(connect(server.url, messageHub, server.as('User')));
    const there = await connected(connect(second.url, messageHub, server.as('SysAdmin')));
    const received = listen(here);
    await send(here, 'open', ours);
    await send(there, 'open', ours);
    await vi.waitFor(() => expect(names(received)).toContain('opened'), 5_000);
    there.disconnect();
    await vi.waitFor(() => expect(names(received)).toContain('closed'), 5_000);
  });

  test('in two windows of one person tells that person nothing', async () => {
    const [one, other, stranger] = await Promise.all([
      connected(connect(server.url, messageHub, server.as('User'))),
      connected(connect(second.url, messageHub, server.as('User'))),
      connected(connect(second.url, messageHub, server.as('SysAdmin'))),
    ]);
    const [heardOne, heardOther] = [listen(one), listen(other)];
    await send(one, 'open', ours);
    await send(other, 'open', ours);
    await send(stranger, 'open', ours);
    // Connections of earlier tests may still be closing: what is said of those does not count.
    const about = (received: typeof heardOne, ...connections: unknown[]) =>
      received.filter(({ news }) => connections.includes(news['connection']));
    await vi.waitFor(
      () =>
        expect([heardOne, heardOther].map((received) => withoutSync(about(received, stranger.id)))).toEqual([
          ['opened'],
          ['opened'],
        ]),
      20_000,
    );
    expect([heardOne, heardOther].flatMap((received) => about(received, one.id, other.id))).toEqual([]);
  });
});

test('the end of processing reaches whoever waits for it at any server, and nobody else', async () => {
  const platform = buildPlatform(server.config);
  platform.decorate('drain', registerDrain(platform));
  const hubs = await openHubs(platform, { ...server, authenticate: server.app.identity.authenticate });
  await platform.listen({ port: 0, host: '127.0.0.1' });
  try {
    const [waiting, elsewhere, gone] = await Promise.all([
      connected(connect(second.url, documentProcessingHub, server.as('User'))),
      connected(connect(server.url, documentProcessingHub, server.as('SysAdmin'))),
      connected(connect(second.url, documentProcessingHub, server.as('User'))),
    ]);
    const [received, heardElsewhere, heardGone] = [listen(waiting), listen(elsewhere), listen(gone)];
    expect(await send(waiting, 'waitFor', ours)).toEqual({ ok: true });
    expect(await send(elsewhere, 'waitFor', foreign)).toEqual({ ok: true });
    await send(gone, 'waitFor', ours);
    await send(gone, 'stopWaitingFor', ours);
    hubs.processed({ mailMessageId: ours, mailAttachmentId: 7, status: 'Completed' });
    hubs.processed({ mailMessageId: foreign, status: 'Failed' });
    await vi.waitFor(() => expect([received.length, heardElsewhere.length]).toEqual([1, 1]), 5_000);
    expect(received[0]).toEqual({
      name: 'processed',
      news: { mailMessageId: ours, mailAttachmentId: 7, status: 'Completed' },
    });
    expect(heardElsewhere[0]?.news).toEqual({ mailMessageId: foreign, status: 'Failed' });
    expect(heardGone).toEqual([]);
  } finally {
    await platform.close();
  }
});

test('too many messages at once, too many events and too large packets are refused', async () => {
  const own = await organizationOf('user@carepost.example');
  const many = await Promise.all(Array.from({ length: 21 }, () => addMessage(own)));
  const socket = await connected(connect(server.url, messageHub, server.as('User')));
  const responses = [];
  for (const id of many) responses.push(await send(socket, 'open', id));
  expect(responses.filter(({ ok }) => ok)).toHaveLength(20);
  expect(responses.at(-1)).toMatchObject({ ok: false, code: 'E-RATE-LIMITED' });
  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  for (let event = 0; event < 60; event++) socket.emit('open', ours);
  expect(await ended).toBe('io server disconnect');

  const large = await connected(connect(server.url, messageHub, server.as('User')));
  const cut = new Promise((resolve) => large.once('disconnect', resolve));
  large.emit('open', 'x'.repeat(10_000));
  expect(await cut).toMatch(/transport/);
});

test('a server that ends closes its connections at once', { tags: ['hard'], timeout: 180_000 }, async () => {
  const third = await launchSecond(server);
  const socket = await connected(connect(third.url, messageHub, server.as('User')));
  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  const began = performance.now();
  third.child.kill('SIGTERM');
  await ended;
  expect(await third.ended, third.output()).toBe(0);
  // A connection that is not closed would be noticed after a missed heartbeat.
  expect(performance.now() - began).toBeLessThan(15_000);
});
