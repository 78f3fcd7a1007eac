import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../shared/client/createClient.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';
import { writeCsv } from './bulkSetup.ts';

let server: TestServer;
let client: Client;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run([...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const emergencies = (...args: string[]) => run('emergencies', ...args);
const agency = { oid: '2.16.840.1.113883.3.90.1', name: 'Sample Agency' };
const agencyText = `${agency.oid} ${agency.name}`;
const runIdOf = (stderr: string) => /carepost bulk undo (\S+)/.exec(stderr)?.[1] ?? '';
const add = async () => {
  const name = `Emergency ${randomUUID()}`;
  return (await client.emergencies.create({ body: { name, organizations: [agency] } })).id;
};
const dateOf = async (id: string) => (await client.emergencies.get({ params: { id } })).disabledDate;

describe('an emergency', () => {
  test('is added, listed by state, shown, changed, scheduled, disabled and enabled', async () => {
    const name = `Emergency ${randomUUID()}`;
    const flags = ['--name', name, '--organization', `urn:oid:${agencyText}`, '--disabled-date', '12/31/2090', '--yes'];
    const made = await emergencies('create', ...flags);
    expect([made.code, made.output]).toMatchObject([
      0,
      { name, state: 'scheduled', disabledDate: '2090-12-31', organizations: [agency] },
    ]);
    const id = String(made.output['id']);
    const listed = await emergencies('list', '--search', name, '--state', 'scheduled');
    expect(listed.output).toMatchObject([{ id, state: 'scheduled' }]);
    expect((await emergencies('get', id)).output).toEqual(made.output);
    const again = await emergencies('create', ...flags);
    expect([again.code, again.output]).toMatchObject([8, { code: 'E-NAME-TAKEN' }]);
    const cleared = await emergencies('update', id, '--disabled-date', 'none', '--yes');
    expect(cleared.output).toMatchObject({ name, state: 'active', disabledDate: null });
    expect((await emergencies('disable', id, '--on', '010291', '--yes')).output).toMatchObject({
      disabledDate: '2091-01-02',
    });
    expect((await emergencies('disable', id, '--yes')).output).toMatchObject({ state: 'disabled', isDisabled: true });
    expect((await sandbox.run(['emergencies', 'disable', id])).stderr).toContain('disabled already');
    expect((await emergencies('enable', id, '--yes', '--reason', 'Back')).output).toMatchObject({ state: 'active' });
    const table = await sandbox.run(['emergencies', 'list', '--search', name, '--output', 'table']);
    expect(table.stdout).toContain(agency.name);
  });

  test('shows who is affected before the question', async () => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      `select e.id from emergencies e where name = 'Avian influenza surveillance'`,
    );
    const id = rows[0]?.id ?? '';
    const impact = await client.emergencies.impact({ params: { id } });
    expect(impact.userCount).toBeGreaterThan(1);
    const { code, stderr } = await sandbox.run(['emergencies', 'disable', id]);
    expect(code).toBe(9);
    expect(stderr).toContain(`about ${impact.organizationCount} organizations of the platform`);
    expect(stderr).toContain(`${impact.userCount} users work in organizations of emergencies`);
    expect(await dateOf(id)).toBeNull();
  });

  test.each([
    [['create', '--name', 'A', '--organization', 'none'], 2, 'does not begin with an OID'],
    [['create', '--name', 'A', '--organization', '2.16.840.1'], 2, 'has no name'],
    [['disable', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55', '--on', '2027-02-30'], 2, 'is not a date'],
    [['list', '--state', 'gone'], 2, 'active, scheduled, disabled'],
    [['get', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55'], 6, 'No emergency has the id'],
    [['update', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55'], 2, 'Nothing to change'],
  ])('%j is refused', async (args, exit, text) => {
    const { code, stderr } = await sandbox.run(['emergencies', ...args]);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(text)]);
  });

  test('that was scheduled and disabled is scheduled again by undo', async () => {
    const id = await add();
    await emergencies('disable', id, '--on', '12/31/2090', '--yes');
    const { stderr } = await sandbox.run(['emergencies', 'disable', id, '--yes']);
    expect((await run('bulk', 'undo', runIdOf(stderr), '--yes')).code).toBe(0);
    expect(await dateOf(id)).toBe('2090-12-31');
  });
});

describe('a file of emergencies', () => {
  test('adds and changes them by name and id; undo restores the former cells and disables what was added', async () => {
    const [id, name] = [await add(), `Emergency ${randomUUID()}`];
    const { name: known } = await client.emergencies.get({ params: { id } });
    await writeCsv(
      sandbox,
      'e.csv',
      ['id', 'name', 'disabled_date', 'organizations'],
      [
        [id, `${known} B`, '1/2/91', ''],
        ['', name, '', `${agencyText}|2.16.840.1.113883.3.90.2 Other`],
      ],
    );
    const applied = await sandbox.run(['bulk', 'apply', 'emergencies.upsert', '--file', 'e.csv', '--yes']);
    expect([applied.code, applied.stderr]).toEqual([0, expect.any(String)]);
    expect(await client.emergencies.get({ params: { id } })).toMatchObject({
      name: `${known} B`,
      disabledDate: '2091-01-02',
      organizations: [agency],
    });
    const added = (await client.emergencies.list({ query: { search: name } })).items[0];
    expect(added?.organizations).toHaveLength(2);
    const undone = await sandbox.run(['bulk', 'undo', '--last', '--yes']);
    expect([undone.code, undone.stderr]).toEqual([0, expect.any(String)]);
    expect(await client.emergencies.get({ params: { id } })).toMatchObject({ name: known, disabledDate: null });
    expect(await client.emergencies.get({ params: { id: added?.id ?? '' } })).toMatchObject({ state: 'disabled' });
  });

  test('disables many, and undo enables those that no user changed since', async () => {
    const ids = [await add(), await add(), await add()];
    await writeCsv(
      sandbox,
      'off.csv',
      ['id'],
      ids.map((id) => [id] as const),
    );
    const applied = await sandbox.run(['emergencies', 'disable', '--file', 'off.csv', '--yes']);
    expect([applied.code, applied.stderr]).toEqual([0, expect.any(String)]);
    for (const id of ids) expect(await dateOf(id)).not.toBeNull();
    await client.emergencies.disable({ params: { id: ids[0] ?? '' }, body: { on: '2091-01-01' } });
    expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(3);
    expect([await dateOf(ids[0] ?? ''), await dateOf(ids[1] ?? ''), await dateOf(ids[2] ?? '')]).toEqual([
      '2091-01-01',
      null,
      null,
    ]);
  });

  test('comes filled from a template, and a selection is disabled on a day', async () => {
    const id = await add();
    const { name } = await client.emergencies.get({ params: { id } });
    const template = await sandbox.run([
      'bulk',
      'template',
      'emergencies.upsert',
      '--filled',
      '--where',
      `name=${name}`,
    ]);
    expect([template.code, template.stdout]).toEqual([0, expect.stringContaining(agencyText)]);
    expect(template.stdout.trim().split('\n')).toHaveLength(2);
    const select = ['--select', '--where', `name=${name}`, '--set', 'enabled=false', '--set', 'on=12/31/2090'];
    const plan = ['bulk', 'plan', 'emergencies.state', ...select, '--plan-out', 'off.json'];
    expect((await sandbox.run(plan)).code).toBe(0);
    expect((await sandbox.run(['bulk', 'apply', '--plan', 'off.json', '--yes'])).code).toBe(0);
    expect(await dateOf(id)).toBe('2090-12-31');
  });

  test('with wrong cells names each of them and sends nothing', async () => {
    await writeCsv(
      sandbox,
      'bad.csv',
      ['name', 'disabled_date', 'organizations'],
      [
        ['A new one', '2/30/2027', agencyText],
        ['Another new one', '', ''],
        ['A third one', '', 'none Agency'],
      ],
    );
    const { code, stderr, stdout } = await sandbox.run(['bulk', 'validate', 'emergencies.upsert', '--file', 'bad.csv']);
    expect(code).toBe(7);
    const all = stdout + stderr;
    for (const text of ['is not a date', 'at least one organization', 'does not begin with an OID'])
      expect(all).toContain(text);
  });
});

describe('known emergency organizations', () => {
  test('are added by the name of the network, changed, listed, removed, and each change is undone', async () => {
    const oid = '2.16.840.1.113883.19.5.9100.1';
    const organizations = (...args: string[]) => emergencies('organizations', ...args);
    const looked = await organizations('lookup', oid);
    const { displayName } = looked.output;
    const put = await sandbox.run(['emergencies', 'organizations', 'put', oid, '--yes']);
    expect([put.code, put.stderr]).toEqual([0, expect.stringContaining('Organization saved.')]);
    expect((await organizations('get', oid)).output).toMatchObject({ oid, name: displayName });
    expect((await organizations('put', oid, '--name', 'Other', '--yes')).output).toMatchObject({ name: 'Other' });
    expect((await run('bulk', 'undo', '--last', '--yes')).code).toBe(0);
    expect((await organizations('list', '--where', `oid=${oid}`)).output).toMatchObject([{ oid, name: displayName }]);
    const removed = await organizations('delete', oid, '--yes');
    expect(removed.output).toEqual({ oid, name: displayName, removed: true });
    expect((await run('bulk', 'undo', '--last', '--yes')).code).toBe(0);
    expect((await organizations('get', oid)).output).toMatchObject({ name: displayName });
    await organizations('delete', oid, '--yes');
    expect((await organizations('delete', oid, '--yes')).code).toBe(6);
  });

  test('that the network does not know need a name', async () => {
    const oid = '2.16.840.1.999.7';
    expect((await emergencies('organizations', 'lookup', oid, '--exit-code')).code).toBe(7);
    for (const verb of ['lookup', 'delete', 'get']) {
      const { code, output } = await emergencies('organizations', verb, 'abc');
      expect([code, output['message']]).toEqual([
        2,
        expect.stringMatching(/"abc" is not (an OID|the OID of an emergency organization)\. Enter a valid OID/),
      ]);
    }
    const refused = await emergencies('organizations', 'put', oid, '--yes');
    expect([refused.code, refused.output['message']]).toEqual([7, expect.stringContaining('knows no organization')]);
    expect((await emergencies('organizations', 'put', oid, '--name', 'Agency', '--yes')).code).toBe(0);
  });
});
