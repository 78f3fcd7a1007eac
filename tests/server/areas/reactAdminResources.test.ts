import type { DataProvider, RaRecord } from 'react-admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayDo } from '../../../admin/providers/access.ts';
import { resources } from '../../../admin/resources.ts';
import { makeRoomForPeople } from '../../support/roomForPeople.ts';
import { startServer, type TestServer } from '../../support/startApp.ts';
import { dataProviderOf, isOfOffice, ownReads, pageOf } from './reactAdminFixture.ts';
import { type Sample, topSamples, connectionOf } from './reactAdminSamples.ts';

let server: TestServer;
let data: DataProvider;
/** Of the resources below another one, the parent of the demo data: as filter of a list, and as meta of a record. */
const parents: Record<string, Readonly<Record<string, string>>> = {};

/** What an organization has and what happened to it; the demo data has none of some. */
const activities = [
  'organizationadmins',
  'devices',
  'licenses',
  'organizationintegrations',
  'serviceaccounts',
  'usagemonths',
  'organizationhistory',
  'apicaptures',
  'outboundjobs',
  'subscriptionhistory',
  'usersessions',
  'usersignins',
  'personevents',
  'personrequests',
  'personsignatures',
];

const parentsOf = (resource: string) => parents[resource] ?? {};
/** Without reads, because each read of the audit trail is an entry of its own. */
const defaultFilter = (resource: string): object =>
  resource === 'auditentries' ? { isRead: 'false' } : parentsOf(resource);
const listOf = (resource: string, page = 1, perPage = 10, filter: object = defaultFilter(resource)) =>
  pageOf(data, resource, page, perPage, filter);

beforeAll(async () => {
  server = await startServer();
  const client = server.client('SysAdmin');
  data = dataProviderOf(server);
  const organizations = (await listOf('organizations', 1, 100)).data.map(({ id }) => String(id));
  const parentOf = async (resource: string) => {
    for (const organizationId of organizations)
      if (((await listOf(resource, 1, 10, { organizationId })).total ?? 0) > 1) return { organizationId };
    throw new Error(`The demo data has no organization with two ${resource}.`);
  };
  for (const resource of ['oids', 'directoryentries', 'faxaccounts']) parents[resource] = await parentOf(resource);
  for (const resource of activities) parents[resource] = { organizationId: organizations[0] ?? '' };
  const [{ id: networkId }] = (await listOf('networks', 1, 1)).data as [RaRecord];
  parents['networkadmins'] = parents['networkorganizations'] = { networkId: String(networkId) };
  const [failed] = (await client.diagnostics.workflows({ query: { status: 'Failed', pageSize: 1 } }))
    .messageHealthDataValues;
  const [userId] = (
    await server.database.pool.query<{ id: string }>(
      `select user_id as id from organization_users group by 1 having count(*) > 1 limit 1`,
    )
  ).rows.map(({ id }) => id);
  for (const resource of ['userorganizations', 'usersessions', 'usersignins'])
    parents[resource] = { userId: userId ?? '' };
  await makeRoomForPeople(server);
  // Looking at the own activity is activity.
  const [colleague] = (await listOf('people', 1, 1, { q: 'user@carepost.example' })).data;
  for (const resource of ['personevents', 'personrequests', 'personsignatures'])
    parents[resource] = { personId: String(colleague?.id) };
  const selection = { workflowIds: [failed?.id ?? ''] };
  const job = await data.create<RaRecord>('retryjobs', { data: { selection, reason: 'Probe' } });
  const { items: kinds } = await client.integrations.list({});
  parents['integrationorganizations'] = { integrationId: kinds.find(({ type }) => type === 'Epic')?.id ?? '' };
  probes.integrationId = kinds.find(({ type }) => type === 'Aprima')?.id ?? '';
  probes.organizationIds = organizations.slice(-3);
  parents['retryjobitems'] = { retryJobId: String(job.data.id) };
});
afterAll(() => server.close());

/** Of a new whitelist entry. */
const probes: { integrationId: string; organizationIds: string[] } = { integrationId: '', organizationIds: [] };

/** A new record, and changes of it, of the resources that have both. */
const samples: Readonly<Record<string, Sample>> = {
  ...topSamples,
  oids: {
    create: (name, number) => ({ value: `1.2.3.${number} ${name}` }),
    change: (name) => ({ value: `1.2.3.9 ${name}` }),
    together: { isDefault: false },
  },
  directoryentries: {
    create: (name, number) => ({
      responderType: 'DirectResponder',
      organizationId: `1.2.4.${number}`,
      displayName: name,
      address: '1 Main Street',
      city: 'Albany',
      state: 'NY',
      zipCode: '12207',
    }),
    change: (name) => ({ displayName: name }),
    together: { city: 'Troy' },
  },
  documentsources: {
    create: (name, number) => ({
      organizationId: parentsOf('faxaccounts')['organizationId'],
      type: 'Fax',
      address: `555060987${number}`,
      displayName: name,
    }),
    change: (name) => ({ displayName: name }),
    together: { displayName: 'Together' },
  },
  faxaccounts: {
    count: 2,
    create: (name, number) => ({
      kind: number === 1 ? 'westfax' : 'efax',
      accountNumber: `${name} ${number}`,
      displayName: name,
    }),
    change: (name) => ({ displayName: name }),
    together: { retentionDays: 7 },
  },
  integrationwhitelist: {
    create: (name, number) => ({
      integrationId: probes.integrationId,
      organizationId: probes.organizationIds[number - 1],
      note: name,
    }),
    change: (name) => ({ note: name }),
    together: { isEnabled: false },
  },
  connections: {
    create: (name, number) => connectionOf(name, probes.organizationIds[number - 1]),
    change: (name) => ({ displayName: name }),
    together: { isEnabled: false },
  },
  emergencyorganizations: {
    create: (name, number) => ({ name, oid: `2.16.840.1.113883.3.95.${number}` }),
    change: (name) => ({ name }),
    together: { name: 'Together' },
  },
  // The one field of a specialty is unique, so several are changed by a save that keeps it.
  specialties: { create: (name) => ({ name }), change: (name) => ({ name }), together: {} },
  apps: { create: (name) => ({ name }), change: (name) => ({ name }), together: {} },
  reservedwords: {
    create: (name) => ({ name: name.toLowerCase().replaceAll(' ', '-'), profanity: false }),
    change: (name) => ({ name: name.toLowerCase().replaceAll(' ', '-') }),
    together: { profanity: true },
  },
};

const names = Object.keys(resources);
/** By a call of their own, or in the response that has all of them. */
const canBeLoaded = (name: string) => resources[name]?.rows.one !== undefined || resources[name]?.whole !== undefined;

let organizationCount = 0;
/** A new organization, which nothing belongs to. */
const emptyOrganization = async (): Promise<string> => {
  organizationCount += 1;
  const name = `Probe parent ${organizationCount}`;
  const { data: made } = await data.create<RaRecord>('organizations', {
    data: { name, subdomain: name.toLowerCase().replaceAll(' ', '-') },
  });
  return String(made.id);
};

describe('a list of react-admin', () => {
  test.each(names)('%s: pages follow each other without a repeated id, with the exact total', async (name) => {
    const [first, second] = [await listOf(name, 1, 3), await listOf(name, 2, 3)];
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(Math.min(6, first.total ?? 0));
    expect(second.total).toBe(first.total);
  });

  test.each([
    'organizations',
    'networks',
    'resellers',
    'plans',
    'brands',
    'specialties',
    'apps',
    'reservedwords',
    'users',
  ])('%s: sorts both ways and searches', async (name) => {
    const up = await listOf(name, 1, 100);
    const down = await data.getList<RaRecord>(name, {
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'name', order: 'DESC' },
      filter: {},
    });
    if ((up.total ?? 0) <= 100) expect(down.data.map(({ id }) => id).reverse()).toEqual(up.data.map(({ id }) => id));
    else expect(down.data[0]?.id).not.toBe(up.data[0]?.id);
    const [{ id, name: text }] = up.data as [RaRecord];
    expect((await listOf(name, 1, 100, { q: String(text) })).data.map((one) => one.id)).toContain(id);
    expect((await listOf(name, 1, 10, { q: 'no record has this text' })).total).toBe(0);
  });

  test('of what belongs to a record is a filter on it', async () => {
    const { data: sources } = await listOf('documentsources', 1, 1);
    const organizationId = String(sources[0]?.['organizationId']);
    const belonging = await data.getManyReference<RaRecord>('documentsources', {
      target: 'organizationId',
      id: organizationId,
      pagination: { page: 1, perPage: 50 },
      sort: { field: 'address', order: 'ASC' },
      filter: {},
    });
    expect(belonging.total).toBeGreaterThan(0);
    expect(new Set(belonging.data.map((one) => String(one['organizationId'])))).toEqual(new Set([organizationId]));
  });

  test.each(names.filter((name) => resources[name]?.parent !== undefined))(
    '%s: below a record, by the target of a reference',
    async (name) => {
      const [[target, id]] = Object.entries(parentsOf(name)) as [[string, string]];
      const { data: rows, total } = await listOf(name, 1, 5);
      const belonging = await data.getManyReference<RaRecord>(name, {
        target,
        id,
        pagination: { page: 1, perPage: 5 },
        sort: { field: 'name', order: 'ASC' },
        filter: {},
      });
      expect(belonging).toMatchObject({ data: rows, total });
      if (!activities.includes(name)) expect(rows.length).toBeGreaterThan(0);
      await expect(listOf(name, 1, 5, {})).rejects.toThrow(`${name} needs ${target}`);
    },
  );
});

describe('a record of react-admin', () => {
  test.each(names.filter(canBeLoaded))('%s: one by its id, several by theirs', async (name) => {
    const meta = parentsOf(name);
    const { data: rows } = await listOf(name, 1, 2);
    for (const { id } of rows) expect((await data.getOne<RaRecord>(name, { id, meta })).data.id).toBe(id);
    const ids = rows.map(({ id }) => id);
    const { data: several } = await data.getMany<RaRecord>(name, { ids, meta });
    expect(new Set(several.map(({ id }) => id))).toEqual(new Set(ids));
  });

  test.each(Object.keys(samples))('%s: created, changed, changed together, deleted, deleted together', async (name) => {
    const sample = samples[name];
    if (sample === undefined) throw new Error(`There is no sample of ${name}.`);
    const { count = 3 } = sample;
    const meta = name === 'faxaccounts' ? { organizationId: await emptyOrganization() } : parentsOf(name);
    const made: RaRecord[] = [];
    for (let number = 1; number <= count; number += 1) {
      const values = { ...(name === 'faxaccounts' && meta), ...sample.create(`Probe ${name} ${number}`, number) };
      made.push((await data.create<RaRecord>(name, { data: values, meta })).data);
    }
    const [first, ...others] = made as [RaRecord, ...RaRecord[]];
    const change = sample.change(`Changed ${name}`);
    const { data: loaded } = await data.getOne<RaRecord>(name, { id: first.id, meta });
    const changed = await data.update<RaRecord>(name, {
      id: first.id,
      data: { ...loaded, ...change },
      previousData: first,
      meta,
    });
    expect(changed.data).toMatchObject({ id: first.id, ...change });
    const ids = others.map(({ id }) => id);
    const { together } = sample;
    expect((await data.updateMany(name, { ids, data: together, meta })).data).toEqual(ids);
    expect((await data.getOne<RaRecord>(name, { id: ids.at(-1) ?? '', meta })).data).toMatchObject(together);
    if (!mayDo(name, 'delete', ['SysAdmin', 'Administrator'])) return;
    const deleted = await data.delete<RaRecord>(name, { id: first.id, previousData: first, meta });
    expect(deleted.data.id).toBe(first.id);
    await expect(data.getOne(name, { id: first.id, meta })).rejects.toMatchObject({ status: 404 });
    expect(new Set((await data.deleteMany(name, { ids, meta })).data)).toEqual(new Set(ids));
  });

  test('below another one is changed and deleted without meta where the record names its parent', async () => {
    const { data: made } = await data.create<RaRecord>('oids', {
      data: { ...parentsOf('oids'), value: 'Probe without meta' },
    });
    const { data: changed } = await data.update<RaRecord>('oids', {
      id: made.id,
      data: { value: 'Probe changed' },
      previousData: made,
    });
    expect(changed).toMatchObject({ ...parentsOf('oids'), value: 'Probe changed' });
    await data.delete('oids', { id: made.id, previousData: changed });
    await expect(data.getOne('oids', { id: made.id })).rejects.toThrow('oids needs organizationId');
  });

  /** Resources that are not changed, or not from react-admin's values alone; each is written by a test of its own. */
  const writtenBelow = ['networkorganizations', 'networkadmins', 'eulas', 'identitylinks', 'users'];
  /** Created from a selection of workflows that have failed, once, in `beforeAll`. */
  const writtenAbove = ['retryjobs'];
  test('is written by one of these tests whatever the resource', () => {
    const written = names.filter((name) => {
      const { create, update, delete: remove } = resources[name]?.rows ?? {};
      return create !== undefined || update !== undefined || remove !== undefined;
    });
    expect(new Set(written)).toEqual(new Set([...Object.keys(samples), ...writtenBelow, ...writtenAbove]));
  });

  test('lets a user administer a network and ends it', async () => {
    const { id } = (await data.create<RaRecord>('networks', { data: { name: 'Probe admins' } })).data;
    const meta = { networkId: String(id) };
    const add = async (userName: string) =>
      (await data.create<RaRecord>('networkadmins', { data: { userName }, meta })).data;
    const admins = [await add('admin@carepost.example'), await add('user@carepost.example')];
    expect((await listOf('networkadmins', 1, 10, meta)).data).toHaveLength(2);
    await data.delete('networkadmins', { id: admins[0]?.id ?? '', meta });
    expect((await listOf('networkadmins', 1, 10, meta)).data).toEqual([admins[1]]);
    await data.deleteMany('networkadmins', { ids: [admins[1]?.id ?? ''], meta });
    expect((await listOf('networkadmins', 1, 10, meta)).total).toBe(0);
  });

  test('is a license agreement, created with its file and deleted', async () => {
    const add = async (version: string) => {
      const file = { name: 'probe.html', mediaType: 'text/html', bytes: new TextEncoder().encode('<p>Probe</p>') };
      return (await data.create<RaRecord>('eulas', { data: { version, type: 'EULA', file } })).data;
    };
    const [first, second] = [await add('Probe 1'), await add('Probe 2')];
    expect((await data.getMany<RaRecord>('eulas', { ids: [first.id, second.id] })).data).toHaveLength(2);
    await data.delete('eulas', { id: first.id, previousData: first });
    await expect(data.getOne('eulas', { id: first.id })).rejects.toMatchObject({ status: 404 });
    expect((await data.deleteMany('eulas', { ids: [second.id] })).data).toEqual([second.id]);
    await expect(data.getOne('eulas', { id: second.id })).rejects.toMatchObject({ status: 404 });
  });

  test('is a user, created with its organization, changed with its version and deleted; it stays readable', async () => {
    const organizationId = await emptyOrganization();
    const add = async (name: string) => {
      const userDetails = { firstName: name, lastName: 'Probe', userName: `${name}@probe.example`, roleName: 'User' };
      return (
        await data.create<RaRecord>('users', { data: { userDetails, organizationId, emailCreatePassword: true } })
      ).data;
    };
    const [first, second] = [await add('ann'), await add('ben')];
    expect((await data.getMany<RaRecord>('users', { ids: [first.id, second.id] })).data).toHaveLength(2);
    const change = { ...first, jobTitle: 'Nurse' };
    const { data: changed } = await data.update<RaRecord>('users', { id: first.id, data: change, previousData: first });
    expect(changed).toMatchObject({ id: first.id, jobTitle: 'Nurse', version: 2 });
    await data.delete('users', { id: first.id, previousData: changed });
    expect((await data.getOne('users', { id: first.id })).data).toMatchObject({ isDeleted: true });
    expect((await listOf('users', 1, 10, { state: 'deleted', q: 'ann@probe' })).total).toBe(1);
    expect((await listOf('users', 1, 10, { organizationId })).data.map(({ id }) => id)).toEqual([second.id]);
  });

  test('is a link of an account, created and removed; it stays readable', async () => {
    const add = async (subject: string) => {
      const values = { issuer: 'https://login.example.org', subject, userName: 'user@carepost.example' };
      return (await data.create<RaRecord>('identitylinks', { data: values })).data;
    };
    const [first, second] = [await add('Probe 1'), await add('Probe 2')];
    expect((await data.getMany<RaRecord>('identitylinks', { ids: [first.id, second.id] })).data).toHaveLength(2);
    await data.delete('identitylinks', { id: first.id, previousData: first });
    expect((await data.getOne('identitylinks', { id: first.id })).data).toMatchObject({ status: 'Removed' });
    expect((await data.deleteMany('identitylinks', { ids: [second.id] })).data).toEqual([second.id]);
  });

  test('is added to a network and removed from it', async () => {
    const meta = parentsOf('networkorganizations');
    const organizationId = await emptyOrganization();
    const { data: added } = await data.create<RaRecord>('networkorganizations', { data: { organizationId }, meta });
    expect(added.id).toBe(organizationId);
    expect((await listOf('networkorganizations', 1, 10, { ...meta, q: String(added['name']) })).total).toBe(1);
    await data.delete('networkorganizations', { id: organizationId, meta });
    expect((await listOf('networkorganizations', 1, 10, { ...meta, q: String(added['name']) })).total).toBe(0);
  });

  test('that changed since it was loaded is a conflict, not overwritten', async () => {
    const { data: made } = await data.create<RaRecord>('networks', { data: { name: 'Probe conflict' } });
    const { data: loaded } = await data.getOne<RaRecord>('networks', { id: made.id });
    await data.update('networks', { id: made.id, data: { ...loaded, name: 'Probe first' }, previousData: loaded });
    const late = data.update('networks', {
      id: made.id,
      data: { ...loaded, name: 'Probe late' },
      previousData: loaded,
    });
    await expect(late).rejects.toMatchObject({ status: 409 });
  });

  test('without the operation is refused before a call', async () => {
    await expect(data.delete('auditentries', { id: 1 })).rejects.toThrow('auditentries has no delete.');
  });
});

describe('access', () => {
  test.each(names)('%s: an administrator may do what the API has, a user nothing', (name) => {
    const rows: Readonly<Record<string, unknown>> = resources[name]?.rows ?? {};
    const administrator = [isOfOffice(name) ? 'Administrator' : 'SysAdmin'];
    expect(mayDo(name, 'list', administrator)).toBe(true);
    expect(mayDo(name, 'edit', administrator)).toBe(rows['update'] !== undefined);
    expect(mayDo(name, 'delete', administrator)).toBe(rows['delete'] !== undefined);
    for (const action of ['list', 'show', 'create', 'edit', 'delete', 'export'])
      expect([action, mayDo(name, action, ['User'])]).toEqual([action, ownReads[name]?.includes(action) ?? false]);
    expect(mayDo(name, 'unknown', administrator)).toBe(false);
  });

  test('a resource that is not declared is refused', () => {
    expect(mayDo('secrets', 'list', ['SysAdmin'])).toBe(false);
  });
});
