import type { StartedRun } from '../support/runCli.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../shared/client/createClient.ts';
import { type ApiCall, brokenConnection, interceptApi, lostResponse, mockApi } from '../support/mockApi.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';
import { lastLine, runFile, runsOf } from './bulkSetup.ts';

/** Each test runs several commands, on a computer that may be busy. */
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

let made = 0;
const organization = (fields: Record<string, unknown> = {}) => {
  made += 1;
  return client.organizations.create({ body: { name: `Pier Clinic ${made}`, subdomain: `pier-${made}`, ...fields } });
};
const sandboxFor = (api: string): Promise<CliSandbox> => createCliSandbox({ api, token: server.as('SysAdmin') });
const isWrite = ({ method }: ApiCall): boolean => method !== 'GET';
const outcomes = async (sandbox: CliSandbox, run: string) =>
  (await runFile(sandbox, run, 'journal.ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { t: string; status?: string })
    .flatMap(({ t, status }) => (t === 'outcome' ? [status] : []));

describe('a change without a response', () => {
  test('is detected as done by the command if only the response is lost', async () => {
    const { id } = await organization();
    let lost = 0;
    const api = interceptApi(server.url, (call) => {
      if (!isWrite(call) || lost > 0) return undefined;
      lost += 1;
      return lostResponse(call);
    });
    const sandbox = await sandboxFor(server.url);
    const { code, stdout, stderr } = await sandbox.run(['orgs', 'update', id, '--set', 'phone=520-555-0199', '--yes']);
    expect([code, JSON.parse(stdout)], stderr).toMatchObject([0, { phone: '520-555-0199', version: 2 }]);
    expect(api.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  test('stays unknown if no read can check it: exit 3, and a resume does not send it again', async () => {
    const { id } = await organization();
    const api = interceptApi(server.url, (call) => (isWrite(call) ? lostResponse(call) : undefined));
    const sandbox = await sandboxFor(server.url);
    const { code, stderr } = await sandbox.run(['orgs', 'sync', id, '--yes', '--output', 'json']);
    const [run = ''] = await runsOf(sandbox);
    expect([code, JSON.parse(stderr)], stderr).toMatchObject([3, { code: 'E-UNKNOWN-OUTCOME', exit: 3, run }]);
    const resumed = await sandbox.run(['bulk', 'resume', run, '--yes', '--rate', '0']);
    expect([resumed.code, await outcomes(sandbox, run)], resumed.stderr).toEqual([3, ['unknown']]);
    expect(api.seen.filter(isWrite)).toHaveLength(1);
  });

  const hook = ['--url', 'https://hooks.clinic.example/', '--event', 'user.created'];
  test('of a command without a bulk action stays unknown with exit 3, also after resume and undo', async () => {
    const isSave = (call: ApiCall) => isWrite(call) && !call.path.endsWith('/check');
    const api = interceptApi(server.url, (call) => (isSave(call) ? lostResponse(call) : undefined));
    const sandbox = await sandboxFor(server.url);
    const lost = await sandbox.run(['webhooks', 'create', '--name', 'Lost', ...hook, '--yes']);
    expect(lost.code, lost.stderr).toBe(3);
    const [run = ''] = await runsOf(sandbox);
    expect(lost.stderr).toContain(`run: ${run}`);
    expect(await outcomes(sandbox, run)).toEqual(['unknown']);
    for (const command of ['resume', 'retry', 'undo']) {
      const { code, stdout, stderr } = await sandbox.run(['bulk', command, run, '--yes']);
      expect([command, code, stdout], stderr).toEqual([command, 2, '']);
      expect(stderr).toContain(`carepost webhooks create`);
    }
    expect(api.seen.filter(isSave)).toHaveLength(1);
  });
});

test('Ctrl-C waits for a change that was sent, shows it, and is exit 130', async () => {
  const { id } = await organization();
  let child: StartedRun | undefined;
  interceptApi(server.url, async (call) => {
    if (isWrite(call)) {
      child?.kill('SIGINT');
      await new Promise((done) => setTimeout(done, 200));
    }
    return undefined;
  });
  const sandbox = await sandboxFor(server.url);
  const { code, stdout, stderr } = await sandbox.run(['orgs', 'api-capture', 'start', id, '--yes'], {
    onStart: (started) => {
      child = started;
    },
  });
  expect([code, JSON.parse(stdout)], stderr).toMatchObject([130, { apiCapture: true }]);
  const [run = ''] = await runsOf(sandbox);
  expect(await outcomes(sandbox, run)).toEqual(['ok']);
});

test('one change is undone by undo, which is refused if another user changed the record since', async () => {
  const { id } = await organization({ phone: '520-555-0100' });
  const sandbox = await sandboxFor(server.url);
  const set = async (phone: string) => {
    const { code, stderr } = await sandbox.run(['orgs', 'update', id, '--set', `phone=${phone}`, '--yes']);
    expect(code, stderr).toBe(0);
    return (await runsOf(sandbox)).at(-1) ?? '';
  };
  const phone = async () => (await client.organizations.get({ params: { id } })).phone;
  const first = await set('520-555-0101');
  const undone = await sandbox.run(['bulk', 'undo', first, '--yes', '--rate', '0']);
  expect([undone.code, await phone()], undone.stderr).toEqual([0, '520-555-0100']);
  const second = await set('520-555-0102');
  await client.organizations.update({ params: { id }, body: { phone: '520-555-0103' } });
  const refused = await sandbox.run(['bulk', 'undo', second, '--yes', '--rate', '0']);
  expect([refused.code, await phone()], refused.stderr).toEqual([8, '520-555-0103']);
});

test('a failed change names its run, and the journal says how it ended', async () => {
  const { id } = await organization();
  const sandbox = await sandboxFor(server.url);
  interceptApi(server.url, async (call) => {
    if (isWrite(call)) await client.organizations.update({ params: { id }, body: { phone: '520-555-0104' } });
    return undefined;
  });
  const { code, stderr } = await sandbox.run(['orgs', 'update', id, '--set', 'name=Late', '--yes', '--output', 'json']);
  const [run = ''] = await runsOf(sandbox);
  expect([code, JSON.parse(stderr)], stderr).toMatchObject([8, { code: 'E-VERSION-CONFLICT', exit: 8, run }]);
  expect(await outcomes(sandbox, run)).toEqual(['conflict']);
});

test('on a protected profile one change needs its name and a reason, and no second administrator', async () => {
  const { id } = await organization();
  const sandbox = await createCliSandbox({ token: server.as('SysAdmin') });
  await sandbox.run(['profile', 'add', 'prod', '--api', server.url, '--protected']);
  const write = ['orgs', 'update', id, '--set', 'phone=520-555-0105', '--yes', '--profile', 'prod', '-o', 'json'];
  const codes = [];
  for (const more of [[], ['--reason', 'ticket 7'], ['--confirm-profile', 'prod']]) {
    codes.push((await sandbox.run([...write, ...more])).code);
  }
  expect([codes, await runsOf(sandbox)]).toEqual([[2, 9, 2], []]);
  const dry = await sandbox.run([...write, '--dry-run']);
  expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject([
    0,
    { changes: [{ field: 'phone', after: '520-555-0105' }] },
  ]);
  const done = await sandbox.run([...write, '--reason', 'ticket 7', '--confirm-profile', 'prod']);
  expect(done.code, done.stderr).toBe(0);
  const [run = ''] = await runsOf(sandbox);
  const { rows } = await server.database.pool.query('select reason from audit_entries where run_id = $1', [run]);
  expect(rows).toEqual([{ reason: 'ticket 7' }]);
});

test('without a reachable server nothing starts: exit 69, and no run is left behind', async () => {
  const sandbox = await sandboxFor(mockApi(brokenConnection).url);
  const { code, stderr } = await sandbox.run([
    'orgs',
    'update',
    '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55',
    '--set',
    'name=X',
    '--yes',
    '--max-wait',
    '0s',
  ]);
  expect([code, lastLine(stderr).startsWith('exit 69')], stderr).toEqual([69, true]);
  expect(await runsOf(sandbox)).toEqual([]);
});

test('if the journal cannot be written nothing is sent: exit 74', async () => {
  const { id } = await organization();
  const sandbox = await sandboxFor(server.url);
  const taken = join(sandbox.home, 'taken');
  await writeFile(taken, '');
  for (const line of [
    `orgs update ${id} --set name=Unwritten`,
    'plans create --set name=Unwritten --set tierCode=U --set allowedUsers=1',
  ]) {
    const { code, stdout, stderr } = await sandbox.run([...line.split(' '), '--yes'], {
      env: { XDG_STATE_HOME: taken },
    });
    expect([code, stdout], stderr).toEqual([74, '']);
  }
  expect((await client.organizations.get({ params: { id } })).version).toBe(1);
  expect((await client.plans.list()).items.map(({ name }) => name)).not.toContain('Unwritten');
});
