import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { DatabaseStartError } from '../database/embedded/startError.ts';
import { migrate } from '../database/migrate.ts';
import { type Database, type DatabaseLog, openExistingDatabase } from '../database/openDatabase.ts';
import { KeyFileError, keyFileOf } from '../identity/secrets/keyFile.ts';
import { openInstallationSecrets } from '../identity/secrets/installationSecrets.ts';
import { publishedSeconds, rotateSigningKey } from '../identity/signingKeys.ts';

const usage = `Usage: npm run keys:rotate -- [--revoke] [--key-file]
Makes a new key that signs tokens. It signs after ${publishedSeconds} s, and the keys before it verify until their tokens have expired; servers may run.
  --revoke    remove the keys before it: for a stolen key. All users sign in again; running servers notice within 30 s
  --key-file  instead, add a new key to the key file (CAREPOST_KEY_FILE) and encrypt the secrets in the database with it`;

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const quiet = () => undefined;
const log: DatabaseLog = { info: quiet, debug: quiet, warn: quiet, error: quiet };

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      revoke: { type: 'boolean', default: false },
      'key-file': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(usage);
  const config = readConfig(process.env);
  const database = await openExistingDatabase({ ...config, poolSize: 2 }, log);
  try {
    await requireKeys(database);
    await migrate(database);
    const secrets = await openInstallationSecrets(database, config, {
      warn: (...parts: unknown[]) => say(String(parts.at(-1))),
    });
    if (values['key-file']) {
      await secrets.rotateKeyFile();
      return say(
        `The secrets in the database are encrypted with the new key of ${keyFileOf(config)}. Copy the file to the other servers and into the backup.`,
      );
    }
    const { kid, signsFrom } = await rotateSigningKey(secrets, values);
    say(`The key ${kid} signs from ${signsFrom.toISOString()}.`);
  } finally {
    await database.close();
  }
}

/** Without keys there is nothing to rotate: the database is another one than meant. */
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

try {
  await run();
} catch (error) {
  const isExpected = [ConfigError, DatabaseStartError, KeyFileError].some((kind) => error instanceof kind);
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof Error)) say(String(error));
  else say(isExpected || isUsage ? error.message : (error.stack ?? error.message));
  if (isUsage) say(usage);
  process.exitCode = isUsage ? 2 : 1;
}
