import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, networkFeature, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

let made = 0;
const create = (fields: Partial<{ isEnabled: boolean; enabledFeatures: string[] }> = {}) => {
  made += 1;
  return client.networks.create({ body: { name: `Test Network ${made}`, ...fields } });
};
const unknown = () => crypto.randomUUID();

describe('a network', () => {
  test('is created with its features, each once, and answers as in the list', async () => {
    const created = await create({ enabledFeatures: ['Fax', 'Release', 'Fax'] });
    expect(created).toMatchObject({
      isEnabled: true,
      enabledFeatures: ['Fax', 'Release'],
      organizationCount: 0,
      adminCount: 0,
      version: 1,
    });
    expect(await client.networks.get({ params: { id: created.id } })).toEqual(created);
    const { items } = await client.networks.list({ query: { search: created.name } });
    expect(items).toEqual([{ id: created.id, name: created.name, isEnabled: true }]);
    expect(await lastAudit(server, created.id)).toMatchObject({
      action: 'networks.create',
      changes: {
        name: { before: null, after: created.name },
        enabledFeatures: { before: null, after: ['Fax', 'Release'] },
      },
    });
  });

  test('keeps what a change leaves out; the version counts up and the change is audited field by field', async () => {
    const { id, name } = await create({ enabledFeatures: ['Fax'] });
    const changed = await client.networks.update({ params: { id }, body: { isEnabled: false, version: 1 } });
    expect(changed).toMatchObject({ name, isEnabled: false, enabledFeatures: ['Fax'], version: 2 });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'networks.update',
      version_checked: true,
      changes: { isEnabled: { before: true, after: false } },
    });
    expect(await client.networks.update({ params: { id }, body: { enabledFeatures: ['Fax'] } })).toEqual(changed);
  });

  test('takes the whole record back as the editor sends it', async () => {
    const created = await create();
    const body = { ...created, name: `${created.name} renamed` };
    expect(await client.networks.update({ params: { id: created.id }, body })).toMatchObject({
      name: body.name,
      version: 2,
    });
  });

  test('refuses a name that is taken, whatever its case, when created and when renamed', async () => {
    const [one, other] = [await create(), await create()];
    const taken = { status: 409, code: 'E-NAME-TAKEN', modelState: { name: expect.any(Array) } };
    const body = { name: one.name.toUpperCase() };
    expect(await refusal(client.networks.create({ body }))).toMatchObject(taken);
    expect(await refusal(client.networks.update({ params: { id: other.id }, body }))).toMatchObject(taken);
    expect(await client.networks.update({ params: { id: one.id }, body })).toMatchObject(body);
  });

  test('of fifty created at once with one name in two spellings one wins', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        client.networks
          .create({ body: { name: turn % 2 === 0 ? 'Race Network' : 'RACE network' } })
          .then(() => 'won')
          .catch((error: { code: string; status: number }) => `${error.status} ${error.code}`),
      ),
    );
    expect(responses.filter((response) => response === 'won')).toHaveLength(1);
    expect(responses.filter((response) => response === '409 E-NAME-TAKEN')).toHaveLength(49);
  });

  test('of fifty changed at once with the same version one is saved', async () => {
    const { id } = await create();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        client.networks
          .update({ params: { id }, body: { name: `Turn ${turn}`, version: 1 } })
          .then(() => 'won')
          .catch((error: { code: string }) => error.code),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'E-VERSION-CONFLICT')).toHaveLength(49);
    expect(await client.networks.get({ params: { id } })).toMatchObject({ version: 2 });
  });

  test('refuses another version than the present one, in the body and in If-Match', async () => {
    const { id } = await create();
    const params = { id };
    const stale = { name: 'Stale Network' };
    expect(await refusal(client.networks.update({ params, body: { ...stale, version: 7 } }))).toMatchObject({
      status: 409,
      code: 'E-VERSION-CONFLICT',
    });
    expect(await refusal(client.networks.update({ params, body: stale }, { ifMatch: 7 }))).toMatchObject({
      status: 412,
      code: 'E-PRECONDITION-FAILED',
    });
    expect(await refusal(client.networks.delete({ params }, { ifMatch: 7 }))).toMatchObject({ status: 412 });
  });

  test('refuses features that are unknown or switched off, but keeps those it has', async () => {
    const refused = { status: 400, code: 'E-FEATURE-UNKNOWN', modelState: { enabledFeatures: expect.any(Array) } };
    expect(await refusal(create({ enabledFeatures: ['Teleportation'] }))).toMatchObject(refused);
    expect(await refusal(create({ enabledFeatures: ['MessageArchive'] }))).toMatchObject(refused);
    const { id } = await create();
    await server.database.pool.query(`update networks set enabled_features = '{MessageArchive}' where id = $1`, [id]);
    const body = { enabledFeatures: ['MessageArchive', await networkFeature(server)] };
    expect(await client.networks.update({ params: { id }, body })).toMatchObject(body);
  });

  test('shows all features, each with whether it has it', async () => {
    const { id } = await create({ enabledFeatures: ['Fax'] });
    const { items } = await client.networks.features({ params: { id } });
    expect(items.filter(({ isOn }) => isOn).map((feature) => feature.id)).toEqual(['Fax']);
    expect(items.length).toBeGreaterThan(5);
  });

  test('refuses fields it does not have and names that are none', async () => {
    const { id } = await create();
    for (const body of [{ name: 'X', serviceClientId: 'mine' }, { name: ' ' }, { name: 'x'.repeat(256) }, {}]) {
      const response = await client.request('POST', '/api/networks', { body }).catch((error: unknown) => error);
      expect(response, JSON.stringify(body)).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID' });
    }
    const response = client.request('PUT', `/api/networks/${id}`, { body: { isSysAdmin: true } });
    expect(await refusal(response)).toMatchObject({ status: 400, modelState: { isSysAdmin: expect.any(Array) } });
  });

  test('can be deleted while nothing uses it, and only then', async () => {
    const { id, name } = await create();
    const params = { id };
    const organization = await client.organizations.create({ body: newOrganization({ networkDbId: id }) });
    expect(await refusal(client.networks.delete({ params }))).toMatchObject({
      status: 409,
      code: 'E-IN-USE',
      message: `"${name}" cannot be deleted: 1 organization has it.`,
    });
    await client.networks.removeOrganization({ params: { id, orgId: organization.id } });
    await client.networks.addAdmin({ params, body: { userName: 'admin@carepost.example' } });
    expect(await refusal(client.networks.delete({ params }))).toMatchObject({
      code: 'E-IN-USE',
      message: `"${name}" cannot be deleted: 1 person administers it.`,
    });
    const [admin] = (await client.networks.admins({ params })).items;
    await client.networks.removeAdmin({ params: { id, adminId: admin?.id ?? '' } });
    await client.networks.delete({ params });
    expect(await refusal(client.networks.get({ params }))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'networks.delete',
      changes: { name: { before: name, after: null } },
    });
  });

  test('that is deleted while organizations join it either goes or stays, and no organization points at nothing', async () => {
    const { id } = await create();
    const joining = await Promise.all(
      Array.from({ length: 10 }, () => client.organizations.create({ body: newOrganization() })),
    );
    const outcomes = await Promise.all([
      ...joining.map((organization) =>
        client.networks
          .addOrganization({ params: { id }, body: { organizationId: organization.id } })
          .then(() => 'joined')
          .catch((error: { code: string }) => error.code),
      ),
      client.networks
        .delete({ params: { id } })
        .then(() => 'deleted')
        .catch((error: { code: string }) => error.code),
    ]);
    const allowed = outcomes.includes('deleted') ? ['deleted', 'E-NOT-FOUND'] : ['joined', 'E-IN-USE'];
    expect([...new Set(outcomes)].filter((outcome) => !allowed.includes(outcome))).toEqual([]);
  });

  test('that does not exist is not found, whatever is asked of it', async () => {
    const params = { id: unknown() };
    const calls = [
      client.networks.get({ params }),
      client.networks.update({ params, body: { name: 'x' } }),
      client.networks.delete({ params }),
      client.networks.features({ params }),
      client.networks.adminView({ params }),
      client.networks.organizations({ params }),
      client.networks.admins({ params }),
      client.networks.addAdmin({ params, body: { userName: 'admin@carepost.example' } }),
      client.networks.serviceAccount({ params }),
      client.networks.createServiceAccount({ params }),
      client.networks.setServiceAddresses({ params, body: { ipAddresses: [] } }),
    ];
    for (const problem of await Promise.all(calls.map(refusal))) {
      expect(problem).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    }
  });
});
