import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../shared/client/createClient.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let client: Client;
let sandbox: CliSandbox;
let org = '';
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  org = (await client.organizations.create({ body: { name: 'Cove Clinic', subdomain: 'cove-clinic' } })).id;
});

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run([...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const said = async (...args: string[]) => (await sandbox.run(args)).stderr;

describe('oids', () => {
  const [first, second] = ['2.16.840.1.113883.3.1', '2.16.840.1.113883.3.2'];
  const list = async () =>
    (await client.carequality.oids({ params: { id: org } })).items.map(({ value, isDefault }) => [value, isDefault]);

  test('are added, made the default, changed and deleted, by value or id', async () => {
    expect(await said('oids', 'add', org, first, '--default', '--yes')).toContain('The OID was added successfully.');
    const added = await run('oids', 'add', org, second, '--yes');
    expect(added.output).toMatchObject({ value: second, isDefault: false });
    expect(await said('oids', 'default', 'set', org, second, '--yes')).toContain('The OID was updated successfully.');
    expect(await list()).toEqual([
      [second, true],
      [first, false],
    ]);
    expect(await said('oids', 'default', 'set', org, second)).toContain('the default already');
    expect((await run('oids', 'default', 'unset', org, String(added.output['id']), '--yes')).output).toMatchObject({
      isDefault: false,
    });
    expect((await run('oids', 'update', org, first, '--value', '1.2.3', '--yes')).output).toMatchObject({
      value: '1.2.3',
    });
    expect((await run('oids', 'delete', org, '1.2.3', '--yes')).output).toMatchObject({
      value: '1.2.3',
      deleted: true,
    });
    expect(await list()).toEqual([[second, false]]);
  });

  test('unknown, taken and invalid ones have different errors, without a confirmation', async () => {
    const unknown = await run('oids', 'delete', org, '2.16.840.1.113883.3.3');
    expect([unknown.code, unknown.output['code']]).toEqual([6, 'E-NOT-FOUND']);
    expect(unknown.output['message']).toContain(`Did you mean "${second}"?`);
    const taken = await run('oids', 'add', org, second, '--default', '--yes');
    expect([taken.code, taken.output['code']]).toEqual([8, 'E-OID-TAKEN']);
    expect(taken.output).toMatchObject({
      message: 'The organization already has this OID.',
      details: ['field: value'],
      hint: 'Change the existing entry instead.',
    });
    expect(await said('oids', 'add', org, second)).toContain('already; nothing was sent.');
    expect((await run('oids', 'add', org, 'x'.repeat(256), '--yes')).code).toBe(7);
    expect((await run('oids', 'add', org, '1.2.4')).code).toBe(9);
    expect((await said('oids', 'add', org, '1.2.x', '--yes')).match(/This is not an OID/g)).toHaveLength(1);
    expect((await run('oids', 'delete', org, '1.2.x', '--yes')).code).toBe(0);
  });
});

describe('directory', () => {
  const entry = {
    responderType: 'DirectResponder',
    organizationId: '2.16.840.1.113883.3.50',
    displayName: 'Cove',
    address: '1 Main Street',
    city: 'Phoenix',
    state: 'AZ',
    zipCode: '85001',
  };

  test('entries are added from a file, changed, deactivated and activated', async () => {
    await writeFile(join(sandbox.folder, 'entry.json'), JSON.stringify(entry));
    const added = await sandbox.run([
      'directory',
      'upsert',
      org,
      '--file',
      'entry.json',
      '--set',
      'otherNames=A|B',
      '--yes',
      '-o',
      'table',
    ]);
    expect(added.stderr).toContain('The Directory Entry was added successfully.');
    const oid = entry.organizationId;
    const changed = await sandbox.run([
      'directory',
      'upsert',
      org,
      '--entry',
      oid,
      '--set',
      'city=Tucson',
      '--yes',
      '-o',
      'table',
    ]);
    expect(changed.stderr).toContain('The Directory Entry was edited successfully.');
    expect((await run('directory', 'list', org)).output).toMatchObject([
      { city: 'Tucson', otherNames: ['A', 'B'], version: 2 },
    ]);
    expect((await run('directory', 'deactivate', org, oid, '--yes')).output).toMatchObject({ isActive: false });
    expect(await said('directory', 'deactivate', org, oid)).toContain('inactive already');
    expect((await run('directory', 'activate', org, oid, '--yes')).output).toMatchObject({
      isActive: true,
      city: 'Tucson',
    });
    expect((await run('directory', 'activate', org, '1.1.1', '--yes')).code).toBe(6);
    expect((await run('directory', 'upsert', org, '--set', 'city=Tucson', '--yes')).code).toBe(2);
  });

  test('an import says what became of each OID; one that failed makes it exit 3, and a dry run changes nothing', async () => {
    const known = '2.16.840.1.113883.19.5.9100.1';
    const entries = async () => (await client.carequality.entries({ params: { id: org } })).items.length;
    const before = await entries();
    const dry = await run('directory', 'import', org, '--oid', known, '--dry-run');
    expect([dry.code, dry.output]).toMatchObject([0, [{ oid: known, outcome: 'created' }]]);
    expect(await entries()).toBe(before);
    const read = await sandbox.run(['directory', 'import', org, '--oid', known, '--dry-run', '-o', 'table']);
    expect(read.stdout).toMatch(/displayName: - -> \w+/);
    const mixed = await sandbox.run([
      'directory',
      'import',
      org,
      '--oid',
      known,
      '--oid',
      '1.2.3.4.5',
      '--yes',
      '-o',
      'table',
    ]);
    expect(mixed.code).toBe(3);
    expect(mixed.stderr.trim().split('\n').at(-1)).toBe('exit 3 (partial): 1 of 2 OIDs were not imported');
    expect(await entries()).toBe(before + 1);
    expect((await run('directory', 'import', org, '--yes')).code).toBe(2);
  });
});

describe('service-accounts', () => {
  test('limits are shown and set, not below what is registered', async () => {
    expect(await said('service-accounts', 'limit', 'set', org, '4', '--yes')).toContain(
      'The service account limit was saved successfully.',
    );
    expect((await run('service-accounts', 'limit', 'get', org)).output).toEqual({ organizationId: org, limit: 4 });
    expect((await run('service-accounts', 'limit', 'set', org, 'many', '--yes')).code).toBe(2);
    const { rows } = await server.database.pool.query<{ id: string; organization_id: string }>(
      'select id, organization_id from service_accounts where cardinality(client_ip_addresses) = 2 limit 1',
    );
    const [account = '', owner = ''] = [rows[0]?.id, rows[0]?.organization_id];
    expect(await said('service-accounts', 'addresses', 'set', owner, account, '7', '--yes')).toContain(
      'Address count updated',
    );
    const low = await run('service-accounts', 'addresses', 'set', owner, account, '1', '--yes');
    expect([low.code, low.output['message']]).toEqual([7, 'The number of Allowed Addresses cannot be lower than 2']);
    expect((await run('service-accounts', 'list', owner)).output).toContainEqual(
      expect.objectContaining({ id: account, allowedAddressCount: 7 }),
    );
  });
});
