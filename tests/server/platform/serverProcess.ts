import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, inject } from 'vitest';
import { compileCache } from '../../support/processes/compileCache.ts';
import { madeOnce } from '../../support/processes/madeOnce.ts';
import { testKeyFile } from '../../support/keyFile.ts';
import { freePort, type TestServer } from '../../support/startApp.ts';

/** A test that fails halfway must not leave its servers running. */
const launched: ChildProcess[] = [];
afterAll(() => {
  for (const child of launched) child.kill('SIGKILL');
});

const project = resolve(import.meta.dirname, '../../..');

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  output(): string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

interface LaunchOptions {
  /** Limit of open files of the process and of its database, as `ulimit -n` sets it. */
  readonly descriptors?: number;
}

/** `npm start` without npm: the real process on a data folder of its own. */
export async function launchServer(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
  { descriptors }: LaunchOptions = {},
): Promise<ServerProcess> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const { PATH, HOME, TMPDIR } = process.env;
  const start =
    descriptors === undefined
      ? ([process.execPath, ['server/start.js']] as const)
      : // exec: the process keeps its id, so that signals reach it.
        (['sh', ['-c', `ulimit -n ${descriptors} && exec "$0" server/start.js`, process.execPath]] as const);
  const child = spawn(start[0], start[1], {
    cwd: project,
    env: {
      PATH,
      HOME,
      TMPDIR,
      PORT: String(port),
      CAREPOST_DATA: dataFolder,
      BUILD: 'false',
      DEMO_ORGANIZATIONS: '20',
      DEMO_MESSAGES: '0',
      DEMO_TRAFFIC: '0',
      CAREPOST_KEY_FILE: testKeyFile,
      AUDIT_HEAD_FILE: join(dataFolder, 'audit-head.json'),
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.push(child);
  let output = '';
  const keep = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const ended = new Promise<number | string>((done) => {
    child.once('exit', (code, signal) => done(code ?? signal ?? 'lost'));
  });
  return { child, port, url: `http://127.0.0.1:${port}`, output: () => output, ended };
}

/** Another server process of the installation that `server` is: the same database and the same address outside. It runs no jobs. */
export async function launchSecond({ config }: Pick<TestServer, 'config'>): Promise<ServerProcess> {
  const second = await launchServer('', {
    DATABASE_URL: config.databaseUrl ?? '',
    PUBLIC_URL: config.publicUrl,
    JOBS: 'false',
    LOG_LEVEL: 'warn',
    DEMO: 'true',
    CAREPOST_DATA: '.',
  });
  await untilReady(second);
  return second;
}

export async function untilReady(server: ServerProcess): Promise<void> {
  for (let attempt = 0; attempt < 2400 && server.child.exitCode === null; attempt++) {
    if (await isReady(server.url)) return;
    await delay(50);
  }
  throw new Error(`The server did not get ready:\n${server.output()}`);
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** A folder that the database's account may enter; removed at the end, also while a killed server's database is still writing its last. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'cptest-'));
  await chmod(folder, 0o755);
  return {
    path: join(folder, 'data'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

/** The same, as the first start of the demo leaves it: a start on it takes a quarter of the work of the first one. */
export async function demoFolder(): ReturnType<typeof temporaryFolder> {
  const folder = await temporaryFolder();
  // With its owner: the database may run under another account.
  await promisify(execFile)('cp', ['-a', await madeOnce(inject('processFolder'), 'demo', fillFolder), folder.path]);
  return folder;
}

async function fillFolder(path: string): Promise<void> {
  const server = await launchServer(path);
  await untilReady(server);
  server.child.kill('SIGTERM');
  await server.ended;
}
