/** @module-tag hard */
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { isOurWebhook, signatureHeader } from '../../../shared/rules/webhookSignature.ts';
import { copyTemplate } from '../../support/database/databases.ts';
import { signIn } from '../platform/machineCaller.ts';
import { launchServer, type ServerProcess, untilReady } from '../platform/serverProcess.ts';
import { eventIdOf, openReceiver } from './receiver.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Calls as the automation client of the demo data. */
async function callerOf(server: ServerProcess) {
  const token = await signIn(server);
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
}

test('a server that is killed and started again delivers every event', { timeout: 180_000 }, async () => {
  const refused = 6;
  let isRepaired = false;
  const receiver = await openReceiver((response, number) => {
    if (number <= refused) response.writeHead(503).end();
    // Until it is repaired it takes calls and never responds: the kill is during an attempt.
    else if (isRepaired) response.writeHead(204).end();
  });
  cleanups.push(() => receiver.close());
  const copy = await copyTemplate(inject('testDatabases'));
  cleanups.push(() => copy.drop());
  const database = new pg.Pool({ connectionString: copy.url, max: 1 });
  // A connection that is idle when the copy is dropped.
  database.on('error', () => undefined);
  cleanups.push(() => database.end());
  const launch = async () => {
    const server = await launchServer('', {
      ...copy.env,
      DEMO: 'true',
      LOG_LEVEL: 'warn',
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      WEBHOOK_RETRY_SECONDS: '1,1,1,1,1,1,1,1',
    });
    cleanups.push(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    await untilReady(server);
    return server;
  };
  const first = await launch();
  const call = await callerOf(first);
  const { id, secret } = await call<{ id: string; secret: string }>('PUT', '/api/webhooks', {
    name: 'Killed',
    url: receiver.url,
    events: ['organization.updated'],
    authenticationType: 'hmac',
  });
  const { items } = await call<{ items: { id: string }[] }>('GET', '/api/organizations?pageSize=12');
  await Promise.all(
    items.map((organization, at) =>
      call('PUT', `/api/organizations/${organization.id}`, { name: `Renamed ${at} before the kill` }),
    ),
  );
  await expect.poll(() => receiver.calls.length, { timeout: 30_000 }).toBeGreaterThan(refused + 2);
  first.child.kill('SIGKILL');
  await first.ended;
  isRepaired = true;
  await launch();
  const deliveries = async () => {
    const { rows } = await database.query<{ eventId: string; status: string }>(
      'select event_id as "eventId", status from webhook_deliveries where webhook_id = $1',
      [id],
    );
    return rows;
  };
  await expect
    .poll(async () => new Set((await deliveries()).map(({ status }) => status)), { timeout: 60_000, interval: 200 })
    .toEqual(new Set(['Delivered']));
  const stored = (await deliveries()).map(({ eventId }) => eventId);
  expect(stored).toHaveLength(items.length);
  expect(new Set(receiver.calls.map(eventIdOf))).toEqual(new Set(stored));
  const sequences = new Map<string, Set<string>>();
  for (const { headers, body } of receiver.calls) {
    const header = String(headers[signatureHeader]);
    const sentAt = Number(/^t=(\d+)/.exec(header)?.[1]);
    expect(await isOurWebhook({ header, body, secret, now: sentAt + 300 })).toBe(true);
    expect(await isOurWebhook({ header, body, secret, now: sentAt + 301 })).toBe(false);
    const eventId = String(headers['carepost-event-id']);
    const known = sequences.get(eventId) ?? new Set();
    sequences.set(eventId, known.add(String(headers['carepost-event-sequence'])));
  }
  // One order key for each event, the same in every attempt.
  expect([...sequences.values()].every((keys) => keys.size === 1)).toBe(true);
  expect(new Set([...sequences.values()].flatMap((keys) => [...keys])).size).toBe(items.length);
});
