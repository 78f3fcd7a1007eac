import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanExpired } from '../../../server/identity/cleanExpired.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

let running: TestApp;
let mine: Client;
beforeAll(async () => {
  running = await startApp();
  mine = running.client('SysAdmin');
});
afterAll(() => running.close());
beforeEach(() => running.database.pool.query('delete from session_drafts'));

const place = { page: '/admin/specialties/add', form: 'specialties' };
const value = { name: 'Half a na', tags: ['one'], nested: { note: 'canary text' } };
const save = (change: Partial<typeof place> = {}, fields: Record<string, string> | typeof value = value) =>
  mine.drafts.save({ body: { ...place, ...change, value: fields } });
const items = async (of = mine) => (await of.drafts.list({})).items;

test('what a user typed is kept, replaced, found again and removed, and the profile says that there is something', async () => {
  expect((await mine.profile.get()).hasDrafts).toBe(false);
  await save({}, { name: 'first' });
  await save();
  expect(await items()).toEqual([{ ...place, value, savedAt: expect.any(String) }]);
  expect((await mine.profile.get()).hasDrafts).toBe(true);
  await mine.drafts.discard({ query: place });
  expect(await items()).toEqual([]);
  expect((await mine.profile.get()).hasDrafts).toBe(false);
});

test('no other user gets it, whatever the role', async () => {
  await save();
  for (const role of ['SysAdminReporting', 'Administrator', 'User'] as const) {
    const other = running.client(role);
    expect(await items(other)).toEqual([]);
    await other.drafts.discard({ query: place });
  }
  expect(await items()).toHaveLength(1);
});

test('the database has it encrypted for its owner, and the audit trail names the form alone', async () => {
  await save();
  const { rows } = await running.database.pool.query<{ row: string }>(
    `select t::text as row from session_drafts t union all select t::text from audit_entries t where action like 'drafts.%'`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const { row } of rows) expect(row).not.toMatch(/canary|Half a na/);
  const events = async (isRead: 'true' | 'false') =>
    (await mine.audit.list({ query: { action: 'drafts', isRead, outcome: 'Success' } })).totalCount;
  expect([await events('false'), (await events('true')) > 0]).toEqual([0, true]);
  // Copied to another user it does not open.
  await running.database.pool.query(
    `insert into session_drafts select u.id, page, form, sealed, saved_at, d.expires_at from session_drafts d, users u where u.user_name = 'reporting@carepost.example'`,
  );
  await expect(items(running.client('SysAdminReporting'))).rejects.toMatchObject({ status: 500 });
});

test('it belongs to the organization in which it was typed: another one does not get, replace or remove it', async () => {
  const person = running.client('Administrator');
  const page = { page: '/account/people/add', form: 'people' };
  const { organizationId, organizations } = await person.profile.get({});
  const other = organizations.find(({ id }) => id !== organizationId)?.id;
  if (organizationId === null || other === undefined) throw new Error('The administrator has two organizations.');
  const workIn = (orgId: string) => person.profile.changeOrganization({ body: { orgId } });
  const names = async () => (await items(person)).map((draft) => draft.value['name']);
  await person.drafts.save({ body: { ...page, value: { name: 'of the first' } } });
  await workIn(other);
  expect((await person.profile.get({})).hasDrafts).toBe(false);
  expect(await names()).toEqual([]);
  await person.drafts.discard({ query: page });
  await person.drafts.save({ body: { ...page, value: { name: 'of the second' } } });
  expect(await names()).toEqual(['of the second']);
  expect((await person.profile.get({})).hasDrafts).toBe(true);
  // A tab that still shows the first one.
  await person.drafts.save({ body: { ...page, organizationId, value: { name: 'late' } } });
  expect(await names()).toEqual(['of the second']);
  await workIn(organizationId);
  expect(await items(person)).toEqual([{ ...page, value: { name: 'late' }, savedAt: expect.any(String) }]);
  // Copied to the other one it does not open.
  const copy = `update session_drafts set page = replace(page, $1, $2) where page like $1 || '/%'`;
  await running.database.pool.query('delete from session_drafts where page like $1', [`${other}/%`]);
  await running.database.pool.query(copy, [organizationId, other]);
  await expect(person.drafts.list({ query: { organizationId: other } })).rejects.toMatchObject({ status: 500 });
});

test('it ends after a day, and is deleted then', async () => {
  await save();
  await running.database.pool.query(`update session_drafts set expires_at = now() - interval '1 second'`);
  expect(await items()).toEqual([]);
  await cleanExpired(running.database);
  expect(await running.database.pool.query('select 1 from session_drafts')).toMatchObject({ rowCount: 0 });
});

test('a user has at most 20 of at most 64 kB; the oldest go first, also when several arrive together', async () => {
  await expect(save({}, { text: 'x'.repeat(65_536) })).rejects.toMatchObject({ code: 'E-DRAFT-TOO-LARGE' });
  await Promise.all(Array.from({ length: 25 }, (_, index) => save({ form: `form${index}` }, { text: 'x' })));
  expect(await items()).toHaveLength(20);
});

test.each([
  ['a page with a query', { page: '/admin/users?search=ann' }],
  ['an address of another origin', { page: 'https://elsewhere.example/' }],
  ['a form without a name', { form: '' }],
])('%s is refused', async (_name, change) => {
  await expect(save(change)).rejects.toMatchObject({ code: 'E-REQUEST-INVALID' });
});
