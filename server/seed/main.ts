import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { DatabaseStartError } from '../database/embedded/startError.ts';
import { migrate } from '../database/migrate.ts';
import { type DatabaseLog, openDatabase } from '../database/openDatabase.ts';
import { requireKind } from '../operations/installationKind.ts';
import { seed, SeedRefused } from './seed.ts';

const usage = `Usage: npm run seed -- [--organizations 1000] [--messages 2000] [--force]
Replaces organizations and all that belongs to them, their messages too, by demo data. Stop the server first, or set DATABASE_URL.`;

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const quiet = () => undefined;
const log: DatabaseLog = {
  info: quiet,
  debug: quiet,
  warn: (...parts: unknown[]) => say(String(parts.at(-1))),
  error: (...parts: unknown[]) => say(String(parts.at(-1))),
};

function options() {
  const { values } = parseArgs({
    options: {
      organizations: { type: 'string', default: '1000' },
      messages: { type: 'string', default: '2000' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const organizations = Number(values.organizations);
  if (!Number.isInteger(organizations) || organizations < 1 || organizations > 2_000_000) {
    throw new SeedRefused('--organizations must be a whole number from 1 to 2000000.');
  }
  const messages = Number(values.messages);
  if (!Number.isInteger(messages) || messages < 0 || messages > 10_000_000) {
    throw new SeedRefused('--messages must be a whole number from 0 to 10000000.');
  }
  return { ...values, organizations, messages };
}

async function run(): Promise<void> {
  const { organizations, messages, force, help } = options();
  if (help) return say(usage);
  const config = readConfig(process.env);
  if (config.production) throw new SeedRefused('Demo data is refused when NODE_ENV is production.');
  const database = await openDatabase(config, log);
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  try {
    await migrate(database);
    await requireKind(database, { ...config, demo: true });
    await seed(database, {
      organizations,
      messages,
      force,
      log: (line) => say(`${seconds().padStart(8)}  ${line}`),
    });
    say(`${organizations} organizations are ready after ${seconds()}, with ${messages} messages.`);
  } finally {
    await database.close();
  }
}

try {
  await run();
} catch (error) {
  const isExpected =
    error instanceof SeedRefused || error instanceof ConfigError || error instanceof DatabaseStartError;
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  say(
    error instanceof Error ? (isExpected || isUsage ? error.message : (error.stack ?? error.message)) : String(error),
  );
  if (isUsage) say(usage);
  process.exitCode = isUsage ? 2 : 1;
}
