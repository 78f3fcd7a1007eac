import { once } from 'node:events';
import { createServer } from 'node:net';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DatabaseStartError } from './database/embedded/startError.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/openDatabase.ts';
import { sqlState } from './database/sqlState.ts';
import { KeyFileError } from './identity/secrets/keyFile.ts';
import { createLogger } from './http/log.ts';
import { BuildError, buildStale } from './operations/buildStale.ts';
import { seedFirstStart } from './operations/firstStart.ts';
import { requireKind } from './operations/installationKind.ts';
import { requireAppendOnlyAudit } from './operations/appendOnlyAudit.ts';
import { endOnSignals } from './operations/shutdown.ts';
import { demoAccounts } from './seed/demoAccounts.ts';
import { onboardingTrials } from './seed/onboardingTrials.ts';

/** Progress is for the person at the terminal; stdout carries the log. */
const say = (line: string) => process.stderr.write(`${line}\n`);

/** The server goes on when the reader of its log or of its progress has gone, or the terminal. */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config);
  await requireFreePort(config);
  if (config.build) await buildStale(say);
  const database = await openDatabase(config, logger);
  try {
    await migrate(database);
    await requireAppendOnlyAudit(database, config, logger);
    await requireKind(database, config);
    await seedFirstStart(database, config, say);
    const app = await buildApp({ config, database, logger });
    endOnSignals(app, database, config, (code) => process.exit(code));
    await app.listen({ port: config.port, host: config.host });
    greet(config);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A taken port is reported before the build and the demo data, which take a minute. */
async function requireFreePort({ port, host }: Config): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

function greet(config: Config): void {
  say(`\n${config.brand.name} is ready at ${config.publicUrl}`);
  if (config.docs) say(`All calls of the API: ${config.publicUrl}/docs`);
  if (!config.demo) return;
  say('\nDemo accounts:');
  for (const { userName, password, note } of [...demoAccounts, ...onboardingTrials.map(({ account }) => account)])
    say(`  ${userName.padEnd(30)} ${password.padEnd(20)} ${note}`);
  say('');
}

const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);
/** Their messages name the way out. */
const expectedErrors = [ConfigError, DatabaseStartError, BuildError, KeyFileError];

function explain(error: unknown): string {
  if (expectedErrors.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as Error & { code?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or choose another one: PORT=3001 npm start`;
  if (code === 'EACCES')
    return `Port ${port} may not be used by this account. Choose one above 1023: PORT=3000 npm start`;
  if (sqlState(error) === '42501')
    return `The database refused the account that migrates: ${rootOf(error).message}. MIGRATION_DATABASE_URL must have the account that owns the database and its tables.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database of DATABASE_URL does not answer (${code}). Start it, or correct DATABASE_URL.`;
  return error.stack ?? error.message;
}

try {
  await start();
} catch (error) {
  say(explain(error));
  process.exit(1);
}
