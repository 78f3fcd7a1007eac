import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { chargeAttempt } from '../../server/identity/login/lockout.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run([...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const user = 'user@carepost.example';

test('a link is made, listed, shown and removed', async () => {
  const subject = randomUUID();
  const flags = ['--issuer', 'https://login.example.org', '--subject', subject, '--user', user];
  const made = await run('identity-links', 'create', ...flags, '--yes', '--reason', 'Ticket 4711');
  expect([made.code, made.output]).toMatchObject([0, { subject, userName: user, status: 'Active' }]);
  const id = String(made.output['id']);
  const listed = await sandbox.run(['identity-links', 'list', '--search', subject, '--output', 'json']);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id, subject }]);
  expect((await run('identity-links', 'get', id)).output).toEqual(made.output);
  expect((await run('identity-links', 'create', ...flags, '--yes')).output).toEqual(made.output);
  const removed = await run('identity-links', 'delete', id, '--yes');
  expect([removed.code, removed.output]).toEqual([0, { id, subject, userName: user, removed: true }]);
  const again = await run('identity-links', 'delete', id, '--yes');
  const hint = 'Nothing to do. Links that can be removed: carepost identity-links list --status Active';
  expect([again.code, again.output]).toMatchObject([8, { code: 'E-LINK-REMOVED', hint }]);
  const active = await sandbox.run([
    'identity-links',
    'list',
    '--search',
    subject,
    '--status',
    'active',
    '--output',
    'json',
  ]);
  expect(JSON.parse(active.stdout)).toEqual([]);
  const { rows } = await server.database.pool.query(
    'select reason from audit_entries where target_id = $1 and not is_read order by id',
    [id],
  );
  expect(rows[0]).toEqual({ reason: 'Ticket 4711' });
});

test('a status that does not exist is a usage error that names the others', async () => {
  const { code, stderr } = await sandbox.run(['identity-links', 'list', '--status', 'gone']);
  expect(code).toBe(2);
  expect(stderr).toContain('Active or Removed');
});

test('a locked account is listed, and unlocked by its name or its id; a machine client by its client id', async () => {
  for (const by of ['name', 'id'] as const) {
    for (const _ of [1, 2, 3])
      await chargeAttempt(server.database, { kind: 'user', userName: user, address: '192.0.2.1' });
    const [locked] = JSON.parse((await sandbox.run(['users', 'locked', '--output', 'json'])).stdout) as Output[];
    expect(locked).toMatchObject({ userName: user, scope: 'Address' });
    const account = by === 'id' ? String(locked?.['id']) : user.toUpperCase();
    const unlocked = await run('users', 'unlock', account, '--yes', '--reason', 'Called');
    expect([unlocked.code, unlocked.output]).toMatchObject([0, { userName: user, wasLocked: true }]);
  }
  for (const _ of [1, 2, 3])
    await chargeAttempt(server.database, { kind: 'client', userName: 'demo-automation', address: '192.0.2.1' });
  const [client] = JSON.parse((await sandbox.run(['users', 'locked', '--output', 'json'])).stdout) as Output[];
  expect(client).toMatchObject({ kind: 'Client', id: 'demo-automation' });
  const unlocked = await run('users', 'unlock', 'demo-automation', '--yes');
  expect([unlocked.code, unlocked.output]).toMatchObject([0, { kind: 'Client', wasLocked: true }]);
  const unknown = await run('users', 'unlock', 'unknown@example.org', '--yes');
  const message = 'No account that you may unlock has the user name "unknown@example.org".';
  const notFound = { code: 'E-NOT-FOUND', message, hint: 'Run: carepost users locked' };
  expect([unknown.code, unknown.output]).toMatchObject([6, notFound]);
  const dryRun = await run('users', 'unlock', 'unknown@example.org', '--dry-run');
  expect([dryRun.code, dryRun.output]).toMatchObject([6, notFound]);
  const noClient = await run('users', 'unlock', 'no-client', '--dry-run');
  expect([noClient.code, noClient.output]).toMatchObject([6, { message: expect.stringContaining('"no-client"') }]);
  expect(await run('users', 'unlock', user, '--dry-run')).toMatchObject({ code: 0, output: { name: user } });
  const unknownId = await run('users', 'unlock', randomUUID(), '--yes');
  expect([unknownId.code, unknownId.output]).toMatchObject([6, { message: expect.stringContaining('has the id "') }]);
});
