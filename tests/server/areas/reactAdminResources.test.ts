import type { DataProvider, RaRecord } from 'react-admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayDo } from '../../../admin/providers/access.ts';
import { createDataProvider } from '../../../admin/providers/dataProvider.ts';
import { createEarlyList } from '../../../admin/providers/earlyList.ts';
import { resources } from '../../../admin/resources.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import { startServer, type TestServer } from '../../support/startApp.ts';

let server: TestServer;
let data: DataProvider;
beforeAll(async () => {
  server = await startServer();
  const client = server.client('SysAdmin');
  data = createDataProvider(client, createEarlyList(client), createTaskStore());
});
afterAll(() => server.close());

const listOf = (resource: string, page = 1, perPage = 10, filter: object = {}) =>
  data.getList<RaRecord>(resource, { pagination: { page, perPage }, sort: { field: 'name', order: 'ASC' }, filter });

interface Sample {
  readonly create: (name: string) => object;
  readonly change: (name: string) => object;
  /** A change of several records at once. */
  readonly together: object;
}

/** A new record, and changes of it, of the resources that have both. */
const samples: Readonly<Record<string, Sample>> = {
  organizations: {
    create: (name) => ({ name, subdomain: name.toLowerCase().replaceAll(' ', '-') }),
    change: (name) => ({ name }),
    together: { phone: '5550601234' },
  },
  networks: { create: (name) => ({ name }), change: (name) => ({ name }), together: { isEnabled: false } },
  resellers: {
    create: (name) => ({ name, type: 0, urlCode: name.toLowerCase().replaceAll(' ', ''), color: '#ffffff' }),
    change: (name) => ({ name }),
    together: { bypassTos: true },
  },
  plans: {
    create: (name) => ({ name, tierCode: 'PROBE', allowedUsers: 3 }),
    change: (name) => ({ name }),
    together: { allowedUsers: 5 },
  },
  brands: {
    create: (name) => ({ name, appUrl: 'https://probe.example', primaryColor: '#0b5f73', supportEmail: 'a@b.example' }),
    change: (name) => ({ name }),
    together: { supportEmail: 'c@d.example' },
  },
};

const names = Object.keys(resources);
const having = (operation: 'one' | 'update') => names.filter((name) => resources[name]?.rows[operation] !== undefined);

describe('a list of react-admin', () => {
  test.each(names)('%s: pages follow each other without a repeated id, with the exact total', async (name) => {
    const [first, second] = [await listOf(name, 1, 3), await listOf(name, 2, 3)];
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(Math.min(6, first.total ?? 0));
    expect(second.total).toBe(first.total);
  });

  test.each(['organizations', 'networks', 'resellers', 'plans', 'brands'])(
    '%s: sorts both ways and searches',
    async (name) => {
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
    },
  );

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
});

describe('a record of react-admin', () => {
  test.each(having('one'))('%s: one by its id, several by theirs', async (name) => {
    const { data: rows } = await listOf(name, 1, 2);
    for (const { id } of rows) expect((await data.getOne<RaRecord>(name, { id })).data.id).toBe(id);
    const ids = rows.map(({ id }) => id);
    const { data: several } = await data.getMany<RaRecord>(name, { ids });
    expect(new Set(several.map(({ id }) => id))).toEqual(new Set(ids));
  });

  test.each(Object.keys(samples))('%s: created, changed, changed together, deleted, deleted together', async (name) => {
    const sample = samples[name];
    if (sample === undefined) throw new Error(`There is no sample of ${name}.`);
    const made: RaRecord[] = [];
    for (const number of [1, 2, 3])
      made.push((await data.create<RaRecord>(name, { data: sample.create(`Probe ${name} ${number}`) })).data);
    const [first, second, third] = made as [RaRecord, RaRecord, RaRecord];
    const change = {
      ...(await data.getOne<RaRecord>(name, { id: first.id })).data,
      ...sample.change(`Changed ${name}`),
    };
    const changed = await data.update<RaRecord>(name, { id: first.id, data: change, previousData: first });
    expect(changed.data).toMatchObject({ id: first.id, name: `Changed ${name}` });
    const deleted = await data.delete<RaRecord>(name, { id: first.id, previousData: first });
    expect(deleted.data.id).toBe(first.id);
    await expect(data.getOne(name, { id: first.id })).rejects.toMatchObject({ status: 404 });
    const both = [second.id, third.id];
    const { together } = sample;
    expect((await data.updateMany(name, { ids: both, data: together })).data).toEqual(both);
    expect((await data.getOne<RaRecord>(name, { id: third.id })).data).toMatchObject(together);
    expect(new Set((await data.deleteMany(name, { ids: both })).data)).toEqual(new Set(both));
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
    const rows: Readonly<Record<string, string>> = resources[name]?.rows ?? {};
    expect(mayDo(name, 'list', ['SysAdmin'])).toBe(true);
    expect(mayDo(name, 'edit', ['SysAdmin'])).toBe(rows['update'] !== undefined);
    expect(mayDo(name, 'delete', ['SysAdmin'])).toBe(rows['delete'] !== undefined);
    for (const action of ['list', 'show', 'create', 'edit', 'delete', 'export'])
      expect([action, mayDo(name, action, ['User'])]).toEqual([action, false]);
    expect(mayDo(name, 'unknown', ['SysAdmin'])).toBe(false);
  });

  test('a resource that is not declared is refused', () => {
    expect(mayDo('secrets', 'list', ['SysAdmin'])).toBe(false);
  });
});
