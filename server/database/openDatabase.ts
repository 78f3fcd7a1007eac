import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { createPool, type Target } from './connectionPool.ts';
import { dataFolderOf } from './embedded/dataFolder.ts';
import { runningEmbedded } from './embedded/attach.ts';
import { startEmbeddedPostgres } from './embedded/embeddedPostgres.ts';
import { hasCluster } from './embedded/cluster.ts';
import { DatabaseStartError, FolderInUseError } from './embedded/startError.ts';
import { type DatabaseStatus, type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { type Drizzle, drizzleOn, scopedDb } from './queryBuilder.ts';

export type { Drizzle } from './queryBuilder.ts';

export interface Database {
  /** Short statements: cut after 5 seconds (FT-5). */
  readonly pool: pg.Pool;
  /** Queries outside a transaction. Inside `inTransaction` use the `tx` you are given. */
  readonly db: Drizzle;
  readonly status: () => DatabaseStatus;
  readonly heartbeat: Heartbeat;
  /** Where to connect with a client of one's own, such as for LISTEN. */
  readonly target: Target;
  /** The same database with the account that owns the tables, for migrations and demo data alone. */
  readonly owner: Target;
  readonly close: () => Promise<void>;
}

type Connecting = Pick<Config, 'databaseUrl' | 'migrationDatabaseUrl' | 'dataFolder' | 'poolSize' | 'poolWaitMs'>;

export type DatabaseLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error' | 'debug'>;

/** Opens the database of `DATABASE_URL`, or starts the embedded one. */
export async function openDatabase(config: Connecting, log: DatabaseLog): Promise<Database> {
  if (config.databaseUrl) {
    const target = { connectionString: config.databaseUrl };
    const { migrationDatabaseUrl } = config;
    const owner = migrationDatabaseUrl === null ? target : { connectionString: migrationDatabaseUrl };
    return connectDatabase({ target, owner }, config, log);
  }
  const embedded = await startEmbeddedPostgres(dataFolderOf(config.dataFolder), log);
  const database = connectDatabase({ target: embedded.application, owner: embedded.owner }, config, log);
  return {
    ...withoutDb(database),
    get db() {
      return database.db;
    },
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}

/** An existing database, also while a server works on it: for commands that running servers notice. Creates none. */
export async function openExistingDatabase(config: Connecting, log: DatabaseLog): Promise<Database> {
  const folder = dataFolderOf(config.dataFolder);
  if (config.databaseUrl === null && !hasCluster(folder))
    throw new DatabaseStartError(
      `There is no database in ${folder}. Set CAREPOST_DATA to the data folder of the installation, or DATABASE_URL to its database.`,
    );
  try {
    return await openDatabase(config, log);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const target = await runningEmbedded(folder);
    return connectDatabase({ target, owner: target }, config, log);
  }
}

function connectDatabase(
  { target, owner }: Pick<Database, 'target' | 'owner'>,
  { poolSize, poolWaitMs }: Pick<Config, 'poolSize' | 'poolWaitMs'>,
  log: DatabaseLog,
): Database {
  const limits = { name: 'carepost', max: poolSize, waitMs: poolWaitMs, statementMs: 5_000, pipeline: true };
  const main = createPool(target, limits, log);
  const heartbeat = startHeartbeat(target, log, main.cut);
  const plain = drizzleOn(main.pool);
  return {
    pool: main.pool,
    get db() {
      return scopedDb(plain);
    },
    status: heartbeat.status,
    heartbeat,
    target,
    owner,
    close: async () => {
      await heartbeat.stop();
      // A connection that is still busy must not hold up the end of the process.
      const force = setTimeout(main.cut, 1_500);
      await main.pool.end();
      clearTimeout(force);
    },
  };
}

// `db` is a getter; spreading would freeze what it gives now.
function withoutDb({ pool, status, heartbeat, target, owner }: Database) {
  return { pool, status, heartbeat, target, owner };
}
