import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

let made = 0;
const newName = () => `Sample Specialty ${++made}`;
const add = (name = newName()) => client.specialties.create({ body: { name } });
const all = async () => (await client.specialties.list({ query: { pageSize: 5000 } })).items;

describe('specialties', () => {
  test('come by name, a page at a time, with the number of all', async () => {
    const names = (await all()).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(names).toEqual([...names].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
    const second = await client.specialties.list({ query: { pageSize: 3, pageStart: 2, sortDir: 'desc' } });
    expect(second.items.map(({ name }) => name)).toEqual([...names].reverse().slice(3, 6));
    expect(second.totalCount).toBe(names.length);
    expect((await client.specialties.list({})).items.map(({ name }) => name)).toEqual(names.slice(0, 10));
  });

  test('are searched anywhere in the name, with no character special', async () => {
    const match = await client.specialties.list({ query: { search: 'ARDIOLOG' } });
    expect(match.items.map(({ name }) => name)).toContain('Cardiology');
    expect(await client.specialties.list({ query: { search: '%' } })).toEqual({ items: [], totalCount: 0 });
  });

  test.each([{ pageSize: 5001 }, { pageStart: 0 }])('are refused with %o', async (query) => {
    expect(await refusal(client.specialties.list({ query }))).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID' });
  });
});

describe('a specialty', () => {
  test('is added, read, changed and deleted, each with its audit row', async () => {
    const name = newName();
    const added = await add(name);
    const { id } = added;
    expect(added).toEqual({ id, name, organizationCount: 0, version: 1 });
    expect(await client.specialties.get({ params: { id } })).toEqual(added);
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'specialties.create',
      changes: { name: { before: null, after: name } },
    });

    const changed = await client.specialties.update({ body: { ...added, name: `${name} B` } });
    expect(changed).toEqual({ ...added, name: `${name} B`, version: 2 });
    expect(await lastAudit(server, id)).toEqual({
      action: 'specialties.update',
      changes: { name: { before: name, after: `${name} B` } },
      version_checked: true,
    });
    const same = await client.specialties.update({ body: { id, name: `${name} B` } });
    expect(same).toEqual(changed);
    expect(await lastAudit(server, id)).toMatchObject({ changes: {}, version_checked: false });

    await client.specialties.delete({ params: { id } });
    expect(await refusal(client.specialties.get({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await lastAudit(server, id)).toMatchObject({ action: 'specialties.delete' });
  });

  test('is a choice of organizations as soon as it is saved', async () => {
    const choices = async () => (await client.organizations.specialties({})).items;
    await choices();
    const { id, name } = await add();
    expect(await choices()).toContainEqual({ id, name });
    await client.specialties.update({ body: { id, name: `${name} renamed` } });
    expect(await choices()).toContainEqual({ id, name: `${name} renamed` });
    await client.specialties.delete({ params: { id } });
    expect((await choices()).map((choice) => choice.id)).not.toContain(id);
  });

  test('may not have the name of another in any letter case, nor an empty or long one', async () => {
    const first = await add();
    const second = await add();
    const taken = await refusal(add(first.name.toUpperCase()));
    expect(taken).toMatchObject({ status: 409, code: 'E-NAME-TAKEN' });
    expect(taken.modelState).toHaveProperty('name');
    const renamed = client.specialties.update({ body: { id: second.id, name: first.name } });
    expect(await refusal(renamed)).toMatchObject({ status: 409, code: 'E-NAME-TAKEN' });
    for (const name of ['', ' ', 'x'.repeat(256)]) {
      const refused = await refusal(add(name));
      expect([refused.status, Object.keys(refused.modelState)]).toEqual([400, ['name']]);
    }
  });

  test('that organizations have is not deleted, and they are counted', async () => {
    const { id } = await add();
    await client.organizations.create({ body: newOrganization({ specialtyId: id }) });
    expect(await client.specialties.get({ params: { id } })).toMatchObject({ organizationCount: 1 });
    expect(await refusal(client.specialties.delete({ params: { id } }))).toMatchObject({
      status: 409,
      code: 'E-IN-USE',
      message: expect.stringContaining('1 organization has it'),
    });
  });

  test('loaded before another user saved it is neither changed nor deleted', async () => {
    const { id, name } = await add();
    await client.specialties.update({ body: { id, name: `${name} B` } });
    const late = { id, name: `${name} C` };
    const byVersion = client.specialties.update({ body: { ...late, version: 1 } });
    expect(await refusal(byVersion)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
    const byHeader = client.specialties.update({ body: late }, { ifMatch: 1 });
    expect(await refusal(byHeader)).toMatchObject({ status: 412, code: 'E-PRECONDITION-FAILED' });
    expect(await refusal(client.specialties.delete({ params: { id } }, { ifMatch: 1 }))).toMatchObject({ status: 412 });
    expect(await client.specialties.get({ params: { id } })).toMatchObject({ name: `${name} B`, version: 2 });
  });

  test('that does not exist is not found, and a save without an id is refused', async () => {
    const id = crypto.randomUUID();
    const calls = [
      () => client.specialties.get({ params: { id } }),
      () => client.specialties.update({ body: { id } }),
      () => client.specialties.delete({ params: { id } }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    const nameless = client.request('PUT', '/api/admin/organizationspecialties', { body: { name: 'No id' } });
    expect(await refusal(nameless)).toMatchObject({ status: 400, modelState: { id: expect.anything() } });
  });
});

test.each(['User', 'Administrator', 'SysAdminReporting'] as const)('%s may make no call', async (role) => {
  const other = server.client(role);
  const { id } = (await all())[0] ?? { id: '' };
  const calls = [
    () => other.specialties.list({}),
    () => other.specialties.get({ params: { id } }),
    () => other.specialties.create({ body: { name: newName() } }),
    () => other.specialties.update({ body: { id, name: newName() } }),
    () => other.specialties.delete({ params: { id } }),
  ];
  for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 403 });
});
