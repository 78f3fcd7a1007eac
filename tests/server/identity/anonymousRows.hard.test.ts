/** @module-tag hard */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { Browser } from './browser.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { authorization, codeOf } from './signIn.ts';

/** The long form of anonymousRows.test.ts: the limits of a real installation. */
const { rateLimit } = readConfig({});
const flood = 10_000;
const together = 200;

let servers: Awaited<ReturnType<typeof startIdentity>>[];
beforeAll(async () => {
  const first = await startIdentity({ config: { rateLimit } });
  servers = [first, await startIdentity({ database: first.database, config: { rateLimit } })];
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
});

test('10,000 anonymous starts from one address over two processes leave 60 rows, and another user signs in meanwhile', async () => {
  const [server] = servers;
  if (!server) throw new Error('No server was started.');
  const user = await addUser(server.database);
  const browser = new Browser(server.app, server.origin, '198.51.100.7');
  const page = await browser.follow(authorization(server.origin).address);
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < flood; sent += together) {
    const responses = await Promise.all(
      Array.from({ length: together }, (_, index) =>
        (servers[index % 2] ?? server).app.inject({
          url: authorization(server.origin).address,
          remoteAddress: '192.0.2.66',
          headers: { 'x-forwarded-for': `203.0.113.${index % 250}` },
        }),
      ),
    );
    for (const { statusCode } of responses) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect(new Set(statuses.keys())).toEqual(new Set([303, 429]));
  const { rows } = await server.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM oidc_payloads');
  // One of the user; each process may store one more than the limit at the same time.
  expect(rows[0]?.n).toBeLessThanOrEqual(1 + rateLimit.signInPerMinute + servers.length);
  expect(codeOf(await browser.submit(page, { userName: user.userName, password: user.password }))).not.toBe('');
}, 600_000);
