import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, environmentOf, programOf } from './cluster.ts';
import { isPostgresOf, signal, waitForEnd } from './processes.ts';
import { DatabaseStartError } from './startError.ts';

/** Where the database listens: a private folder with its socket, or on Windows a loopback port. */
export type Listening = { readonly socketFolder: string } | { readonly port: number };

export const socketPrefix = 'carepost-';

/**
 * Runs a program and stops it when our end of the pipe closes, so the database never outlives a server that was killed.
 * The shell stays in between because only it notices the end of the pipe after we are gone; then it removes the socket's folder too.
 */
const guardian = `folder=$1; shift
exec 3<&0
"$@" 3<&- </dev/null & child=$!
( read -r _ <&3; kill -INT "$child" 2>/dev/null ) & reader=$!
exec 3<&-
wait "$child"; code=$?
kill "$reader" 2>/dev/null
wait "$reader" && rmdir "$folder" 2>/dev/null
exit "$code"`;

export interface Postmaster {
  readonly child: ChildProcess;
  /** Resolves with the exit code when the database ends, for whatever reason. */
  readonly ended: Promise<number | null>;
}

export function spawnPostmaster(
  cluster: Cluster,
  listening: Listening,
  settings: readonly string[],
  onLine: (line: string) => void,
): Postmaster {
  const program = programOf(cluster.binaries, 'postgres');
  const options = [
    '-D',
    cluster.folder,
    ...[...settingsOf(listening), ...settings].flatMap((setting) => ['-c', setting]),
  ];
  const windows = process.platform === 'win32';
  const socketFolder = 'port' in listening ? '' : listening.socketFolder;
  const [command, args] = windows
    ? [program, options]
    : ['/bin/sh', ['-c', guardian, 'carepost-database', socketFolder, program, ...options]];
  const child = spawn(command, args, {
    ...cluster.account,
    cwd: cluster.folder,
    env: environmentOf(cluster.binaries),
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C in the terminal must reach the server alone: it stops the database last.
    detached: !windows,
    windowsHide: true,
  });
  child.stdin?.on('error', () => undefined);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line.trim() !== '') onLine(line.trim());
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
  return { child, ended };
}

function settingsOf(listening: Listening): string[] {
  const mebibytes = Math.floor(totalmem() / 1024 / 1024);
  const where =
    'port' in listening
      ? ['listen_addresses=127.0.0.1', `port=${listening.port}`]
      : ['listen_addresses=', `unix_socket_directories=${listening.socketFolder}`, 'unix_socket_permissions=0700'];
  return [
    ...where,
    'max_connections=120',
    `shared_buffers=${Math.min(1024, Math.max(128, Math.floor(mebibytes / 16)))}MB`,
    `effective_cache_size=${Math.max(256, Math.floor(mebibytes / 2))}MB`,
    'work_mem=16MB',
    'maintenance_work_mem=256MB',
    'max_wal_size=2GB',
    'random_page_cost=1.1',
    'jit=off',
    'fsync=on',
    'synchronous_commit=on',
    // Our statements carry names and addresses: neither statements nor the values in details go to a log.
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_min_messages=warning',
  ];
}

/** Waits until the database takes connections; it says so in its pid file. */
export async function waitUntilReady(
  cluster: Cluster,
  postmaster: Postmaster,
  lines: readonly string[],
): Promise<void> {
  let over = false;
  void postmaster.ended.then(() => {
    over = true;
  });
  // Recovery after a crash replays what was written since the last checkpoint, which takes its time.
  for (const end = Date.now() + 120_000; Date.now() < end; await delay(10)) {
    const file = await readPidFile(cluster.folder);
    if (file?.status === 'ready') return;
    if (over) throw new DatabaseStartError(`The database did not start: ${lines.join(' ') || 'it said nothing'}`);
  }
  throw new DatabaseStartError(`The database did not get ready within 2 minutes: ${lines.join(' ')}`);
}

interface PidFile {
  readonly pid: number;
  readonly status: string;
}

export async function readPidFile(folder: string): Promise<PidFile | null> {
  const lines = await readFile(join(folder, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n').map((line) => line.trim()),
    () => null,
  );
  const pid = Number(lines?.[0]);
  return lines && pid > 0 ? { pid, status: lines[7] ?? '' } : null;
}

/** Ends the database: first politely, then in earnest. Without a checkpoint it recovers at the next start. */
export async function stopProcess(pid: number): Promise<void> {
  signal(pid, 'SIGCONT');
  signal(pid, 'SIGINT');
  if (await waitForEnd(pid, 8_000)) return;
  signal(pid, 'SIGQUIT');
  if (await waitForEnd(pid, 3_000)) return;
  signal(pid, 'SIGKILL');
  await waitForEnd(pid, 3_000);
}

/** A server that was killed may have left its database running (FT-4). */
export async function clearLeftovers(cluster: Cluster): Promise<number | null> {
  const left = await readPidFile(cluster.folder);
  if (!left) return null;
  const running = isPostgresOf(left.pid, cluster.folder);
  if (running) await stopProcess(left.pid);
  return running ? left.pid : null;
}
