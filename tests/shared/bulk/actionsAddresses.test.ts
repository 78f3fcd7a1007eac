import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import { newOrganization, refusal } from '../../server/areas/organizationBuilders.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { makesItsCalls, setupOf, takeBack } from './actionSetup.ts';

let server: TestApp;
let client: Client;
let org = '';
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
  const { id } = await client.organizations.create({ body: newOrganization() });
  org = id;
  await client.organizations.addDomain({ params: { id }, body: { domain: 'direct.bulk.example' } });
});

const direct = (name: string) => `${name}@direct.bulk.example`;
const add = async (address: string, more: Values = {}) =>
  (await setupOf(server, 'addresses.create').run({ org_id: org, address, ...more })).done;

describe('addresses', () => {
  test('are added, disabled where the row says so, and deleted by undo', async () => {
    const setup = setupOf(server, 'addresses.create');
    const cells = { org_id: org, address: direct('Records').toUpperCase(), display_name: 'Records', enabled: false };
    const { done } = await setup.run(cells);
    expect(done.after).toMatchObject({ name: direct('records'), values: { display_name: 'Records', enabled: false } });
    expect(await setup.plan(cells)).toMatchObject({ problems: [], changes: [] });
    const taken = await setup.plan({ ...cells, display_name: 'Another' });
    expect(taken.problems).toMatchObject([{ column: 'address', code: 'E-ADDRESS-TAKEN' }]);
    const wrong = await setup.plan({ ...cells, address: 'records' });
    expect(wrong.problems).toMatchObject([{ column: 'address', code: 'E-CELL-RULE' }]);
    expect(await takeBack(server, setup, done)).toBeUndefined();
    makesItsCalls(setup);
  });

  test('get another name and are restored; a change by another user is not overwritten', async () => {
    const { id } = await add(direct('update'));
    const setup = setupOf(server, 'addresses.update');
    const { done, changes } = await setup.run({ id, display_name: 'Front desk', enabled: false });
    expect(changes.map(({ column }) => column)).toEqual(['display_name', 'enabled']);
    expect(await takeBack(server, setup, done)).toMatchObject({
      values: { display_name: direct('update'), enabled: true },
    });
    const values = { id, display_name: 'Late' };
    const planned = await setup.plan(values);
    await setup.run({ id, display_name: 'Early' });
    const error = await refusal(setup.action.write(values, planned.current, planned.changes, setup.context()));
    expect(error.code).toBe('E-PRECONDITION-FAILED');
    expect((await setup.scanned(id)).map((one) => setup.action.keyCells?.(one))).toEqual([{ id }]);
    makesItsCalls(setup);
  });

  test('are activated; undo disables them again', async () => {
    const { id } = await add(direct('active'), { enabled: false });
    const setup = setupOf(server, 'addresses.activate');
    const { done } = await setup.run({ id });
    expect(await takeBack(server, setup, done)).toMatchObject({ values: { enabled: false } });
    await setup.scanned(id);
    makesItsCalls(setup);
  });

  test('that are fax numbers follow the transitions, also back', async () => {
    const { id } = await add('(603) 555-0199');
    const setup = setupOf(server, 'addresses.status');
    const refused = await setup.plan({ id, status: 'Deleted' });
    expect(refused.problems).toMatchObject([{ column: 'status', code: 'E-FAX-STATUS' }]);
    const first = await setup.run({ id, status: 'Activated' });
    expect(setup.reverse(first.done)).toHaveProperty('cannot');
    await setup.run({ id, status: 'Pending Update' });
    const last = await setup.run({ id, status: 'Activated' });
    expect(await takeBack(server, setup, last.done)).toMatchObject({ values: { status: 'Pending Update' } });
    const { id: other } = await add(direct('no-fax'));
    expect((await setup.plan({ id: other, status: 'Failed' })).problems).toMatchObject([{ code: 'E-FAX-STATUS' }]);
    await setup.scanned(id);
    makesItsCalls(setup);
  });

  test('are deleted and added again', async () => {
    const { id } = await add(direct('gone'), { display_name: 'Gone' });
    const setup = setupOf(server, 'addresses.delete');
    const wrong = await setup.plan({ id, expected_address: direct('other') });
    expect(wrong.problems).toMatchObject([{ column: 'expected_address', code: 'E-ROW-NAME' }]);
    expect((await setup.scanned(id)).map((one) => setup.action.keyCells?.(one))).toEqual([
      { id, expected_address: direct('gone') },
    ]);
    const { done } = await setup.run({ id, expected_address: direct('gone') });
    const row = setup.reverse(done);
    if ('values' in row) await setupOf(server, row.action).run(row.values);
    const { items } = await client.documentsources.list({ query: { search: direct('gone') } });
    expect(items).toMatchObject([{ address: direct('gone'), displayName: 'Gone', organizationId: org }]);
    makesItsCalls(setup);
  });
});

describe('mail of organizations', () => {
  test('domains are added and removed', async () => {
    const setup = setupOf(server, 'domains.add');
    const { done } = await setup.run({ org_id: org, domain: 'Direct.Other.example' });
    const removal = setupOf(server, 'domains.delete');
    expect(await takeBack(server, setup, done)).toBeUndefined();
    await setup.run({ org_id: org, domain: 'direct.other.example' });
    const removed = await removal.run({ org_id: org, domain: 'direct.other.example' });
    expect(await takeBack(server, removal, removed.done)).toMatchObject({ name: 'direct.other.example' });
    expect((await setup.plan({ org_id: org, domain: 'nodots' })).problems).toMatchObject([{ column: 'domain' }]);
    makesItsCalls(setup);
    makesItsCalls(removal);
  });

  test('saved addresses are added, renamed and removed without touching the others', async () => {
    await setupOf(server, 'saved-addresses.save').run({ org_id: org, address: 'ann@direct.partner.example' });
    const setup = setupOf(server, 'saved-addresses.save');
    const address = 'Ben@direct.partner.example';
    const added = await setup.run({ org_id: org, address });
    const renamed = await setup.run({ org_id: org, address, display_name: 'Ben Clark' });
    expect(await takeBack(server, setup, renamed.done)).toMatchObject({
      values: { display_name: address.toLowerCase() },
    });
    const removal = setupOf(server, 'saved-addresses.delete');
    const removed = await removal.run({ org_id: org, address });
    await takeBack(server, removal, removed.done);
    expect(await takeBack(server, setup, added.done)).toBeUndefined();
    const { items } = await client.organizations.savedAddresses({ params: { id: org } });
    expect(items.map((item) => item.address)).toEqual(['ann@direct.partner.example']);
    makesItsCalls(setup);
    makesItsCalls(removal);
  });

  test('fax accounts are added, changed, deleted, and synced', async () => {
    const setup = setupOf(server, 'fax-accounts.save');
    const key = { org_id: org, service: 'westfax' };
    expect((await setup.plan({ ...key, enabled: true })).problems).toMatchObject([
      { column: 'account_number', code: 'E-CELL-REQUIRED' },
      { column: 'display_name', code: 'E-CELL-REQUIRED' },
    ]);
    const added = await setup.run({ ...key, account_number: '4711', display_name: 'Front desk' });
    const changed = await setup.run({ ...key, retention_days: 60 });
    expect(await takeBack(server, setup, changed.done)).toMatchObject({ values: { retention_days: 30 } });
    const sync = setupOf(server, 'fax-accounts.sync');
    expect(sync.reverse((await sync.run({ org_id: org })).done)).toHaveProperty('cannot');
    expect(await takeBack(server, setup, added.done)).toBeUndefined();
    await setup.run({ org_id: org, service: 'efax', account_number: '4712', display_name: 'Records' });
    const removal = setupOf(server, 'fax-accounts.delete');
    const removed = await removal.run({ org_id: org, service: 'efax' });
    expect(await takeBack(server, removal, removed.done)).toMatchObject({ values: { account_number: '4712' } });
    await setupOf(server, 'fax-accounts.save').run({ ...key, account_number: '4711', display_name: 'Again' });
    await removal.run(key);
    for (const one of [setup, sync, removal]) makesItsCalls(one);
  });
});
