import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { compileCache } from './compileCache.ts';
import type { Order, Report, StartOrder } from './messages.ts';

export interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of its own, as far as a test has to do with it. */
export interface StartedProcess {
  /** Once it runs. */
  readonly pid: number | undefined;
  kill(signal?: NodeJS.Signals): void;
  /** Types on its stdin. */
  write(text: string): void;
  /** Closes its stdin, with a last text. */
  end(text?: string): void;
  readonly ended: Promise<ProcessResult>;
}

export interface StartOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All its environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It runs, and can be sent signals. */
  readonly onStart?: (started: StartedProcess) => void;
  /** Sees what it has said so far each time it says more. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', all: string, started: StartedProcess) => void;
}

type Listener = (report: Report) => void;
const listeners = new Map<number, Listener>();
let last = 0;
let starter: ChildProcess | undefined;

/**
 * A worker that has loaded the server takes 40 ms of its only thread to start a process, for the system copies its page tables; and
 * the tests of the command line start thousands. A small process needs 3 ms: it starts them and passes on what they say.
 */
const smallProcess = (): ChildProcess => {
  if (starter?.connected === true) return starter;
  starter = fork(resolve(import.meta.dirname, 'starter.ts'), { execArgv: [], env: { PATH: process.env['PATH'] } });
  starter.on('message', (report: Report) => listeners.get(report.id)?.(report));
  // A worker that has nothing else to do ends.
  starter.unref();
  starter.channel?.unref();
  return starter;
};

/** Starts a process with pipes on its three streams; text is UTF-8. */
export const startProcess = ({ onStart, onOutput, env, ...commandLine }: StartOptions): StartedProcess => {
  const id = ++last;
  const by = smallProcess();
  const order = (message: Order) => void by.send(message);
  const said = { stdout: '', stderr: '' };
  let pid: number | undefined;
  const { promise: ended, resolve: done, reject: failed } = Promise.withResolvers<ProcessResult>();
  const started: StartedProcess = {
    get pid() {
      return pid;
    },
    kill: (signal = 'SIGTERM') => order({ id, do: 'kill', signal }),
    write: (text) => order({ id, do: 'write', text }),
    end: (text = '') => order({ id, do: 'end', text }),
    ended,
  };
  listeners.set(id, (report) => {
    switch (report.reports) {
      case 'pid':
        pid = report.pid;
        return onStart?.(started);
      case 'error':
        listeners.delete(id);
        return failed(new Error(report.message));
      case 'close':
        listeners.delete(id);
        return done({ code: report.code, ...said });
      case 'stdout':
      case 'stderr':
        said[report.reports] += report.text;
        return onOutput?.(report.reports, said[report.reports], started);
    }
  });
  const start: StartOrder = { id, do: 'start', ...commandLine, env: { NODE_COMPILE_CACHE: compileCache, ...env } };
  order(start);
  return started;
};
