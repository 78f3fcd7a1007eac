import { readFile } from 'node:fs/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { requireKind } from '../../../server/operations/installationKind.ts';
import { asOwner, copyTemplate, quietLog } from '../../support/database/databases.ts';

const demo = { demo: true };
/** Production, or DEMO=false outside of it. */
const ownAccounts = { demo: false };

/** A database as it is before the first start, with its accounts. */
async function undecided(accounts: 'of the demo' | 'others' | 'none') {
  const copy = await copyTemplate(inject('testDatabases'));
  onTestFinished(() => copy.drop());
  const database = await openDatabase({ ...readConfig(copy.env), poolSize: 4 }, quietLog);
  onTestFinished(() => database.close());
  await asOwner(database, 'truncate installation');
  if (accounts === 'others') await asOwner(database, 'update users set is_demo = false');
  if (accounts === 'none') await asOwner(database, 'truncate users, organizations cascade');
  return database;
}

test('a database of the demo refuses every server without demo accounts, with the way out', async () => {
  const database = await undecided('none');
  await requireKind(database, demo);
  await requireKind(database, demo);
  await expect(requireKind(database, ownAccounts)).rejects.toThrow(
    /is of the demo.*public passwords.*DEMO=false.*another DATABASE_URL or CAREPOST_DATA/,
  );
});

test('a database that began without demo accounts refuses the demo, with the way out', async () => {
  const database = await undecided('none');
  await requireKind(database, ownAccounts);
  await expect(requireKind(database, demo)).rejects.toThrow(
    /without demo accounts.*NODE_ENV=production or DEMO=false.*DATABASE_URL or CAREPOST_DATA/,
  );
  await requireKind(database, ownAccounts);
});

test('where nothing was remembered, the accounts decide', async () => {
  const ofTheDemo = await undecided('of the demo');
  await expect(requireKind(ofTheDemo, ownAccounts)).rejects.toThrow(/is of the demo/);
  await requireKind(ofTheDemo, demo);
  const own = await undecided('others');
  await expect(requireKind(own, demo)).rejects.toThrow(/without demo accounts/);
  await requireKind(own, ownAccounts);
});

test('of servers that start together one decides', async () => {
  const database = await undecided('none');
  const started = await Promise.allSettled(
    [demo, ownAccounts, demo, ownAccounts].map((kind) => requireKind(database, kind)),
  );
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test.each([
  ['demo', 'select 1'],
  ['production', 'update users set is_demo = false'],
])('a database of an earlier release is of %s by its accounts', async (kind, change) => {
  const database = await undecided('of the demo');
  await asOwner(database, change);
  const migration = await readFile('server/database/migrations/0017_installation.sql', 'utf8');
  await asOwner(database, `drop table installation; ${migration}; grant select on installation to public`);
  const { rows } = await database.pool.query('select kind from installation');
  expect(rows).toEqual([{ kind }]);
});
