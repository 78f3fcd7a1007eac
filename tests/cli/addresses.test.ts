import { beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
let org = '';
let domain = '';
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  const { organizations } = server.client('SysAdmin');
  const body = { name: 'Shore Clinic', subdomain: 'shore-clinic', direct: { isEnabled: true } };
  org = (await organizations.create({ body })).id;
  domain = (await organizations.domains({ params: { id: org } })).ownDomain ?? '';
});

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run(['addresses', ...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const rows = async (...args: string[]) =>
  JSON.parse((await sandbox.run([...args, '--output', 'json'])).stdout) as Output[];
const unknownId = '0199c8d4-0000-7000-8000-000000000000';

let last = 5550100;
const fax = async () => {
  last += 1;
  return String((await run('add', org, `603${last}`, '--name', 'Desk', '--yes')).output['id']);
};

describe('addresses', () => {
  test('direct ones are added in lower case, found, changed and deleted', async () => {
    const address = `records@${domain}`;
    expect((await run('exists', address)).output).toEqual({ address, exists: false });
    const added = await run('add', org, `Records@${domain}`, '--name', 'Records', '--yes', '--reason', 'Asked for');
    expect([added.code, added.output]).toMatchObject([
      0,
      { address, type: 'DirectMessaging', displayName: 'Records', organizationName: 'Shore Clinic', status: 1 },
    ]);
    const id = String(added.output['id']);
    expect((await run('exists', address)).output).toEqual({ address, exists: true });
    expect((await run('exists', address, '--exit-code')).code).toBe(7);
    expect(
      (await rows('addresses', 'list', '--org', org, '--type', 'DirectMessaging')).map((row) => row['id']),
    ).toEqual([id]);
    expect((await rows('addresses', 'list', '--search', address)).map((row) => row['id'])).toEqual([id]);

    const twice = await run('add', org, address, '--yes');
    expect([twice.code, twice.output['code']]).toEqual([8, 'E-ADDRESS-TAKEN']);
    const changed = await run('update', id, '--set', 'displayName=Records office', '--set', 'isEnabled=no', '--yes');
    expect(changed.output).toMatchObject({ address, displayName: 'Records office', isEnabled: false, version: 2 });
    expect((await run('delete', id, '--yes')).output).toEqual({ id, address, deleted: true });
    expect((await run('get', id)).code).toBe(6);
  });

  test('fax numbers go from status to status as far as they can', async () => {
    const id = await fax();
    const statuses = [];
    for (const word of ['Activated', 'Pending Deletion', 'Deleted']) {
      statuses.push((await run('status', id, word, '--yes')).output['status']);
    }
    expect(statuses).toEqual([1, 3, 4]);
    const final = await run('status', id, 'Activated', '--yes');
    expect([final.code, final.output['code'], final.output['message']]).toEqual([
      8,
      'E-FAX-STATUS',
      'A fax number that is Deleted keeps that status.',
    ]);
    expect((await run('status', id, 'Gone', '--yes')).code).toBe(2);

    const other = await fax();
    expect((await run('activate', other, '--yes')).output).toMatchObject({ id: other, status: 1 });
  });

  test('that are no addresses are refused before anything is sent', async () => {
    const offline = ['--yes', '--api', 'http://127.0.0.1:9'];
    for (const address of ['12', 'records@', 'a..b@clinic.example']) {
      expect([address, (await run('add', org, address, ...offline)).code]).toEqual([address, 7]);
    }
    const foreign = await run('add', org, 'records@elsewhere.example', '--yes');
    expect([foreign.code, foreign.output['code']]).toEqual([7, 'E-ADDRESS-DOMAIN']);
    expect((await run('update', unknownId, '--yes')).code).toBe(2);
    for (const line of [
      ['get', unknownId],
      ['update', unknownId, '--set', 'displayName=X', '--yes'],
      ['status', unknownId, 'Failed', '--yes'],
      ['activate', unknownId, '--yes'],
      ['delete', unknownId, '--yes'],
    ]) {
      expect([line[0], (await run(...line)).code]).toEqual([line[0], 6]);
    }
  });
});

test('sources list filters by type', async () => {
  const all = await rows('sources', 'list');
  const faxes = await rows('sources', 'list', '--type', 'Fax');
  expect(faxes).toEqual(all.filter((source) => source['type'] === 'Fax'));
  expect(faxes.length).toBeGreaterThan(0);
  expect((await sandbox.run(['sources', 'list', '--type', 'Pigeon'])).code).toBe(2);
});
