import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { asOwner, quietLog } from '../../support/database/databases.ts';
import { temporaryFolder } from './serverProcess.ts';

test('a data folder of a release with one account gets the second at the next start', { tags: ['hard'] }, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const open = async () => {
    const database = await openDatabase(
      { databaseUrl: null, migrationDatabaseUrl: null, dataFolder: folder.path, poolSize: 2 },
      quietLog,
    );
    await migrate(database);
    return database;
  };

  const before = await open();
  await asOwner(before, 'drop owned by carepost_app');
  await before.close();
  const between = await openDatabase(
    { databaseUrl: null, migrationDatabaseUrl: null, dataFolder: folder.path, poolSize: 2 },
    quietLog,
  );
  await expect(between.pool.query('select from audit_entries')).rejects.toMatchObject({ code: '42501' });
  await between.close();

  const after = await open();
  const { rows } = await after.pool.query<{ name: string; count: number }>(
    'select current_user as name, (select count(*)::int from audit_entries) as count',
  );
  expect(rows).toEqual([{ name: 'carepost_app', count: 0 }]);
  await expect(after.pool.query('delete from audit_entries')).rejects.toMatchObject({ code: '42501' });
  await after.close();
});
