import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ProcessResult, type StartedProcess, startProcess } from './processes/startProcess.ts';

/** The launcher, as `npx carepost` starts it; it builds the bundle when a source is newer. */
export const launcher = resolve(import.meta.dirname, '../../cli/bin/carepost.js');

export type CliResult = ProcessResult;

export interface RunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Node to run under, and the program; the launcher under this Node unless given. */
  readonly program?: readonly [string, ...string[]];
  /** Sees stderr as it grows: to answer what a sign-in prints, or to send a signal. */
  readonly onStderr?: (all: string, child: StartedProcess) => void;
  /** Sees stdout as it grows, and may answer on stdin, which stays open then. */
  readonly onStdout?: (all: string, child: StartedProcess) => void;
  readonly onStart?: (child: StartedProcess) => void;
}

export interface CliMachine {
  readonly home: string;
  readonly folder: string;
  readonly stateFolder: string;
  readonly configFolder: string;
  run(args: readonly string[], options?: RunOptions): Promise<CliResult>;
}

export interface MachineOptions {
  readonly api?: string;
  /** Gives the machine this access token by CAREPOST_TOKEN_FILE. */
  readonly token?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For machines a whole file shares: the caller removes the folder then. */
  readonly keep?: boolean;
}

/** A machine with nothing on it: its own home, no variable of ours, no terminal. The real program runs on it as a process. */
export const cliMachine = async ({ api, token, env = {}, keep = false }: MachineOptions = {}): Promise<CliMachine> => {
  const home = await mkdtemp(join(tmpdir(), 'carepost-cli-'));
  if (!keep) onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, 'work');
  await mkdir(folder);
  const tokenFile = join(home, 'token');
  if (token !== undefined) await writeFile(tokenFile, `${token}\n`);
  const base: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    ...(api === undefined ? {} : { CAREPOST_API: api }),
    ...(token === undefined ? {} : { CAREPOST_TOKEN_FILE: tokenFile }),
    ...env,
  };
  return {
    home,
    folder,
    stateFolder: join(home, 'state', 'carepost'),
    configFolder: join(home, 'config', 'carepost'),
    run: (args, { program: given, env: more, onStart, onStdout, onStderr, stdin = '' } = {}) => {
      const [program, ...first] = given ?? [process.execPath, launcher];
      const child = startProcess({
        program,
        args: [...first, ...args],
        cwd: folder,
        env: { ...base, ...more },
        ...(onStart && { onStart }),
        onOutput: (stream, all) => (stream === 'stdout' ? onStdout : onStderr)?.(all, child),
      });
      if (onStdout === undefined) child.end(stdin);
      return child.ended;
    },
  };
};
