import { afterAll, beforeAll, expect, test } from 'vitest';
import { flippedBadGateway, interceptApi } from '../support/mockApi.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { bulkSandbox, makeOrganizations, printed, writeCsv } from './bulkSetup.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const isEnabled = async (ids: readonly string[]): Promise<Map<string, boolean>> => {
  const { rows } = await server.database.pool.query<{ id: string; is_enabled: boolean }>(
    'select id, is_enabled from organizations where id = any($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.is_enabled]));
};

test('a platform that toggles and then responds with 502: every row has the requested state, no row was toggled twice', {
  tags: ['hard'],
}, async () => {
  const made = await makeOrganizations(server, 24, 'Flipping');
  const ids = made.map(({ id }) => id);
  const calls = new Map<string, number>();
  interceptApi(server.url, (call) => {
    const [, id] = /^\/api\/organizations\/([^/]+)\/enable$/.exec(call.path) ?? [];
    if (call.method !== 'PUT' || id === undefined) return undefined;
    calls.set(id, (calls.get(id) ?? 0) + 1);
    return flippedBadGateway(call);
  });
  const sandbox = await bulkSandbox(server, server.url);
  // Every third one is asked for what stands already.
  const rows = ids.map((id, index) => [id, index % 3 === 0] as const);
  await writeCsv(sandbox, 'login.csv', ['id', 'enabled'], rows);
  const before = await isEnabled(ids);

  const apply = ['bulk', 'apply', 'orgs.login', '--file', 'login.csv', '--rate', '0', '--yes', '--max-changes', '99'];
  const { code, stderr, stdout } = await sandbox.run([...apply, '--output', 'json']);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect(printed({ code, stderr, stdout })).toMatchObject({ rows: 24, failed: 0, unknown: 0, conflict: 0 });
  expect(await isEnabled(ids)).toEqual(new Map(rows));
  expect(Math.max(...calls.values())).toBe(1);
  const differing = rows.filter(([id, expected]) => before.get(id) !== expected);
  expect([...calls.keys()].sort()).toEqual(differing.map(([id]) => id).sort());
});
