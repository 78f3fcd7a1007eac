import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run(['networks', ...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const rows = async (...args: string[]) =>
  JSON.parse((await sandbox.run(['networks', ...args, '--output', 'json'])).stdout) as Output[];

let made = 0;
const network = async () => {
  made += 1;
  const { output } = await run('create', '--set', `name=Shore Network ${made}`, '--yes');
  return String(output['id']);
};
const unknownId = '0199c8d4-0000-7000-8000-000000000000';

describe('networks', () => {
  test('are added with features, found by a search, changed and deleted', async () => {
    const fields = ['--set', 'name=Bay Network', '--set', 'enabledFeatures=Carequality|Release'];
    const created = await run('create', ...fields, '--yes');
    expect([created.code, created.output]).toMatchObject([
      0,
      { name: 'Bay Network', isEnabled: true, enabledFeatures: ['Carequality', 'Release'], version: 1 },
    ]);
    const id = String(created.output['id']);
    expect(await rows('list', '--search', 'bay net')).toEqual([{ id, name: 'Bay Network', isEnabled: true }]);
    const features = await rows('features', id, '--where', 'isOn=true');
    expect(new Set(features.map((feature) => feature['id']))).toEqual(new Set(['Carequality', 'Release']));

    const changed = await run('update', id, '--set', 'isEnabled=no', '--set', 'enabledFeatures=Release', '--yes');
    expect(changed.output).toMatchObject({ isEnabled: false, enabledFeatures: ['Release'], version: 2 });
    expect((await run('delete', id, '--yes')).output).toEqual({ id, name: 'Bay Network', deleted: true });
    expect((await run('get', id)).code).toBe(6);
  });

  test('with a name that is taken, an unknown feature or an unknown id are refused with exits 8, 7 and 6', async () => {
    await run('create', '--set', 'name=Taken Network', '--yes');
    const taken = await run('create', '--set', 'name=taken network', '--yes');
    expect([taken.code, taken.output['code']]).toEqual([8, 'E-NAME-TAKEN']);
    const feature = await run('create', '--set', 'name=Odd', '--set', 'enabledFeatures=NoSuchThing', '--yes');
    expect([feature.code, feature.output['code']]).toEqual([7, 'E-FEATURE-UNKNOWN']);
    for (const line of [
      ['get', unknownId],
      ['update', unknownId, '--set', 'name=X', '--yes'],
      ['organizations', unknownId],
      ['admins', unknownId],
      ['add-organization', unknownId, unknownId, '--yes'],
      ['service-account', 'create', unknownId, '--yes'],
    ]) {
      const { code, output } = await run(...line);
      expect([line[0], code, output['code']]).toEqual([line[0], 6, 'E-NOT-FOUND']);
    }
    expect((await run('get', 'no-id')).code).toBe(6);
  });

  test('add and remove organizations; one with organizations is not deleted', async () => {
    const id = await network();
    const { items } = await server.client('SysAdmin').organizations.list({ query: { pageSize: 10 } });
    const [first, second] = items;
    for (const organization of [first, second]) {
      const added = await run('add-organization', id, organization?.id ?? '', '--yes');
      expect([added.code, added.output]).toMatchObject([0, { id: organization?.id, name: organization?.name }]);
    }
    const members = await rows('organizations', id);
    expect(new Set(members.map((row) => row['id']))).toEqual(new Set([first?.id, second?.id]));
    const listed = await rows('orgs', id, '--search', first?.name ?? '');
    expect(listed.map((row) => row['name'])).toEqual([first?.name]);

    const inUse = await run('delete', id, '--yes');
    expect([inUse.code, inUse.output['code']]).toEqual([8, 'E-IN-USE']);
    for (const organization of [first, second]) await run('remove-organization', id, organization?.id ?? '', '--yes');
    expect(await rows('organizations', id)).toEqual([]);
    const gone = await run('remove-organization', id, first?.id ?? '', '--yes');
    expect([gone.code, gone.output['code']]).toEqual([6, 'E-NOT-FOUND']);
    expect((await run('delete', id, '--yes')).code).toBe(0);
  });

  test('get and lose administrators by user name; the history has the reason', async () => {
    const id = await network();
    const userName = 'user@carepost.example';
    const added = await run('add-admin', id, '--user', userName, '--yes', '--reason', 'Takes over');
    expect([added.code, added.output]).toMatchObject([0, { userName, isEnabled: true }]);
    const { rows: audits } = await server.database.pool.query(
      "select reason from audit_entries where target_id = $1 and action = 'networks.addAdmin'",
      [id],
    );
    expect(audits).toEqual([{ reason: 'Takes over' }]);

    expect((await rows('admins', id)).map((row) => row['userName'])).toEqual([userName]);
    expect(await rows('admins', id, '--search', 'nobody is called so')).toEqual([]);
    const refused = await run('add-admin', id, '--user', 'nobody@carepost.example', '--yes');
    expect([refused.code, refused.output['code']]).toEqual([7, 'E-USER-UNKNOWN']);
    const stranger = await run('remove-admin', id, 'nobody@carepost.example', '--yes');
    expect([stranger.code, stranger.output['code']]).toEqual([6, 'E-NOT-FOUND']);
    expect(stranger.output['message']).not.toContain('Did you mean');

    const removed = await run('remove-admin', id, userName.toUpperCase(), '--yes');
    expect(removed.output).toEqual({ id: added.output['id'], userName, removed: true });
    expect(await rows('admins', id)).toEqual([]);
    expect((await run('add-admin', id, '--yes')).code).toBe(2);
  });
});

describe('the service account of a network', () => {
  test('is made once, gets addresses, is switched off and on, and is deleted', async () => {
    const id = await network();
    const none = await run('service-account', 'get', id);
    expect([none.code, none.output['code'], none.output['hint']]).toEqual([
      6,
      'E-NETWORK-NO-ACCOUNT',
      `Run: carepost networks service-account create ${id}`,
    ]);
    const created = await run('service-account', 'create', id, '--yes');
    expect([created.code, created.output]).toMatchObject([0, { isEnabled: true, ipAddresses: [] }]);
    expect((await run('service-account', 'create', id, '--yes')).output).toEqual(created.output);

    const addresses = ['198.51.100.7', '198.51.100.8'];
    const flags = addresses.flatMap((address) => ['--address', address]);
    const set = await run('service-account', 'set-addresses', id, ...flags, '--yes');
    expect(set.output['ipAddresses']).toEqual(addresses);
    expect((await run('service-account', 'disable', id, '--yes')).output['isEnabled']).toBe(false);
    expect((await run('service-account', 'get', id)).output).toMatchObject({
      isEnabled: false,
      ipAddresses: addresses,
    });
    expect((await run('service-account', 'enable', id, '--yes')).output['isEnabled']).toBe(true);
    expect((await run('service-account', 'set-addresses', id, '--none', '--yes')).output['ipAddresses']).toEqual([]);

    expect((await run('service-account', 'delete', id, '--yes')).output).toEqual({ network: id, deleted: true });
    const gone = await run('service-account', 'enable', id, '--yes');
    expect([gone.code, gone.output['code']]).toEqual([6, 'E-NETWORK-NO-ACCOUNT']);
  });

  test('keeps its addresses when none are named, or one is wrong', async () => {
    const id = await network();
    await run('service-account', 'create', id, '--yes');
    await run('service-account', 'set-addresses', id, '--address', '198.51.100.7', '--yes');
    for (const flags of [[], ['--address', '198.51.100'], ['--address', '198.51.100.9', '--none']]) {
      expect((await run('service-account', 'set-addresses', id, ...flags, '--yes')).code).toBe(2);
    }
    expect((await run('service-account', 'get', id)).output['ipAddresses']).toEqual(['198.51.100.7']);
  });
});
