import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

test('a connection is added with its secret from standard input, gets another provider, is tested, disabled and deleted', async () => {
  const secret = 'secret-of-the-client';
  const run = async (args: readonly string[], stdin?: string) => {
    const { code, stdout, stderr } = await sandbox.run(
      ['connections', ...args, '--output', 'json'],
      stdin === undefined ? {} : { stdin },
    );
    expect(stdout + stderr).not.toContain(secret);
    return { code, stderr, output: JSON.parse(stdout || '{}') as Record<string, unknown> };
  };
  const { items } = await server.client('SysAdmin').organizations.list({ query: { pageSize: 1 } });
  const flags = ['--name', 'st-marys', '--org', items[0]?.id ?? '', '--client-id', 'platform'];
  const issuer = ['--issuer', 'https://login.invalid'];
  const made = await run(['create', ...flags, ...issuer, '--secret-stdin', '--yes'], `${secret}\n`);
  expect([made.code, made.output], made.stderr).toMatchObject([0, { name: 'st-marys', hasSecret: true }]);
  const id = String(made.output['id']);
  const failed = await run(['test', id]);
  expect([failed.code, failed.output]).toMatchObject([3, { isOk: false, steps: [{ result: 'failed' }] }]);
  expect(failed.stderr).toContain('"code":"E-CONNECTION-TEST-FAILED"');
  const moved = await run(['provider', id, '--issuer', 'https://login.example', '--public', '--yes']);
  expect([moved.code, moved.output]).toMatchObject([0, { issuer: 'https://login.example', hasSecret: false }]);
  expect((await run(['update', id, '--enabled', 'false', '--domain', 'Clinic.example', '--yes'])).output).toMatchObject(
    { isEnabled: false, domains: ['clinic.example'] },
  );
  expect((await run(['list', '--enabled', 'false'])).output).toMatchObject([{ id }]);
  expect((await run(['delete', id, '--yes'])).output).toEqual({ id, deleted: true });
  expect((await run(['get', id])).code).toBe(6);
});
