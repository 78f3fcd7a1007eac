import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import type { Role } from '../../shared/contract/endpoint.ts';
import { wire } from '../../shared/contract/wire.ts';
import { type Client, createClient } from '../../shared/client/createClient.ts';
import { buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { type Database, openDatabase } from '../../server/database/openDatabase.ts';
import { createLogger } from '../../server/http/log.ts';
import { asOwner, copyTemplate, quietLog } from './database/databases.ts';
import { injectedHttp } from './injectedHttp.ts';
import { type Caller, signTokens } from './tokens.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly config: Config;
  /** An access token signed by the server's own keys: of an account of the demo data with this role, or a refused one. */
  as(caller: Caller): string;
  /** The typed client of a caller, over the server in memory. */
  client(role: Role): Client;
  close(): Promise<void>;
}

/** Shared by all servers of the tests: each file in it has a random name, and none for longer than an instant. */
export const testUploadFolder = join(tmpdir(), 'cptest-uploads');

export interface StartOptions {
  /** Settings as the environment gives them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Receives the log of the requests, all levels of it. */
  readonly logTo?: Writable;
}

/** A server of its own on a copy of the template database; no port. */
export async function startApp({ env = {}, logTo }: StartOptions = {}): Promise<TestApp> {
  const copy = await copyTemplate(inject('testDatabases'));
  const config = readConfig({
    LOG_LEVEL: 'silent',
    RATE_LIMIT_SIGN_IN: '100000',
    RATE_LIMIT_TOKENS: '100000',
    // The server shares its event loop with the test, whose own work would count as overload.
    MAX_LOOP_DELAY_MS: '60000',
    DATABASE_POOL: '5',
    // Those who wait for a mail or a call to another system switch it on.
    JOBS: 'false',
    DEMO_TRAFFIC: '0',
    // Users of the browser tests are signed in for the whole run.
    IDLE_MINUTES: '60',
    UPLOAD_FOLDER: testUploadFolder,
    ...copy.env,
    ...env,
  });
  const database = await openDatabase(config, quietLog);
  // A server that is not the demo refuses its accounts; there the same users are users of its own.
  if (!config.demo)
    await asOwner(database, 'update users set is_demo = false; update oidc_clients set is_demo = false');
  const app = await buildApp({
    config,
    database,
    ...(logTo && { logger: createLogger({ ...config, logLevel: 'trace' }, logTo) }),
  });
  await app.ready();
  const tokens = await signTokens(app, database);
  const as = (caller: Caller) => tokens[caller];
  return {
    app,
    database,
    config,
    as,
    client: (role) => {
      const token = { accessToken: as(role), expiresAt: Date.now() + 600_000 };
      return createClient({
        http: injectedHttp(app),
        wire,
        token: { current: () => token, renew: () => Promise.resolve(token) },
        retry: { attempts: 1 },
      });
    },
    close: async () => {
      await app.close();
      await database.close();
      await copy.drop();
    },
  };
}

export interface TestServer extends TestApp {
  readonly url: string;
}

/** The same behind a real socket, on a free port. */
export async function startServer({ env = {} }: StartOptions = {}): Promise<TestServer> {
  const port = env['PORT'] ?? String(await freePort());
  const started = await startApp({ env: { PORT: port, ...env } });
  await started.app.listen({ port: started.config.port, host: started.config.host });
  return { ...started, url: started.config.publicUrl };
}

let shared: Promise<TestServer> | undefined;

/**
 * One server for all files of a worker that only read, or that write rows of their own under names that no other file uses and count
 * nothing else. A file that changes settings, replaces rows of the demo data or stops things starts a server of its own. It ends with the worker.
 */
export function sharedServer(): Promise<TestServer> {
  shared ??= startServer().then((server) => ({ ...server, close: () => Promise.resolve() }));
  return shared;
}

export const freePort = (port = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });

let ofWorker: Promise<number> | undefined;
/** For servers that follow each other at one address. Connections are not given ports below 32768, so it stays free between two servers. */
export const workerPort = (): Promise<number> =>
  (ofWorker ??= freePort(20_000 + (process.pid % 10_000)).catch(() => freePort()));
