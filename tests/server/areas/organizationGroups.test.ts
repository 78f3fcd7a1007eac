import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import type { OrganizationUpdate } from '../../../shared/contract/organizationSchemas.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, lookupId, networkFeature, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

const create = (fields: Parameters<typeof newOrganization>[0] = {}) =>
  client.organizations.create({ body: newOrganization(fields) });
const update = (id: string, body: OrganizationUpdate) => client.organizations.update({ params: { id }, body });

/** A complete participant; the OID is its own. */
let oids = 0;
const participant = () => {
  oids += 1;
  return {
    isParticipating: true,
    qhinName: 'eHealth Exchange',
    entityType: 'Participant' as const,
    participantOid: `2.16.840.1.113883.3.4242.${oids}`,
  };
};

describe('the groups of an organization', () => {
  test('begin with their defaults', async () => {
    expect(await create()).toMatchObject({
      carequality: { isParticipating: true, organizationOid: null, responderType: null },
      qhin: { isParticipating: false, qhinName: null, entityType: null, participantOid: null, parentOid: null },
      direct: { isEnabled: true, providerId: null, maxAddresses: 50, recordsName: 'records' },
      settings: { passwordSignIn: true, notificationEmails: [] },
      allowedIpAddresses: [],
    });
  });

  test('are written with a new organization and read back', async () => {
    const providerId = await lookupId(server, 'document_source_providers', `type = 'DirectMessaging'`);
    const groups = {
      carequality: { isParticipating: false, organizationOid: 'urn:oid:2.16.840.1', responderType: 'GatewayMember' },
      qhin: { ...participant(), parentOid: null },
      direct: { isEnabled: false, providerId, maxAddresses: 3, recordsName: 'medical.records' },
      settings: { passwordSignIn: true, notificationEmails: ['it@clinic.example'] },
      allowedIpAddresses: ['203.0.113.7'],
    } as const;
    const created = await create({
      ...groups,
      settings: { ...groups.settings, notificationEmails: [...groups.settings.notificationEmails] },
      allowedIpAddresses: [...groups.allowedIpAddresses],
    });
    expect(created).toMatchObject(groups);
    expect(await client.organizations.get({ params: { id: created.id } })).toEqual(created);
  });

  test('keep what a change leaves out; the history names group and field', async () => {
    const { id } = await create({ qhin: participant(), direct: { maxAddresses: 7 } });
    const changed = await update(id, { qhin: { qhinName: 'CommonWell' }, direct: { recordsName: 'Charts' } });
    expect(changed).toMatchObject({
      qhin: { isParticipating: true, qhinName: 'CommonWell', entityType: 'Participant' },
      direct: { maxAddresses: 7, recordsName: 'charts' },
      version: 2,
    });
    expect(await lastAudit(server, id)).toMatchObject({
      changes: {
        'qhin.qhinName': { before: 'eHealth Exchange', after: 'CommonWell' },
        'direct.recordsName': { before: 'records', after: 'charts' },
      },
    });
  });

  test('name every field that breaks a rule, each at its path', async () => {
    const problem = await refusal(
      create({
        allowedPurposeOfUseCodes: ['TREATMENT', 'CURIOSITY'],
        carequality: { organizationOid: 'abc' },
        qhin: { isParticipating: true, entityType: 'Child', participantOid: '9.9' },
        direct: { recordsName: 'rec..ords' },
        settings: { notificationEmails: ['a@b.example', 'A@B.example', 'nobody'] },
        allowedIpAddresses: ['10.0.0.1', '10.0.0.1', '::1'],
      }),
    );
    expect(problem).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID' });
    expect(Object.keys(problem.modelState).sort()).toEqual(
      [
        'allowedPurposeOfUseCodes',
        'carequality.organizationOid',
        'qhin.qhinName',
        'qhin.participantOid',
        'qhin.parentOid',
        'direct.recordsName',
        'settings.notificationEmails',
        'allowedIpAddresses',
      ].sort(),
    );
    expect(problem.modelState['allowedIpAddresses']).toHaveLength(2);
  });

  test('are judged together with what is stored', async () => {
    const { id } = await create({ qhin: participant() });
    const without = await refusal(update(id, { qhin: { qhinName: null } }));
    expect(without.modelState).toEqual({
      'qhin.qhinName': ['QHIN name is required when the organization participates.'],
    });
    const child = await refusal(update(id, { qhin: { entityType: 'Child' } }));
    expect(child.modelState).toEqual({ 'qhin.parentOid': ['Parent OID is required for a Child.'] });
    expect(await update(id, { qhin: { isParticipating: false, qhinName: null } })).toMatchObject({
      qhin: { isParticipating: false, qhinName: null, entityType: 'Participant' },
    });
  });

  test.each([
    ['carequality', { isParticipating: true, secret: 1 }],
    ['qhin', { entityType: 'Planet' }],
    ['direct', { maxAddresses: -1 }],
    ['settings', { passwordSignIn: 'no' }],
    ['settings', null],
    ['allowedIpAddresses', 'anywhere'],
  ])('refuse %s as %j', async (group, value) => {
    const { id } = await create();
    const call = client.request('PUT', `/api/organizations/${id}`, { body: { [group]: value } });
    const problem = await refusal(call);
    expect(problem).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID' });
    expect(Object.keys(problem.modelState)[0]).toMatch(new RegExp(`^${group}`));
  });
});

describe('the participant OID', () => {
  test('belongs to one organization, with or without its prefix', async () => {
    const qhin = participant();
    await create({ qhin });
    const text = 'Another organization has this OID.';
    const taken = { status: 409, code: 'E-OID-TAKEN', modelState: { 'qhin.participantOid': [text] } };
    const again = { ...qhin, participantOid: `urn:oid:${qhin.participantOid}` };
    expect(await refusal(create({ qhin: again }))).toMatchObject(taken);
    const { id } = await create();
    expect(await refusal(update(id, { qhin: again }))).toMatchObject(taken);
  });

  test('of fifty organizations that want it at once goes to one', async () => {
    const qhin = participant();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        create({ qhin })
          .then(() => 'won')
          .catch((error: { code: string; status: number }) => `${error.status} ${error.code}`),
      ),
    );
    expect(responses.filter((response) => response === 'won')).toHaveLength(1);
    expect(responses.filter((response) => response === '409 E-OID-TAKEN')).toHaveLength(49);
  });
});

describe('references of the groups', () => {
  test('the provider must carry direct messages', async () => {
    const fax = await lookupId(server, 'document_source_providers', `type = 'Fax'`);
    for (const providerId of [fax, crypto.randomUUID()]) {
      expect(await refusal(create({ direct: { providerId } }))).toMatchObject({
        status: 400,
        code: 'E-ORG-REFERENCE',
        modelState: { 'direct.providerId': expect.any(Array) },
      });
    }
  });

  test('features must be on and offered to organizations; those it has already may stay', async () => {
    for (const feature of ['Teleportation', 'MessageArchive', await networkFeature(server)]) {
      expect(await refusal(create({ enabledFeatures: ['Fax', feature] })), feature).toMatchObject({
        status: 400,
        code: 'E-ORG-REFERENCE',
        modelState: { enabledFeatures: [`${feature} is not a feature for organizations.`] },
      });
    }
    const { id } = await create({ enabledFeatures: ['Fax', 'Fax', 'Triage'] });
    await server.database.pool.query(
      `update organizations set enabled_features = '{MessageArchive,Fax}' where id = $1`,
      [id],
    );
    const stored = { enabledFeatures: ['MessageArchive', 'Release'] };
    expect(await update(id, stored)).toMatchObject(stored);
  });

  test('password sign-in can be switched off with a connection only, and the brand cannot lose it afterwards', async () => {
    const [withConnection, without] = await Promise.all([
      lookupId(server, 'brands', 'connection_name is not null'),
      lookupId(server, 'brands', 'connection_name is null'),
    ]);
    const settings = { passwordSignIn: false };
    const refused = {
      status: 400,
      code: 'E-REQUEST-INVALID',
      modelState: { 'settings.passwordSignIn': expect.any(Array) },
    };
    expect(await refusal(create({ settings }))).toMatchObject(refused);
    expect(await refusal(create({ settings, brandId: without }))).toMatchObject(refused);
    const { id } = await create({ settings, brandId: withConnection });
    expect(await refusal(update(id, { brandId: without }))).toMatchObject(refused);
    expect(await refusal(update(id, { brandId: null }))).toMatchObject(refused);
    expect(await update(id, { brandId: null, settings: { passwordSignIn: true } })).toMatchObject({ brandId: null });
  });

  test('an enabled connection of its own is enough to switch passwords off, and cannot end afterwards', async () => {
    const { connections } = server.client('SysAdmin');
    const settings = { passwordSignIn: false };
    const { id } = await create({});
    const addConnection = (name: string, isEnabled: boolean) =>
      connections.create({
        body: { name, organizationId: id, issuer: 'https://id.clinic.example', clientId: 'carepost', isEnabled },
      });
    const own = await addConnection('clinic-own', false);
    expect(await refusal(update(id, { settings }))).toMatchObject({ code: 'E-REQUEST-INVALID' });
    const set = (isEnabled: boolean, connection = own) =>
      connections.update({ params: { id: connection.id }, body: { isEnabled } });
    await set(true);
    expect(await update(id, { settings })).toMatchObject({ settings });
    expect(await refusal(set(false))).toMatchObject({ status: 409, code: 'E-IN-USE' });
    expect(await refusal(connections.delete({ params: { id: own.id } }))).toMatchObject({ code: 'E-IN-USE' });
    // With another one either can end, but of both at the same time one stays.
    const other = await addConnection('clinic-other', true);
    const ends = await Promise.allSettled([set(false), set(false, other)]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await connections.list({ query: { organizationId: id, isEnabled: 'true' } })).totalCount).toBe(1);
  });

  test('the last connection and the passwords of an organization do not end at the same time', async () => {
    const { connections } = server.client('SysAdmin');
    for (let round = 0; round < 3; round += 1) {
      const { id } = await create({});
      const { id: connectionId } = await connections.create({
        body: {
          name: `clinic-race-${round}`,
          organizationId: id,
          issuer: 'https://id.clinic.example',
          clientId: 'carepost',
        },
      });
      const ends = await Promise.allSettled([
        update(id, { settings: { passwordSignIn: false } }),
        connections.update({ params: { id: connectionId }, body: { isEnabled: false } }),
      ]);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});
