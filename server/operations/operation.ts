import { type Config, ConfigError, readConfig } from '../config.ts';
import { DatabaseStartError } from '../database/embedded/startError.ts';
import { migrate } from '../database/migrate.ts';
import { type Database, type DatabaseLog, openExistingDatabase } from '../database/openDatabase.ts';
import { KeyFileError } from '../identity/secrets/keyFile.ts';

/** What the operator typed or named is wrong; the text says what and how to correct it. Exit 2, with the usage. */
export class UsageError extends Error {}

export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const quiet = () => undefined;
const log: DatabaseLog = { info: quiet, debug: quiet, warn: quiet, error: quiet };

/** The database of the installation, migrated; servers may run. Throws a DatabaseStartError where no server was started on it. */
export async function withInstallation(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const database = await openExistingDatabase({ ...config, poolSize: 2 }, log);
  try {
    await requireKeys(database);
    await migrate(database);
    await work(database, config);
  } finally {
    await database.close();
  }
}

/** A database without keys is another one than meant. */
async function requireKeys({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    `select to_regclass('installation_secrets') is not null as exists`,
  );
  const { rows: keys } = tables[0]?.exists
    ? await pool.query('select from installation_secrets limit 1')
    : { rows: [] };
  if (keys.length === 0)
    throw new DatabaseStartError(
      'The database has no keys: no server was started on it. Set CAREPOST_DATA or DATABASE_URL to the database of the installation.',
    );
}

/** Runs a script of the operator: errors become sentences on stderr, and the exit code is 1, for a wrong flag 2. */
export async function runOperation(usage: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = [ConfigError, DatabaseStartError, KeyFileError].some((kind) => error instanceof kind);
    const isUnknownFlag =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    const isUsage = isUnknownFlag || error instanceof UsageError;
    if (!(error instanceof Error)) say(String(error));
    else say(isExpected || isUsage ? error.message : (error.stack ?? error.message));
    if (isUsage) say(usage);
    process.exitCode = isUsage ? 2 : 1;
  }
}
