import { readFile } from 'node:fs/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { type Database, openDatabase } from '../../../server/database/openDatabase.ts';
import { requireKind } from '../../../server/operations/installationKind.ts';
import { asOwner, copyTemplate, quietLog } from '../../support/database/databases.ts';

const of = (kind: { production: boolean; demo: boolean }) => ({ ...kind, databaseUrl: null, dataFolder: '/srv/care' });
const demo = of({ production: false, demo: true });
const production = of({ production: true, demo: false });
const plain = of({ production: false, demo: false });

/** The demo data of the tests, on which no server has started. */
async function undecided() {
  const copy = await copyTemplate(inject('testDatabases'));
  onTestFinished(() => copy.drop());
  const database = await openDatabase({ ...readConfig(copy.env), poolSize: 4 }, quietLog);
  onTestFinished(() => database.close());
  await asOwner(database, 'truncate installation');
  return database;
}

/** A database as it is before the first start. */
async function empty() {
  const database = await undecided();
  await asOwner(database, 'truncate users, organizations, oidc_clients, installation_secrets, audit_entries cascade');
  return database;
}

const kindOf = async (database: Database) =>
  (await database.pool.query<{ kind: string }>('select kind from installation order by id')).rows.map(
    ({ kind }) => kind,
  );

test('a database of the demo refuses production, with the way out', async () => {
  const database = await empty();
  await requireKind(database, demo);
  await requireKind(database, demo);
  await expect(requireKind(database, production)).rejects.toThrow(
    /database in \/srv\/care was filled by the demo.*NODE_ENV=production.*another CAREPOST_DATA or DATABASE_URL/,
  );
});

test('a database of the demo refuses a server without the demo, with the way out', async () => {
  const database = await empty();
  await requireKind(database, demo);
  const databaseUrl = 'postgres://carepost_app:very-secret@db.example:5433/care';
  const refusal = await requireKind(database, { ...plain, databaseUrl }).catch((error: unknown) => String(error));
  expect(refusal).toMatch(
    /database db\.example:5433\/care \(DATABASE_URL\) was filled by the demo.*DEMO=false.*another CAREPOST_DATA or DATABASE_URL.*DEMO=true/,
  );
  expect(refusal).not.toContain('very-secret');
});

test('the data of the demo decide where no start has', async () => {
  const database = await undecided();
  await expect(requireKind(database, plain)).rejects.toThrow(/was filled by the demo/);
  await expect(requireKind(database, production)).rejects.toThrow(/was filled by the demo/);
  await requireKind(database, demo);
});

test('a database of production refuses the demo, with the way out', async () => {
  const database = await empty();
  await requireKind(database, production);
  await expect(requireKind(database, demo)).rejects.toThrow(/is of production.*NODE_ENV=production.*DEMO=false/);
  await requireKind(database, production);
  await requireKind(database, plain);
  expect(await kindOf(database)).toEqual(['production']);
});

test('a database of a server without the demo refuses the demo, and production takes it over', async () => {
  const database = await empty();
  await requireKind(database, plain);
  await expect(requireKind(database, demo)).rejects.toThrow(/without the demo \(DEMO=false\).*DEMO=false again/);
  expect(await kindOf(database)).toEqual(['plain']);
  await requireKind(database, production);
  expect(await kindOf(database)).toEqual(['plain', 'production']);
  await requireKind(database, plain);
  await expect(requireKind(database, demo)).rejects.toThrow(/is of production/);
});

test('the account of the application cannot make a database of the demo another one', async () => {
  const database = await empty();
  await requireKind(database, demo);
  for (const statement of [
    `update installation set kind = 'plain'`,
    'delete from installation',
    'truncate installation',
  ])
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  await database.pool.query(`insert into installation (id, kind) values (2, 'production'), (3, 'plain')`);
  for (const other of [production, plain]) await expect(requireKind(database, other)).rejects.toThrow(/by the demo/);
  await requireKind(database, demo);
});

test.each([
  ['organizations', `update organizations set created_by = 'A user'; truncate users, oidc_clients cascade`],
  ['users', `update users set is_demo = false; update organizations set created_by = 'A user'; truncate oidc_clients`],
  [
    'signing keys only',
    `truncate users, organizations, oidc_clients cascade; insert into installation_secrets values ('keys', '1')`,
  ],
])('a database with %s on which no start has decided does not become the demo', async (_what, change) => {
  const database = await undecided();
  await asOwner(database, change);
  await expect(requireKind(database, demo)).rejects.toThrow(/without the demo/);
  await requireKind(database, plain);
});

test('of servers that start together one decides', async () => {
  const database = await empty();
  const started = await Promise.allSettled(
    [demo, production, demo, production].map((kind) => requireKind(database, kind)),
  );
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test.each([
  ['demo', 'select 1'],
  ['production', 'update users set is_demo = false'],
])('a database of an earlier release is of %s by its accounts', async (kind, change) => {
  const database = await undecided();
  await asOwner(database, change);
  const migration = await readFile('server/database/migrations/0017_installation.sql', 'utf8');
  await asOwner(database, `drop table installation; ${migration}; grant select on installation to public`);
  const { rows } = await database.pool.query('select kind from installation');
  expect(rows).toEqual([{ kind }]);
});
