import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { openReceiver, type Receiver } from '../server/webhooks/receiver.ts';

let server: TestServer;
let sandbox: CliSandbox;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver((response) => response.writeHead(200).end('taken'));
  server = await startServer({ env: { JOBS: 'true', WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

type Output = Record<string, unknown>;
const run = async (args: readonly string[], stdin = '') => {
  const result = await sandbox.run(['webhooks', ...args, '--output', 'json'], { stdin });
  return { ...result, output: JSON.parse(result.stdout || result.stderr.split('\n')[0] || '{}') as Output };
};
const rowsOf = async (...args: string[]) => (await run(args)).output as unknown as Output[];
const create = (name: string, ...more: string[]) =>
  run(['create', '--name', name, '--url', receiver.url, '--event', 'user.created', '--yes', ...more]);

test('a webhook is added with a secret that is displayed once, listed, changed, undone and deleted', async () => {
  const added = await create('From the command line');
  expect([added.code, added.output['secret']]).toEqual([0, expect.stringMatching(/^whsec_/)]);
  const id = String(added.output['id']);
  expect(await rowsOf('list', '--search', 'command line')).toMatchObject([{ id, isEnabled: true }]);
  const shown = await run(['get', id]);
  expect(shown.output).toMatchObject({ id, hasSecret: true });
  expect(shown.stdout).not.toContain('whsec_');
  const changed = await run([
    'update',
    id,
    '--enabled',
    'false',
    '--event',
    'user.created',
    '--event',
    'user.deleted',
    '--yes',
  ]);
  expect(changed.output).toMatchObject({ isEnabled: false, events: ['user.created', 'user.deleted'] });
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect((await run(['get', id])).output).toMatchObject({ isEnabled: true, events: ['user.created'] });
  const renewed = await run(['secret', id, '--yes']);
  expect(renewed.output['secret']).not.toBe(added.output['secret']);
  expect((await run(['delete', id, '--yes'])).output).toEqual({ id, deleted: true });
  expect((await run(['get', id])).code).toBe(6);
});

test('a password comes from standard input only, and is in no output or file', async () => {
  const name = 'With a password';
  for (const output of [
    ['--output', 'ids'],
    ['--fields', 'id,name'],
    ['--query', 'name'],
  ]) {
    const added = ['webhooks', 'create', '--name', name, '--url', receiver.url, '--event', 'user.created', '--yes'];
    const lost = await sandbox.run([...added, ...output]);
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining('secret')]);
  }
  const missing = await create(name, '--auth-type', 'basic', '--user-name', 'carepost');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--secret-stdin')]);
  const empty = await create(name, '--auth-type', 'bearer', '--secret-stdin');
  expect([empty.code, empty.stderr]).toEqual([
    2,
    expect.stringContaining('--secret-stdin reads standard input, which is empty'),
  ]);
  const added = await run(
    `create --name Password --url ${receiver.url} --event user.created --yes --auth-type basic --user-name carepost --secret-stdin`.split(
      ' ',
    ),
    'canary-password\n',
  );
  expect(added.output).toMatchObject({ authenticationType: 'basic', userName: 'carepost', hasSecret: true });
  expect(added.stdout + added.stderr).not.toContain('canary');
  const id = String(added.output['id']);
  const sent = await run(['test', id, '--yes']);
  expect(sent.output).toMatchObject({
    status: 'Delivered',
    isTest: true,
    attempts: [{ responseStatus: 200, responseBody: 'taken' }],
  });
  expect(receiver.calls.at(-1)?.headers.authorization).toBe(
    `Basic ${Buffer.from('carepost:canary-password').toString('base64')}`,
  );
});

test('deliveries are listed and filtered, shown, and sent again', async () => {
  const { output } = await create('Log of deliveries', '--auth-type', 'none');
  const id = String(output['id']);
  const sent = await run(['test', id, '--yes']);
  const delivery = String(sent.output['id']);
  expect(await rowsOf('deliveries', 'list', '--webhook', id, '--status', 'Delivered')).toMatchObject([
    { id: delivery, eventType: 'webhook.test' },
  ]);
  expect(await rowsOf('deliveries', 'list', '--webhook', id, '--status', 'Failed')).toEqual([]);
  const again = await run(['redeliver', delivery, '--yes']);
  expect(again.output).toMatchObject({ id: delivery, eventId: sent.output['eventId'] });
  expect((await rowsOf('events')).map((event) => event['id'])).toContain('message.received');
  expect((await rowsOf('auth-types')).map((type) => type['id'])).toEqual(['none', 'basic', 'bearer', 'hmac']);
});

test('a test event that the receiver refuses ends with 3 and its response, and with 0 without waiting for it', async () => {
  const refusing = await openReceiver((response) => response.writeHead(503).end('closed'));
  try {
    const { output } = await create('Refused', '--auth-type', 'none', '--url', refusing.url);
    const id = String(output['id']);
    const refused = await run(['test', id, '--yes']);
    expect(refused.code).toBe(3);
    expect(JSON.parse(refused.stdout)).toMatchObject({ status: 'Failed', attempts: [{ responseStatus: 503 }] });
    expect(JSON.parse(refused.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      code: 'E-DELIVERY-FAILED',
      message: 'The webhook responded with 503.',
      exit: 3,
    });
    expect((await run(['test', id, '--no-wait', '--yes'])).code).toBe(0);
  } finally {
    await refusing.close();
  }
});

describe('a dry run', () => {
  const shown = async (...args: string[]) => {
    const { code, output } = await run([...args, '--dry-run']);
    return [code, output['code'] ?? output['changes'] ?? output] as const;
  };

  test('shows the webhook that would be added, without its password, and adds none', async () => {
    const args = `create --name Planned --url ${receiver.url} --event user.created --auth-type basic --user-name me --secret-stdin --dry-run`;
    const { code, output, stdout } = await run(args.split(' '), 'canary-password');
    expect([code, output]).toMatchObject([0, { action: 'webhooks create', id: null, name: 'Planned' }]);
    expect(output['changes']).toEqual(
      expect.arrayContaining([
        { field: 'url', before: null, after: receiver.url },
        { field: 'events', before: null, after: ['user.created'] },
        { field: 'secret', before: null, after: '(hidden)' },
      ]),
    );
    expect(stdout).not.toContain('canary');
    expect(await rowsOf('list', '--search', 'Planned')).toEqual([]);
  });

  test('refuses what the command refuses: an address, a name, a name that is taken', async () => {
    const { output } = await create('Dry run');
    const id = String(output['id']);
    await create('Taken');
    const added = ['create', '--event', 'user.created', '--name'];
    for (const flags of [[], ['--yes']] as const) {
      const refuse = async (...args: string[]) =>
        flags.length === 0 ? (await shown(...args))[0] : (await run([...args, ...flags])).code;
      expect(await refuse(...added, 'Other', '--url', 'notaurl')).toBe(7);
      expect(await refuse(...added, 'Tab\there', '--url', receiver.url)).toBe(7);
      expect(await refuse(...added, 'taken', '--url', receiver.url)).toBe(8);
      expect(await refuse('update', id, '--url', 'notaurl')).toBe(7);
      expect(await refuse('update', id, '--name', 'Tab\there')).toBe(7);
      expect(await refuse('update', id, '--name', 'taken')).toBe(8);
    }
    expect(await shown('update', id, '--name', 'Free')).toEqual([
      0,
      [{ field: 'name', before: 'Dry run', after: 'Free' }],
    ]);
  });

  test('of an address that the settings of the server refuse is exit 7', async () => {
    const strict = await startServer();
    const other = await createCliSandbox({ api: strict.url, token: strict.as('SysAdmin') });
    const args = 'webhooks create --name X --url http://10.0.0.1/x --event user.created --dry-run'.split(' ');
    const { code, stderr } = await other.run(args);
    await strict.close();
    expect([code, stderr]).toEqual([7, expect.stringContaining('must begin with https://')]);
  });
});
