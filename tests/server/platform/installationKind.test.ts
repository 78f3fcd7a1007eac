import { readFile } from 'node:fs/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { requireKind } from '../../../server/operations/installationKind.ts';
import { asOwner, copyTemplate, quietLog } from '../../support/database/databases.ts';

const demo = { production: false, demo: true };
const production = { production: true, demo: false };
const neither = { production: false, demo: false };

/** A database as it is before the first start: the demo data of the tests are there, but no server was. */
async function undecided() {
  const copy = await copyTemplate(inject('testDatabases'));
  onTestFinished(() => copy.drop());
  const database = await openDatabase({ ...readConfig(copy.env), poolSize: 4 }, quietLog);
  onTestFinished(() => database.close());
  await asOwner(database, 'truncate installation');
  return database;
}

test('a database of the demo refuses production, with the way out', async () => {
  const database = await undecided();
  await requireKind(database, demo);
  await requireKind(database, demo);
  await expect(requireKind(database, production)).rejects.toThrow(
    /is of the demo.*another DATABASE_URL or CAREPOST_DATA/,
  );
});

test('a database of production refuses the demo, with the way out', async () => {
  const database = await undecided();
  await requireKind(database, production);
  await expect(requireKind(database, demo)).rejects.toThrow(/is of production.*NODE_ENV=production.*DEMO=false/);
  await requireKind(database, production);
});

test('a server that is neither decides nothing', async () => {
  const database = await undecided();
  await requireKind(database, neither);
  await requireKind(database, production);
  await requireKind(database, neither);
});

test('of servers that start together one decides', async () => {
  const database = await undecided();
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
