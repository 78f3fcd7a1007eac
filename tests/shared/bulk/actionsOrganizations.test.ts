import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Values } from '../../../shared/bulk/values.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { newOrganization, refusal } from '../../server/areas/organizationBuilders.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { type ActionSetup, makesItsCalls, setupOf, takeBack } from './actionSetup.ts';
import { organizationIds, unknownId } from './organizationIds.ts';

let server: TestApp;
let client: Client;
let creating: ActionSetup;
let updating: ActionSetup;
let ids: Awaited<ReturnType<typeof organizationIds>>;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  creating = setupOf(server, 'orgs.create');
  updating = setupOf(server, 'orgs.update');
  ids = await organizationIds(server);
});
afterAll(() => server.close());

const create = (fields: Parameters<typeof newOrganization>[0] = {}) =>
  client.organizations.create({ body: newOrganization(fields) });
const get = (id: string) => client.organizations.get({ params: { id } });

/** Every column filled, in writings that the server keeps in another form. */
const everything = (subdomain: string, participantOid: string): Values => ({
  name: '  Everything Clinic ',
  subdomain: ` ${subdomain.toUpperCase()} `,
  network_id: ids.network.toUpperCase(),
  brand_id: ids.brand,
  plan_id: ids.unlimited,
  reseller_id: ids.licensing,
  number_of_users: 12,
  features: [ids.feature, ids.feature],
  purposes: ['TREATMENT', 'PAYMENT'],
  home_community_id: '2.999.7',
  type: ids.type,
  specialty: ids.specialty,
  npi: '1234567893',
  sso_url: 'https://sso.everything.example/login',
  street: '1 Harbor Street',
  city: 'Tucson',
  state: 'AZ',
  zip: '01234',
  country: 'US',
  phone: '520-555-0142',
  fax: '520-555-0143',
  contact_first_name: 'Ann',
  contact_last_name: 'Sample',
  contact_title: 'Director',
  contact_email: 'ann@everything.example',
  contact_phone: '520-555-0144',
  contact_fax: '520-555-0145',
  carequality_participating: true,
  carequality_oid: '2.999.8',
  carequality_responder_type: 'DirectResponder',
  qhin_participating: true,
  qhin_name: 'Sample QHIN',
  qhin_entity_type: 'Child',
  qhin_participant_oid: `urn:oid:${participantOid}`,
  qhin_parent_oid: '2.999.9',
  direct_enabled: false,
  direct_provider_id: ids.provider,
  direct_max_addresses: 0,
  direct_records_name: 'Charts',
  password_sign_in: false,
  notification_emails: ['b@everything.example', 'a@everything.example'],
  allowed_ip_addresses: ['203.0.113.7'],
});

describe('orgs.create', () => {
  test('adds an organization with every column, and reads back the same values', async () => {
    const { done, current } = await creating.run(everything('everything-clinic', '2.999.20'));
    expect(current).toBeUndefined();
    expect(await get(done.id)).toMatchObject({
      name: 'Everything Clinic',
      subdomain: 'everything-clinic',
      networkDbId: ids.network,
      address: { zip: '01234', state: 'AZ' },
      contact: { firstName: 'Ann', fax: '520-555-0145' },
      qhin: { participantOid: '2.999.20', entityType: 'Child' },
      direct: { isEnabled: false, maxAddresses: 0, recordsName: 'charts' },
      settings: { passwordSignIn: false, notificationEmails: ['b@everything.example', 'a@everything.example'] },
    });
  });

  test('leaves values without a cell to the server; \\N has no effect on a new record', async () => {
    const { done } = await creating.run({ name: 'Bare', subdomain: 'bare-clinic', country: null, features: null });
    expect(await get(done.id)).toMatchObject({ numberOfUsers: 1, enabledFeatures: [], direct: { isEnabled: true } });
  });

  test('a row that was already applied is valid; a subdomain of another organization is an error', async () => {
    const row = { name: 'First Come', subdomain: 'first-come', city: 'Tucson' };
    await creating.run(row);
    expect(await creating.plan(row)).toMatchObject({ problems: [], changes: [], current: { name: 'First Come' } });
    expect((await creating.plan({ ...row, name: 'Second Come' })).problems).toMatchObject([
      { column: 'subdomain', code: 'E-ORG-SUBDOMAIN-TAKEN', message: expect.stringContaining('first-come') },
    ]);
  });

  test('finds the subdomain among similar ones', async () => {
    await create({ name: 'find-me clinic', subdomain: 'find-me-not' });
    await create({ name: 'Other', subdomain: 'find-me' });
    const match = await creating.action.read({ name: 'x', subdomain: 'Find-Me' }, creating.context());
    expect(match?.values).toMatchObject({ subdomain: 'find-me', name: 'Other' });
    expect(await creating.action.read({ name: 'x', subdomain: 'find' }, creating.context())).toBeUndefined();
  });

  test('undo deletes it', async () => {
    const { done } = await creating.run({ name: 'Short Lived', subdomain: 'short-lived' });
    expect(creating.reverse(done)).toEqual({
      action: 'orgs.delete',
      values: { id: done.id, expected_name: 'Short Lived' },
    });
    expect(await takeBack(server, creating, done)).toBeUndefined();
  });

  test('makes the calls it lists', async () => {
    await server.database.pool.query(`insert into reserved_words (id, name) values (gen_random_uuid(), 'reserved')`);
    const { problems } = await creating.plan({ name: 'x', subdomain: 'reserved' });
    expect(problems).toMatchObject([{ column: 'subdomain', code: 'E-ORG-SUBDOMAIN' }]);
    makesItsCalls(creating);
  });
});

describe('orgs.update', () => {
  test('changes every column, sends only changed cells, and can be undone', async () => {
    const { id } = await create({ phone: '520-555-0100', contact: { title: 'Owner', email: 'owner@clinic.example' } });
    const row = { id: id.toUpperCase(), ...everything('everything-else', '2.999.21') };
    const { done, changes } = await updating.run(row);
    expect(changes).toContainEqual({ column: 'contact_title', before: 'Owner', after: 'Director' });
    expect(await updating.plan(row)).toMatchObject({ problems: [], changes: [] });
    const back = await takeBack(server, updating, done);
    expect(back?.values).toEqual(done.before?.values);
  });

  test('the fields beside the changed ones stay', async () => {
    const { id } = await create({
      address: { street: '1 Harbor Street', city: 'Tucson', state: 'AZ', zip: '85701', country: 'US' },
      contact: { firstName: 'Ann', title: 'Owner' },
      settings: { notificationEmails: ['copy@clinic.example'] },
    });
    const { changes } = await updating.run({ id, city: 'Phoenix', contact_title: null });
    expect(changes).toEqual([
      { column: 'city', before: 'Tucson', after: 'Phoenix' },
      { column: 'contact_title', before: 'Owner', after: null },
    ]);
    expect(await get(id)).toMatchObject({
      address: { street: '1 Harbor Street', city: 'Phoenix', zip: '85701' },
      contact: { firstName: 'Ann', title: null },
      settings: { notificationEmails: ['copy@clinic.example'] },
    });
  });

  test('clearing empties texts, references and lists, and can be undone', async () => {
    const { id } = await create({ networkDbId: ids.network, npi: '1234567893', allowedIpAddresses: ['203.0.113.7'] });
    const { done } = await updating.run({ id, network_id: null, npi: null, allowed_ip_addresses: null });
    expect(await get(id)).toMatchObject({ networkDbId: null, npi: null, allowedIpAddresses: [] });
    await takeBack(server, updating, done);
    expect(await get(id)).toMatchObject({ networkDbId: ids.network, allowedIpAddresses: ['203.0.113.7'] });
  });

  test('is refused if another user saved between the read and the write', async () => {
    const { id } = await create();
    const values = { id, city: 'Tucson' };
    const { current, changes } = await updating.plan(values);
    await client.organizations.update({ params: { id }, body: { phone: '520-555-0199' } });
    const error = await refusal(updating.action.write(values, current, changes, updating.context()));
    expect([error.status, error.code]).toEqual([409, 'E-VERSION-CONFLICT']);
  });

  test('reading a missing organization gives nothing', async () => {
    expect(await updating.action.read({ id: unknownId }, updating.context())).toBeUndefined();
    expect((await updating.plan({ id: 'lakeside', city: 'Tucson' })).problems).toMatchObject([
      { column: 'id', code: 'E-CELL-RULE' },
    ]);
  });

  test('a subdomain of another organization is refused', async () => {
    const [{ subdomain }, { id }] = await Promise.all([create(), create()]);
    expect((await updating.plan({ id, subdomain })).problems).toMatchObject([
      { column: 'subdomain', code: 'E-ORG-SUBDOMAIN-TAKEN' },
    ]);
  });

  test('scans every organization that matches the filter, and makes the calls it lists', async () => {
    const { id } = await create({ name: 'Scanned Clinic' });
    const match = await updating.scanned('Scanned Clinic');
    expect(match.map((current) => updating.action.keyCells?.(current))).toEqual([{ id }]);
    expect(match[0]?.values).toMatchObject({ name: 'Scanned Clinic', number_of_users: 1 });
    const { problems } = await updating.plan({ id, password_sign_in: false });
    expect(problems).toMatchObject([{ column: 'password_sign_in', code: 'E-CELL-RULE' }]);
    makesItsCalls(updating);
  });
});
