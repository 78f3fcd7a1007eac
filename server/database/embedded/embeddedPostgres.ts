import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { LockedError, type ProcessLock, takeProcessLock } from '../../../node/processLock.ts';
import { type Cluster, prepareCluster } from './cluster.ts';
import {
  clearLeftovers,
  type Listening,
  type Postmaster,
  readPidFile,
  socketPrefix,
  spawnPostmaster,
  stopProcess,
  waitUntilReady,
} from './postmaster.ts';
import { DatabaseStartError, FolderInUseError } from './startError.ts';

/** How to connect, in the words of `pg`. */
export interface Connection {
  readonly host: string;
  readonly port?: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface EmbeddedPostgres {
  /** With the account of the application. */
  readonly application: Connection;
  /** With the account that owns the tables. */
  readonly owner: Connection;
  stop(): Promise<void>;
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error' | 'debug'>;

export const databaseName = 'carepost';
/** File of the data folder that names the folder of the socket. */
export const socketNote = 'socket.folder';

/** A real PostgreSQL of our own (docs/operations.md): started, watched, restarted when it dies, stopped with us. */
export async function startEmbeddedPostgres(
  dataFolder: string,
  log: Log,
  /** Settings beyond ours, such as `fsync=off` for the throw-away databases of tests. */
  settings: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  await mkdir(dataFolder, { recursive: true, mode: 0o755 }).catch((cause: NodeJS.ErrnoException) => {
    throw new DatabaseStartError(
      `The data folder ${dataFolder} cannot be made (${cause.code}). Set CAREPOST_DATA to a folder that this account may write.`,
      { cause },
    );
  });
  const lock = await lockFolder(dataFolder);
  let socketFolder: string | null = null;
  try {
    const cluster = await prepareCluster(dataFolder);
    const orphan = await clearLeftovers(cluster);
    if (orphan !== null) log.warn({ pid: orphan }, 'stopped the database that a killed server left running');
    const listening = await placeToListen(cluster, dataFolder);
    if ('socketFolder' in listening) socketFolder = listening.socketFolder;
    const keeper = await keepRunning(cluster, listening, settings, log);
    const { owner, application } = connectionsOf(cluster, listening);
    await ensureDatabase(owner, application);
    return {
      owner,
      application,
      stop: async () => {
        await keeper.stop();
        if (socketFolder) await rm(socketFolder, { recursive: true, force: true });
        await lock.release();
      },
    };
  } catch (error) {
    if (socketFolder) await rm(socketFolder, { recursive: true, force: true });
    await lock.release();
    throw error;
  }
}

/** One server for each data folder (FT-4). A lock that `kill -9` left behind is taken over at the next start. */
async function lockFolder(folder: string): Promise<ProcessLock> {
  try {
    return await takeProcessLock(join(folder, 'server.lock'));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const { owner } = error;
    const [user, way] =
      owner === undefined
        ? ['another server', 'Stop that server']
        : owner.host === hostname()
          ? [`process ${owner.pid}`, `Stop that server (kill ${owner.pid})`]
          : [`process ${owner.pid} on ${owner.host}`, 'Stop that server'];
    throw new FolderInUseError(
      `The data folder ${folder} is in use by ${user}. ${way} or set CAREPOST_DATA to another folder.`,
    );
  }
}

async function placeToListen(cluster: Cluster, dataFolder: string): Promise<Listening> {
  if (process.platform === 'win32') return { port: await freePort() };
  const note = join(dataFolder, socketNote);
  const left = await readFile(note, 'utf8').catch(() => '');
  if (basename(left).startsWith(socketPrefix)) await rm(left, { recursive: true, force: true });
  // Short, because a socket's path may have 107 bytes; private, because mkdtemp makes it 0700.
  const socketFolder = await mkdtemp(join(tmpdir().length > 60 ? '/tmp' : tmpdir(), socketPrefix));
  if (cluster.account) await chown(socketFolder, cluster.account.uid, cluster.account.gid);
  // A killed server cannot remove its folder; the next one does.
  await writeFile(note, socketFolder);
  return { socketFolder };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}

function connectionsOf({ owner, application }: Cluster, listening: Listening) {
  const where = 'port' in listening ? { host: '127.0.0.1', port: listening.port } : { host: listening.socketFolder };
  return {
    owner: { ...where, ...owner, database: databaseName },
    application: { ...where, ...application, database: databaseName },
  };
}

/** Starts the database and starts it again whenever it ends without our asking (FT-2). */
async function keepRunning(
  cluster: Cluster,
  listening: Listening,
  settings: readonly string[],
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const recentLines: string[] = [];
  let stopping = false;
  let current: Postmaster = launch();
  await waitUntilReady(cluster, current, recentLines);
  void watch();

  function launch(): Postmaster {
    recentLines.length = 0;
    return spawnPostmaster(cluster, listening, settings, (line) => {
      recentLines.push(line);
      if (recentLines.length > 20) recentLines.shift();
      log.debug({ postgres: line }, 'database');
    });
  }

  async function watch(): Promise<void> {
    for (let failures = 0; ; ) {
      const began = Date.now();
      const code = await current.ended;
      if (stopping) return;
      failures = Date.now() - began > 10_000 ? 0 : failures + 1;
      log.error({ code, attempt: failures }, 'the database ended unexpectedly; starting it again');
      // The first tries come quickly: children of a killed database need a moment to let go of its memory.
      await delay(failures <= 10 ? 100 : 2_000);
      if (stopping) return;
      current = launch();
    }
  }

  return {
    stop: async () => {
      stopping = true;
      const { child, ended } = current;
      child.stdin?.end();
      if (process.platform === 'win32') child.kill();
      const inTime = await Promise.race([ended.then(() => true), delay(8_000, false, { ref: false })]);
      const left = inTime ? null : await readPidFile(cluster.folder);
      if (left) await stopProcess(left.pid);
    },
  };
}

/** The database and the account of the application; data folders of earlier releases have no such account. */
async function ensureDatabase(owner: Connection, { user, password }: Connection): Promise<void> {
  const client = new Client({ ...owner, database: 'postgres', connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user]);
    await client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${escapeIdentifier(user)} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${escapeLiteral(password)}`,
    );
    const result = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (result.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
