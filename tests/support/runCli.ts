import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AxiosAdapter } from 'axios';
import { inject, onTestFinished } from 'vitest';
import { run as runCarepost } from '../../cli/run.ts';
import { memoryIo, type TerminalSize } from './memoryIo.ts';
import { splitShellLine } from './shellWords.ts';
import { type ProcessResult, type StartedProcess, startProcess } from './processes/startProcess.ts';

/** The launcher, as `npx carepost` starts it; it builds the bundle when a source is newer. */
export const launcher = resolve(import.meta.dirname, '../../cli/bin/carepost.js');

export type CliResult = ProcessResult;

/** A run in progress, in the process of the test or in one of its own: what a test can do to it. */
export type StartedRun = Pick<StartedProcess, 'kill' | 'write' | 'end' | 'pid'>;

export interface RunOptions {
  readonly stdin?: string;
  /** The current folder; `folder` of the sandbox unless set. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A process of its own: only where the process is the subject (signals that kill, memory, start-up, pipes, locks). */
  readonly real?: boolean;
  /** Node to run under, and the program; the launcher under this Node unless given. Always a process. */
  readonly program?: readonly [string, ...string[]];
  /** The streams are a terminal of this width. In process only. */
  readonly terminal?: TerminalSize;
  /** Replaces the network: answers, delays and faults. In process only. */
  readonly adapter?: AxiosAdapter;
  readonly now?: () => number;
  readonly platform?: NodeJS.Platform;
  /** Receives stderr as it grows: to answer what a sign-in prints, or to send a signal. */
  readonly onStderr?: (all: string, run: StartedRun) => void;
  /** Receives stdout as it grows. The run's stdin stays open then. */
  readonly onStdout?: (all: string, run: StartedRun) => void;
  readonly onStart?: (run: StartedRun) => void;
  /** A line of shell round the program, which arrives as "$@": for limits, pipes and other folders. Always a process. */
  readonly shell?: string;
}

export interface TerminalOptions {
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Typed when the text shows up. */
  readonly response?: readonly [when: string, text: string];
}

export interface CliSandbox {
  readonly home: string;
  readonly folder: string;
  readonly stateFolder: string;
  readonly configFolder: string;
  run(args: readonly string[], options?: RunOptions): Promise<CliResult>;
  /** Runs the words of a line on a terminal of 200 columns, in process; `text` is what it shows, stdout and stderr alike. */
  runOnTerminal(line: string, options?: TerminalOptions): Promise<{ readonly code: number; readonly text: string }>;
}

export interface SandboxOptions {
  readonly api?: string;
  /** Gives the sandbox this access token by CAREPOST_TOKEN_FILE. */
  readonly token?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For a sandbox that a whole file shares: the caller removes the folder then. */
  readonly keep?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const runInProcess = async (
  args: readonly string[],
  env: Environment,
  cwd: string,
  { stdin = '', terminal, adapter, now, platform, onStart, onStdout, onStderr }: RunOptions,
): Promise<CliResult> => {
  const memory = memoryIo({
    // Undefined variables are not there at all.
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    cwd,
    terminal,
    adapter,
    now,
    platform,
    onOutput: (stream, all) => (stream === 'stdout' ? onStdout : onStderr)?.(all, started),
  });
  const started: StartedRun = {
    pid: process.pid,
    kill: (signal = 'SIGTERM') => {
      if (signal !== 'SIGINT' && signal !== 'SIGTERM') throw new Error(`${signal} needs { real: true }`);
      memory.signal(signal);
    },
    // As typed: not in the middle of what the run is writing.
    write: (text) => void setImmediate(() => memory.stdin.write(text)),
    end: (text) => void memory.stdin.end(text),
  };
  if (onStdout === undefined && terminal === undefined) memory.stdin.end(stdin);
  onStart?.(started);
  const code = await runCarepost(args, memory.io);
  memory.exit();
  const { stdout, stderr } = memory.text;
  return { code, stdout, stderr };
};

const runOnTerminal = async (
  line: string,
  env: Environment,
  cwd: string,
  { columns = 200, response: answer }: TerminalOptions,
): Promise<{ code: number; text: string }> => {
  let responseCount = false;
  const memory = memoryIo({
    env,
    cwd,
    terminal: { columns },
    onOutput: () => {
      if (responseCount || answer === undefined || !memory.text.screen.includes(answer[0])) return;
      responseCount = true;
      // A user answers when the question stands there, not in the middle of its output.
      setImmediate(() => memory.stdin.write(answer[1]));
    },
  });
  const code = await runCarepost(splitShellLine(line), memory.io);
  memory.exit();
  return { code, text: memory.text.screen };
};

const runAsProcess = (
  args: readonly string[],
  env: Environment,
  cwd: string,
  { stdin = '', program: customProgram, shell, onStart, onStdout, onStderr }: RunOptions,
): Promise<CliResult> => {
  const carepost = [process.execPath, launcher] as const;
  const [program, ...first] =
    customProgram ?? (shell === undefined ? carepost : ['sh', '-c', shell, 'sh', ...carepost]);
  // Provided to *.process.test.ts files only (bundles.ts).
  const log = inject('cliProcessLog') as string | undefined;
  if (log === undefined) throw new Error('A test that starts a process belongs into a file *.process.test.ts.');
  appendFileSync(log, '.');
  const child = startProcess({
    program,
    args: [...first, ...args],
    cwd,
    env,
    ...(onStart && { onStart }),
    onOutput: (stream, all) => (stream === 'stdout' ? onStdout : onStderr)?.(all, child),
  });
  if (onStdout === undefined) child.end(stdin);
  return child.ended;
};

/**
 * An empty environment: its own home, none of our variables, no terminal. The program runs in it in the process of the test, or with
 * `{ real: true }` as a process of its own.
 */
export const createCliSandbox = async ({
  api,
  token,
  env = {},
  keep = false,
}: SandboxOptions = {}): Promise<CliSandbox> => {
  const home = await mkdtemp(join(tmpdir(), 'carepost-cli-'));
  if (!keep) onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, 'work');
  await mkdir(folder);
  const tokenFile = join(home, 'token');
  if (token !== undefined) await writeFile(tokenFile, `${token}\n`);
  const base: Environment = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    // Changes do not wait for each other; tests of the rate set one.
    CAREPOST_RATE: '0',
    ...(api === undefined ? {} : { CAREPOST_API: api }),
    ...(token === undefined ? {} : { CAREPOST_TOKEN_FILE: tokenFile }),
    ...env,
  };
  return {
    home,
    folder,
    stateFolder: join(home, 'state', 'carepost'),
    configFolder: join(home, 'config', 'carepost'),
    run: (args, options = {}) => {
      const { real = false, program, shell } = options;
      const start = real || program !== undefined || shell !== undefined ? runAsProcess : runInProcess;
      return start(args, { ...base, ...options.env }, options.cwd ?? folder, options);
    },
    runOnTerminal: (line, options = {}) => runOnTerminal(line, { ...base, ...options.env }, folder, options),
  };
};
