import { inject } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { type Database, openDatabase } from '../../../server/database/openDatabase.ts';
import { copyTemplate, onServer, quietLog } from '../../support/database/databases.ts';

/** A database for one test file; closing it drops it. */
export async function openTestDatabase(): Promise<Database> {
  const copy = await copyTemplate(inject('testDatabases'));
  const database = await openDatabase({ ...readConfig(copy.env), poolSize: 8 }, quietLog);
  return {
    pool: database.pool,
    get db() {
      return database.db;
    },
    status: () => database.status(),
    heartbeat: database.heartbeat,
    target: database.target,
    owner: database.owner,
    close: async () => {
      await database.close();
      await copy.drop();
    },
  };
}

/** Takes the database away from a server that is using it. */
export async function cutOff(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  await onServer(inject('testDatabases').adminUrl, (run) => run(`DROP DATABASE ${rows[0]?.name} WITH (FORCE)`));
}
