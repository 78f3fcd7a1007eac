import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import { reservedWords } from '../../../server/database/schema/lookups.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import { ApiProblem } from '../../../server/http/problem.ts';
import { forgetOldResponses } from '../../../server/operations/housekeeping.ts';
import { asAnn, asBen, startPlatform, type TestPlatform } from './testPlatform.ts';

const rows = {
  add: endpoint({
    method: 'POST',
    path: '/api/words',
    summary: 'Test',
    access: 'signedIn',
    body: z.strictObject({ name: z.string(), wait: z.number().default(0), refuse: z.boolean().default(false) }),
    response: {
      kind: 'json',
      schema: z.object({ id: z.string(), seen: z.boolean(), version: z.number() }),
      status: 201,
    },
    errors: ['E-NOT-FOUND'],
  }),
};

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    rows,
    env: { DATABASE_POOL: '30' },
    handlers: (database) => ({
      // As an area is written: nothing in it knows about keys.
      add: async ({ body }) => {
        const id = randomUUID();
        await inTransaction(database, (tx) => tx.insert(reservedWords).values({ id, name: `${body.name}-${id}` }));
        await delay(body.wait);
        if (body.refuse) throw new ApiProblem('E-NOT-FOUND');
        const seen = await database.db.select().from(reservedWords);
        return { id, seen: seen.some((word) => word.id === id), version: 1 };
      },
    }),
  });
});
afterAll(() => platform.close());

const add = (key: string, body: object, who = asAnn) =>
  platform.app.inject({
    method: 'POST',
    url: '/api/words',
    headers: { ...who, 'idempotency-key': key, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
const rowsNamed = async (name: string) =>
  (
    await platform.database.pool.query<{ id: string }>('select id from reserved_words where name like $1', [
      `${name}-%`,
    ])
  ).rows;

test('the same key and body get the same answer, byte for byte, and the work is done once', async () => {
  const first = await add('k1', { name: 'once' });
  const second = await add('k1', { name: 'once' });
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.body).toBe(first.body);
  expect(second.headers).toMatchObject({ etag: '"1"', 'idempotency-replayed': 'true' });
  expect(await rowsNamed('once')).toHaveLength(1);
});

test('a handler sees its own writes although the platform holds the transaction', async () => {
  expect((await add('k-seen', { name: 'seen' })).json<{ seen: boolean }>().seen).toBe(true);
});

test('the same key with another body is refused; the key of another caller is another key', async () => {
  await add('k2', { name: 'mine' });
  const other = await add('k2', { name: 'changed' });
  expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'E-IDEMPOTENCY-REUSED']);
  expect((await add('k2', { name: 'bens' }, asBen)).statusCode).toBe(201);
});

test('of 20 calls at once one does the work, the others are told to wait or get its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => add('k3', { name: 'parallel', wait: 100 })));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
  expect(statuses).toContain(201);
  expect(await rowsNamed('parallel')).toHaveLength(1);
  const waiting = answers.find(({ statusCode }) => statusCode === 409);
  expect(waiting?.json<{ code: string }>().code).toBe('E-IDEMPOTENCY-IN-FLIGHT');
  expect(waiting?.headers['retry-after']).toBe('1');
});

test('a refused attempt leaves nothing behind and may be repeated with the same key', async () => {
  expect((await add('k4', { name: 'refused', refuse: true })).statusCode).toBe(404);
  expect(await rowsNamed('refused')).toHaveLength(0);
  expect((await add('k4', { name: 'refused' })).statusCode).toBe(201);
});

test('after 24 hours the key is free again', async () => {
  await add('k5', { name: 'old' });
  await platform.database.pool.query(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key = 'k5'`,
  );
  expect((await add('k5', { name: 'new' })).statusCode).toBe(201);
});

test('kept answers are forgotten after 24 hours, not before', async () => {
  await add('k6', { name: 'young' });
  await add('k7', { name: 'aged' });
  await platform.database.pool.query(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key = 'k7'`,
  );
  await forgetOldResponses(platform.database);
  const left = await platform.database.pool.query<{ key: string }>(
    `select key from idempotency_keys where key in ('k6', 'k7')`,
  );
  expect(left.rows).toEqual([{ key: 'k6' }]);
});

test('a key that no header may hold is refused', async () => {
  expect((await add('a'.repeat(256), { name: 'x' })).statusCode).toBe(400);
});
