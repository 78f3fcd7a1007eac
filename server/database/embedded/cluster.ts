import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, assertReachable, databaseAccount, handOver } from './account.ts';
import { type Binaries, copyBinaries, hasLinks, installedBinaries } from './binaries.ts';
import { DatabaseStartError } from './startError.ts';

const run = promisify(execFile);

/** A PostgreSQL data directory that is ready to be started. */
export interface Cluster {
  /** PGDATA. */
  readonly folder: string;
  readonly binaries: Binaries;
  readonly account: Account | null;
  /** The superuser, who owns the tables. */
  readonly owner: DatabaseAccount;
  /** The account of the application, which owns nothing. */
  readonly application: DatabaseAccount;
}

interface DatabaseAccount {
  readonly user: string;
  readonly password: string;
}

export const applicationUser = 'carepost_app';
/** File of the data folder. */
export const applicationPasswordFile = 'application.password';

/** Finds or makes the data directory, with an account and binaries that may run on it. */
export async function prepareCluster(dataFolder: string): Promise<Cluster> {
  const account = await databaseAccount();
  const installed = await installedBinaries();
  await assertReachable(dataFolder, account);
  const copy = account !== null || !(await hasLinks(installed));
  const binaries = copy ? await copyBinaries(installed, dataFolder) : installed;
  const owner = { user: 'carepost', password: await passwordOf(dataFolder, 'database.password') };
  const application = { user: applicationUser, password: await passwordOf(dataFolder, applicationPasswordFile) };
  const folder = clusterFolder(dataFolder);
  if (!hasCluster(dataFolder)) await initialize(folder, binaries, account, owner);
  else await handOver(folder, account);
  return { folder, binaries, account, owner, application };
}

const clusterFolder = (dataFolder: string): string => join(dataFolder, 'postgres');

/** Whether a database was made in this data folder. */
export const hasCluster = (dataFolder: string): boolean => existsSync(clusterFolder(dataFolder));

/** The database's passwords never leave the data folder; only this server needs them. */
async function passwordOf(dataFolder: string, file: string): Promise<string> {
  const path = join(dataFolder, file);
  const kept = await readFile(path, 'utf8').catch(() => '');
  if (kept !== '') return kept;
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${path}.draft`, password, { mode: 0o600, flush: true });
  await rename(`${path}.draft`, path);
  return password;
}

async function initialize(
  folder: string,
  binaries: Binaries,
  account: Account | null,
  { user, password }: DatabaseAccount,
): Promise<void> {
  const draft = `${folder}.draft`;
  const passwordFile = `${folder}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    await chown(draft, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const options = [
    `--pgdata=${draft}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same order and letter case on every machine, whatever its locale.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  try {
    await run(programOf(binaries, 'initdb'), options, { ...account, cwd: draft, env: environmentOf(binaries) });
  } catch (cause) {
    throw new DatabaseStartError(`The database could not be created in ${folder}: ${outputOf(cause)}${wayOut(cause)}`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await chmod(draft, 0o700);
  await rename(draft, folder);
}

export const programOf = (binaries: Binaries, name: string): string =>
  join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

/** What the database's processes see of our environment: nothing that is secret (OP-2). */
export function environmentOf(binaries: Binaries): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  const library = join(binaries.folder, 'lib');
  return { PATH, SystemRoot, TEMP, TMP, TZ: 'UTC', LC_ALL: 'C', LD_LIBRARY_PATH: library, DYLD_LIBRARY_PATH: library };
}

const wayOut = (error: unknown): string =>
  outputOf(error).includes('user does not exist')
    ? '. Start the server with an account that /etc/passwd names, or set DATABASE_URL.'
    : '';

function outputOf(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return output || (error instanceof Error ? error.message : String(error));
}
