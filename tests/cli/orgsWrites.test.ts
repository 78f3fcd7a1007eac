import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../shared/client/createClient.ts';
import { mockApi } from '../support/mockApi.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let client: Client;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  client = server.client('SysAdmin');
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

type Output = Record<string, unknown>;
const run = async (line: string, ...more: string[]) => {
  const result = await sandbox.run([...line.split(' '), ...more, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
/** As a person reads it: what is said on stderr. */
const said = async (line: string, ...more: string[]) => (await sandbox.run([...line.split(' '), ...more])).stderr;

let made = 0;
const organization = (fields: Record<string, unknown> = {}) => {
  made += 1;
  return client.organizations.create({ body: { name: `Shore Clinic ${made}`, subdomain: `shore-${made}`, ...fields } });
};
const actions = async (id: string) =>
  (
    await server.database.pool.query<{ action: string }>(
      'select action from audit_entries where target_id = $1 order by id',
      [id],
    )
  ).rows.map(({ action }) => action);

describe('orgs create and update', () => {
  test('write nested fields, lists and cleared ones', async () => {
    await writeFile(
      join(sandbox.folder, 'clinic.json'),
      JSON.stringify({ name: 'Bay Clinic', address: { city: 'Reno', state: 'NV' } }),
    );
    const created = await run(
      'orgs create --file clinic.json --set subdomain=bay-clinic --set direct.maxAddresses=3 --yes',
    );
    expect(created.output).toMatchObject({
      name: 'Bay Clinic',
      subdomain: 'bay-clinic',
      address: { city: 'Reno' },
      direct: { maxAddresses: 3 },
    });
    const changed = await run(
      `orgs update ${String(created.output['id'])} --yes --set contact.email=ann@bay.example --set address.city=\\N --set qhin.isParticipating=no`,
      '--set',
      'settings.notificationEmails=a@bay.example|b@bay.example',
    );
    expect(changed.output).toMatchObject({
      version: 2,
      address: { city: null, state: 'NV' },
      contact: { email: 'ann@bay.example' },
      settings: { notificationEmails: ['a@bay.example', 'b@bay.example'] },
    });
    expect(await said(`orgs update ${String(created.output['id'])} --yes --set name=Bay`)).toContain(
      'The organization was saved successfully.',
    );
  });

  test('are refused by the same rules as in other commands', async () => {
    const { id } = await organization();
    const taken = await run(`orgs update ${id} --set subdomain=www --yes`);
    expect([taken.code, taken.output['code']]).toEqual([7, 'E-ORG-SUBDOMAIN']);
    expect((await run(`orgs update ${id} --set isActivated=true --yes`)).code).toBe(2);
    const nested = await run(`orgs update ${id} --set city=X --yes`);
    expect([nested.code, nested.output['message']]).toEqual([2, expect.stringContaining('"address.city"')]);
    const twice = await run(`orgs update ${id} --set address.city=A --set address.city=B --yes`);
    expect([twice.code, twice.output['message']]).toEqual([2, expect.stringContaining('"address.city" is set twice')]);
    for (const [set, hint] of [
      [`resellerId=${id}`, 'Run: carepost resellers list'],
      ['enabledFeatures=Nope', 'Run: carepost features list'],
      [`specialtyId=${id}`, 'Run: carepost orgs specialties'],
    ]) {
      const { code, output } = await run(`orgs update ${id} --set ${set} --yes`);
      expect([code, output['code'], output['hint']]).toEqual([7, 'E-ORG-REFERENCE', hint]);
    }
    const state = await run(`orgs update ${id} --set address.state=ZZ --yes`);
    expect(state.stderr).toContain('Use the two letters of a US state, such as AZ.');
    expect(state.stderr).not.toContain('from the list');
    expect((await run(`orgs update ${id} --yes`)).code).toBe(2);
  });
});

describe('orgs delete', () => {
  test('requires the name, counts the deleted parts, and asks for confirmation', async () => {
    const { id, name, subdomain } = await organization();
    const address = `records@${subdomain}.direct.carepost.example`;
    await client.documentsources.create({
      body: { organizationId: id, type: 'DirectMessaging', address, displayName: 'R' },
    });
    expect((await run(`orgs delete ${id} --yes`)).code).toBe(2);
    expect((await run(`orgs delete ${id} --yes --expect-name Wrong`)).output['code']).toBe('E-NAME-DIFFERS');
    const unrequested = await sandbox.run(['orgs', 'delete', id, '--expect-name', name]);
    expect(unrequested.code).toBe(9);
    expect(unrequested.stderr).toContain('This also deletes 1 direct address.');
    expect((await run(`orgs get ${id}`)).code).toBe(0);
    expect((await run(`orgs delete ${id} --yes --expect-name`, name)).output).toEqual({ id, name, deleted: true });
    expect((await run(`orgs get ${id}`)).code).toBe(6);
  });
});

describe('states', () => {
  test('activation creates the records address and the e-mail only on request', async () => {
    const { id } = await organization({ contact: { email: 'ann@shore.example' } });
    const sources = async () => (await client.documentsources.list({ query: { organizationId: id } })).totalCount;
    const mails = async () =>
      (await server.database.pool.query('select 1 from mails where recipient = $1', ['ann@shore.example'])).rows.length;
    expect((await run(`orgs activate ${id} --no-seed-records --yes`)).output).toMatchObject({ isActivated: true });
    expect([await sources(), await mails()]).toEqual([0, 0]);
    expect(await said(`orgs activate ${id} --send-email`)).toContain('is activated already; nothing was sent.');
    expect([await sources(), await mails()]).toEqual([0, 0]);
    expect((await run(`orgs deactivate ${id} --yes`)).output).toMatchObject({ isActivated: false });
    expect(await said(`orgs deactivate ${id}`)).toContain('is not activated; nothing was sent.');
    const again = await said(`orgs activate ${id} --send-email --yes`);
    expect(again).toContain('1 person will get an activation e-mail');
    expect(again).toContain('Organization Activation Status has been updated.');
    expect([await sources(), await mails()]).toEqual([1, 1]);
  });

  test.each([
    [
      'login disable',
      'login enable',
      'isEnabled',
      'Organization Login Ability has been updated.',
      'organizations.enable',
    ],
    [
      'api-capture start',
      'api-capture stop',
      'apiCapture',
      'Organization API settings updated.',
      'organizations.apiCapture',
    ],
  ])('%s sends the state once, %s reverts it', async (away, back, field, text, action) => {
    const { id, ...record } = await organization();
    const before = field === 'isEnabled' ? record.isEnabled : record.apiCapture;
    expect(await said(`orgs ${away} ${id} --yes`)).toContain(text);
    expect(await said(`orgs ${away} ${id}`)).toContain('already; nothing was sent.');
    expect((await run(`orgs get ${id}`)).output).toMatchObject({ [field]: !before });
    expect((await run(`orgs ${back} ${id} --yes`)).output).toMatchObject({ [field]: before });
    expect((await actions(id)).filter((one) => one === action)).toHaveLength(2);
  });

  test('a server that accepts a change and does nothing is detected: exit 3', async () => {
    const record = await organization();
    const other = mockApi(() => HttpResponse.json(record));
    const { code, output } = await run(`orgs login disable ${record.id} --yes --api ${other.url}`);
    expect([code, output['code']]).toEqual([3, 'E-NOT-TAKEN-UP']);
  });

  test('clear-cancel clears a pending cancellation; a second one is refused', async () => {
    const { id } = await organization();
    await server.database.pool.query(`update organizations set cancel_at = now() + interval '9 days' where id = $1`, [
      id,
    ]);
    expect(await said(`orgs clear-cancel ${id} --yes`)).toContain('The cancellation was cleared successfully.');
    const again = await run(`orgs clear-cancel ${id} --yes`);
    expect([again.code, again.output['code']]).toEqual([8, 'E-ORG-NOT-CANCELING']);
  });

  test('sync starts a job that orgs jobs shows', async () => {
    const { id } = await organization();
    expect(await said(`orgs sync ${id} --yes`)).toContain('Organization Intercom Sync has been initialized.');
    const { output } = await run(`orgs jobs ${id}`);
    expect(output).toMatchObject([{ kind: 'organization.sync', attempts: 0 }]);
    const waited = await run(`orgs sync ${id} --yes --wait --wait-for 1s`);
    expect(waited.code).toBe(75);
  });

  test('sync --wait stays until the job has ended', async () => {
    const working = await startServer({ env: { JOBS: 'true' } });
    onTestFinished(() => working.close());
    const there = await createCliSandbox({ api: working.url, token: working.as('SysAdmin') });
    const { items } = await working.client('SysAdmin').organizations.list({ query: { pageSize: 1 } });
    const result = await there.run(['orgs', 'sync', items[0]?.id ?? '', '--wait', '--yes', '--output', 'json']);
    expect([result.code, JSON.parse(result.stdout)]).toMatchObject([
      0,
      { status: 'Completed', attempts: 1, lastError: null },
    ]);
  });

  test('a role without permission is exit 5, and nothing changes', async () => {
    const before = await organization();
    const { id, name } = before;
    const other = await createCliSandbox({ api: server.url, token: server.as('SysAdminReporting') });
    const lines = [
      ['orgs', 'create', '--set', 'name=X', '--set', 'subdomain=x-1'],
      ['orgs', 'update', id, '--set', 'name=X'],
      ['orgs', 'delete', id, '--expect-name', name],
      ['orgs', 'login', 'disable', id],
      ['oids', 'add', id, '1.2.3'],
      ['directory', 'import', id, '--oid', '1.2.3'],
      ['service-accounts', 'limit', 'set', id, '3'],
    ];
    for (const line of lines) expect([line, (await other.run([...line, '--yes'])).code]).toEqual([line, 5]);
    expect(await client.organizations.get({ params: { id } })).toEqual(before);
    expect(await client.carequality.oids({ params: { id } })).toEqual({ items: [] });
  });
});

test('people join and leave, and the history says why', async () => {
  const { id } = await organization();
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select id from users where user_name = 'reporting@carepost.example'`,
  );
  const user = rows[0]?.id ?? '';
  expect(
    (await run(`orgs users add ${id} ${user} --administrator --yes --reason`, 'cover for Ann')).output,
  ).toMatchObject({ id: user });
  expect((await run(`orgs users add ${id} ${user} --yes`)).code).toBe(8);
  expect((await run(`orgs users remove ${id} ${user} --yes`)).output).toEqual({ id: user, removed: true });
  expect((await run(`orgs users remove ${id} ${user} --yes`)).code).toBe(6);
  const { output } = await run(`orgs history ${id}`);
  expect(output).toMatchObject([
    { action: 'organizations.removeUser', reason: null },
    { action: 'organizations.addUser', reason: 'cover for Ann' },
    { action: 'organizations.create' },
  ]);
  const table = (await sandbox.run(['orgs', 'history', id, '-o', 'table'])).stdout;
  expect(table).toContain(`userId: - -> ${user}`);
});

describe('parts of an organization beside its record', () => {
  test('domains are added and removed by name', async () => {
    const { id } = await organization();
    expect((await run(`orgs domains add ${id} Direct.Bay.example --yes`)).output).toMatchObject({
      domain: 'direct.bay.example',
    });
    const again = await run(`orgs domains add ${id} direct.bay.example --yes`);
    expect([again.code, again.output]).toMatchObject([0, { domain: 'direct.bay.example' }]);
    const other = await organization();
    expect((await run(`orgs domains add ${other.id} direct.bay.example --yes`)).output).toMatchObject({
      code: 'E-DOMAIN-TAKEN',
      exit: 8,
    });
    expect((await run(`orgs domains add ${id} carepost.example --yes`)).code).toBe(7);
    expect(await said(`orgs domains list ${id}`)).toContain(`Its own domain is shore-`);
    expect((await run(`orgs domains remove ${id} direct.bay.exampl --yes`)).output['message']).toContain(
      'Did you mean',
    );
    expect((await run(`orgs domains remove ${id} DIRECT.bay.example --yes`)).output).toMatchObject({ removed: true });
    expect((await run(`orgs domains list ${id}`)).output).toEqual([]);
  });

  test('saved addresses are added, renamed and removed one by one', async () => {
    const { id } = await organization();
    const list = async () => (await client.organizations.savedAddresses({ params: { id } })).items;
    await run(`orgs saved-addresses add ${id} Ann@direct.partner.example --yes --name Ann`);
    await run(`orgs saved-addresses add ${id} bob@direct.partner.example --yes`);
    await run(`orgs saved-addresses add ${id} ann@direct.partner.example --yes --name Anna`);
    expect(await list()).toEqual([
      { address: 'ann@direct.partner.example', displayName: 'Anna' },
      { address: 'bob@direct.partner.example', displayName: 'bob@direct.partner.example' },
    ]);
    expect((await run(`orgs saved-addresses add ${id} nobody --yes`)).code).toBe(7);
    expect((await run(`orgs saved-addresses remove ${id} ann@direct.partner.example --yes`)).output).toMatchObject({
      removed: true,
    });
    expect((await run(`orgs saved-addresses remove ${id} ann@direct.partner.example --yes`)).code).toBe(6);
    expect((await run(`orgs saved-addresses list ${id}`)).output).toEqual(await list());
  });
});

describe('orgs list', () => {
  test('is filtered by the server, and flags that exclude each other are refused', async () => {
    const all = (await client.organizations.list({ query: { pageSize: 5000 } })).items;
    const ids = async (flags: string) =>
      ((await run(`orgs list --all ${flags}`, '--fields', 'id')).output as unknown as { id: string }[]).map(
        ({ id }) => id,
      );
    const where = (keep: (row: (typeof all)[number]) => boolean) => all.filter(keep).map(({ id }) => id);
    expect(await ids('--not-activated')).toEqual(where((row) => !row.isActivated));
    expect(await ids('--login-disabled')).toEqual(where((row) => !row.isEnabled));
    expect(await ids('--login-type SSO --activated')).toEqual(
      where((row) => row.loginType === 'SSO' && row.isActivated),
    );
    expect(await ids('--tier HOSP')).toEqual(where((row) => row.tierCode === 'HOSP'));
    const brandId = (await client.brands.list()).items[0]?.id ?? '';
    const branded = (await client.organizations.list({ query: { brandId, pageSize: 5000 } })).items.map(({ id }) => id);
    expect(branded.length).toBeGreaterThan(0);
    expect(await ids(`--brand ${brandId}`)).toEqual(branded);
    const planId = (await client.plans.list()).items[0]?.id ?? '';
    const { organizationCount } = await client.plans.get({ params: { id: planId } });
    expect(await ids(`--plan ${planId}`)).toHaveLength(organizationCount);
    expect((await run('orgs list --activated --not-activated')).code).toBe(2);
  });

  test('a record shows its OIDs and directory entries on request', async () => {
    const { id } = await organization();
    await client.carequality.addOid({ params: { id }, body: { value: '2.16.840.1.113883.3.1', isDefault: true } });
    const { output } = await run(`orgs get ${id} --with oids,directory --fields oids,directory`);
    expect(output).toMatchObject({ oids: [{ value: '2.16.840.1.113883.3.1', isDefault: true }], directory: [] });
    const table = await sandbox.run(['orgs', 'get', id, '--with', 'oids', '--fields', 'oids', '-o', 'table']);
    expect(table.stdout).toContain('2.16.840.1.113883.3.1 (default)');
  });
});
