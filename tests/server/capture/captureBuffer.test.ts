import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { captureBuffer, type FinishedCall } from '../../../server/capture/captureBuffer.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

let server: TestApp;
let organizationId: string;
beforeAll(async () => {
  server = await startApp();
  const { rows } = await server.database.pool.query<{ id: string }>(
    'update organizations set api_capture = true where id = (select id from organizations order by id limit 1) returning id',
  );
  organizationId = rows[0]?.id ?? '';
});
afterAll(() => server.close());

const call = (fields: Partial<FinishedCall> = {}): FinishedCall => ({
  organizationId,
  bytes: 100,
  masked: () => ({
    organizationId,
    at: new Date(),
    actorName: 'Ann',
    method: 'GET',
    route: '/api/organizations/{id}',
    status: 200,
    durationMs: 1,
    requestId: 'r',
    query: null,
    requestBody: null,
    responseBody: null,
  }),
  ...fields,
});
const stored = async () =>
  (await server.database.pool.query<{ count: number }>('select count(*)::int as count from api_captures')).rows[0]
    ?.count;

test('under more calls than fit some are dropped and counted, and what waits is written when the server ends', async () => {
  const warn = vi.fn();
  const buffer = captureBuffer({ database: server.database, days: 7, warn });
  for (let turn = 0; turn < 700; turn++) buffer.add(call());
  await buffer.stop();
  expect(await stored()).toBe(500);
  expect(warn).toHaveBeenCalledExactlyOnceWith({ calls: 200 }, expect.any(String));
});

test('a few very large calls count as many', async () => {
  await server.database.pool.query('delete from api_captures');
  const warn = vi.fn();
  const buffer = captureBuffer({ database: server.database, days: 7, warn });
  for (let turn = 0; turn < 10; turn++) buffer.add(call({ bytes: 1024 * 1024 }));
  await buffer.stop();
  expect(await stored()).toBe(4);
  expect(warn).toHaveBeenCalledExactlyOnceWith({ calls: 6 }, expect.any(String));
});

test('calls of an organization without capture are not even masked, and soon no longer collected', async () => {
  const other = crypto.randomUUID();
  const masked = vi.fn(call().masked);
  const buffer = captureBuffer({ database: server.database, days: 7, warn: vi.fn() });
  expect(buffer.wants(other)).toBe(true);
  buffer.add(call({ organizationId: other, masked }));
  await expect.poll(() => buffer.wants(other)).toBe(false);
  expect(masked).not.toHaveBeenCalled();
  await buffer.stop();
});
