import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

let made = 0;
const newName = () => `Sample App ${++made}`;
const create = (name = newName()) => client.apps.create({ body: { name } });

describe('apps', () => {
  test('come all together, or a page at a time by name or id, with the exact number', async () => {
    const { items, totalCount } = await client.apps.list({ query: { size: 5000 } });
    expect(items).toHaveLength(totalCount);
    const names = items.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const page = await client.apps.list({ query: { page: 2, size: 3, sort: 'desc' } });
    expect(page).toEqual({ items: items.toReversed().slice(3, 6), totalCount });
    const byId = await client.apps.list({ query: { col: 'id', size: 5000 } });
    const ids = items.map(({ id }) => id).sort();
    expect(byId.items.map(({ id }) => id)).toEqual(ids);
  });

  test('are searched for a part of the name, and found by the whole name in any letter case', async () => {
    expect((await client.apps.list({ query: { search: 'INTAKE' } })).items).toMatchObject([
      { name: 'Document Intake' },
    ]);
    expect((await client.apps.list({ query: { name: ' document intake ' } })).items).toMatchObject([
      { name: 'Document Intake' },
    ]);
    expect(await client.apps.list({ query: { name: 'Document' } })).toEqual({ items: [], totalCount: 0 });
  });

  test.each([{ col: 'version' }, { page: 0 }, { size: 5001 }, { sort: 'up' }])('refuse the query %j', async (query) => {
    const response = await refusal(client.request('GET', '/api/admin/apps', { query }));
    expect(response).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID' });
  });
});

describe('an app', () => {
  test('is added, read, changed and deleted, each with its audit row', async () => {
    const added = await create();
    const { id, name } = added;
    expect(added).toEqual({ id, name, version: 1 });
    expect(await client.apps.get({ params: { id } })).toEqual(added);
    expect(await lastAudit(server, id)).toMatchObject({ action: 'apps.create' });
    const changed = await client.apps.update({ params: { id }, body: { ...added, name: `${name} B` } });
    expect(changed).toEqual({ id, name: `${name} B`, version: 2 });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'apps.update',
      changes: { name: { before: name, after: `${name} B` } },
    });
    await client.apps.delete({ params: { id } });
    expect(await refusal(client.apps.get({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await lastAudit(server, id)).toMatchObject({ action: 'apps.delete' });
  });

  test('with an existing name is refused, also when 20 are added at once (CO-3)', async () => {
    const { name } = await create();
    expect(await refusal(create(name.toUpperCase()))).toMatchObject({
      status: 409,
      code: 'E-NAME-TAKEN',
      modelState: { name: [expect.stringContaining('already exists')] },
    });
    const other = await create();
    const renamed = client.apps.update({ params: { id: other.id }, body: { name } });
    expect(await refusal(renamed)).toMatchObject({ code: 'E-NAME-TAKEN' });
    const raced = newName();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => create(raced)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('without a name, with a line break in it, or too long a one is refused at the field', async () => {
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(256)])
      expect(await refusal(create(name))).toMatchObject({ status: 400, modelState: { name: [expect.any(String)] } });
  });

  test('that another user changed meanwhile, or that does not exist, is refused', async () => {
    const { id, name } = await create();
    await client.apps.update({ params: { id }, body: { name: `${name} B` } });
    const late = client.apps.update({ params: { id }, body: { name: `${name} C`, version: 1 } });
    expect(await refusal(late)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
    expect(await refusal(client.apps.delete({ params: { id } }, { ifMatch: 1 }))).toMatchObject({ status: 412 });
    const params = { id: crypto.randomUUID() };
    for (const call of [
      () => client.apps.get({ params }),
      () => client.apps.update({ params, body: {} }),
      () => client.apps.delete({ params }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404 });
  });

  test.each(['Administrator', 'SysAdminReporting', 'User'] as const)('is not for %s', async (role) => {
    const other = server.client(role).apps;
    const { id } = await create();
    for (const call of [
      () => other.list({}),
      () => other.get({ params: { id } }),
      () => other.create({ body: { name: newName() } }),
      () => other.update({ params: { id }, body: { name: newName() } }),
      () => other.delete({ params: { id } }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 403, code: 'E-FORBIDDEN' });
  });
});
