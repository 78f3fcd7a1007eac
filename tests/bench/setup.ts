import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrate } from '../../server/database/migrate.ts';
import { keyFileOf } from '../../server/identity/secrets/keyFile.ts';
import { type Database, openDatabase } from '../../server/database/openDatabase.ts';
import { demoClients } from '../../server/identity/demoClients.ts';
import { seed } from '../../server/seed/seed.ts';
import { line } from './measure.ts';

export const project = resolve(import.meta.dirname, '../..');
const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (detail: unknown) => process.stderr.write(`${JSON.stringify(detail)}\n`),
  debug: () => undefined,
};

export interface Setup {
  readonly folder: string;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly organizations: number;
  readonly url: string;
  readonly serverPid: number;
  readonly token: string;
  /** Environment of the command line: its own folders, this server, this token. */
  readonly cli: Record<string, string>;
  close(): Promise<void>;
}

const freePort = () =>
  new Promise<number>((match) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => match(typeof address === 'object' && address ? address.port : 0));
    });
  });

const urlOf = ({ host = '', user = '', password = '', port, database = '' }: Database['target']) => {
  const secret = typeof password === 'string' && password !== '' ? `:${encodeURIComponent(password)}` : '';
  return host.startsWith('/')
    ? `postgres://${user}${secret}@localhost${port ? `:${port}` : ''}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${user}${secret}@${host}:${port ?? 5432}/${database}`;
};

const untilReady = async (url: string, child: ChildProcess) => {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it was ready.`);
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('The server did not become ready.');
};

const accessToken = async (url: string): Promise<string> => {
  const [client] = demoClients;
  const response = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${client?.clientId}:${client?.secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials&scope=api&resource=urn:carepost:api',
  });
  const body = (await response.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`No token: ${response.status} ${JSON.stringify(body)}`);
  return body.access_token;
};

const countRows = async (database: Database, table: 'organizations' | 'mail_messages') => {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
};

/** Demo data of this extent; data that is there already is used as it is. */
const fill = async (database: Database, organizations: number, messages: number) => {
  const stored = [await countRows(database, 'organizations'), await countRows(database, 'mail_messages')] as const;
  if (stored[0] === organizations && stored[1] >= messages) return;
  const started = performance.now();
  await seed(database, { organizations, messages, log: () => undefined });
  line(
    `Made ${organizations.toLocaleString('en')} organizations and ${messages.toLocaleString('en')} messages in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
};

export interface SetupOptions {
  readonly organizations: number;
  readonly messages: number;
  /** Folder of a database that is kept for the next run; without it a new one is made and deleted. */
  readonly data?: string | undefined;
}

/** A database of our own filled with demo data and the real server in a process of its own. */
export const setStage = async ({ organizations, messages, data }: SetupOptions): Promise<Setup> => {
  const folder = mkdtempSync(join(tmpdir(), 'carepost-bench-'));
  // Under root the database runs as another account, which must get through.
  chmodSync(folder, 0o711);
  const dataFolder = data === undefined ? join(folder, 'data') : resolve(data);
  const database = await openDatabase(
    { databaseUrl: null, migrationDatabaseUrl: null, dataFolder, poolSize: 4 },
    quiet,
  );
  await migrate(database);
  await fill(database, organizations, messages);

  const port = await freePort();
  const url = `http://localhost:${port}`;
  const databaseUrl = urlOf(database.target);
  const child = spawn(process.execPath, ['server/start.js'], {
    cwd: project,
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: databaseUrl,
      // Beside the database, as at every start: its secrets are encrypted with this key.
      CAREPOST_KEY_FILE: keyFileOf({ keyFile: null, dataFolder }),
      LOG_LEVEL: 'warn',
      DEMO_TRAFFIC: '0',
      RATE_LIMIT_API: '10000000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(url, child);
  const token = await accessToken(url);
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  return {
    folder,
    database,
    databaseUrl,
    organizations,
    url,
    serverPid: child.pid ?? 0,
    token,
    cli: {
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
      CAREPOST_API: url,
      CAREPOST_TOKEN_FILE: tokenFile,
      NO_COLOR: '1',
    },
    async close() {
      child.kill('SIGTERM');
      await new Promise((ended) => child.once('exit', ended));
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
