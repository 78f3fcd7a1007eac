import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { seed } from '../../../server/seed/seed.ts';
import { databaseUrlsOf, quietLog, type TestDatabases } from './databases.ts';

/** Migrates the template and gives it the small demo data. */
export async function fillTemplate(databases: TestDatabases): Promise<void> {
  const urls = databaseUrlsOf(databases, databases.template);
  const database = await openDatabase({ ...urls, dataFolder: null, poolSize: 3 }, quietLog);
  await migrate(database);
  await seed(database, { organizations: 60, messages: 200 });
  await database.close();
}
