import type { Readable, Writable } from 'node:stream';
import type { AxiosAdapter } from 'axios';

export interface InputStream extends Readable {
  readonly isTTY?: boolean;
}

export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
}

/** The machine a run happens on; written into locks, reports of defects and support bundles. */
export interface System {
  readonly pid: number;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** `v24.21.0`. */
  readonly nodeVersion: string;
}

export type StopSignal = 'SIGINT' | 'SIGTERM';

/**
 * Everything outside the program that a run reads or changes. `main.ts` builds it from the process; a test builds one with memory
 * streams and runs commands in its own process.
 */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  /** Relative paths of flags and arguments are resolved against it. */
  readonly cwd: string;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly system: System;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls the listener for SIGINT and SIGTERM until the returned function is called. */
  readonly onSignal: (listener: (name: StopSignal) => void) => () => void;
  /** Calls the clean-up when the process exits in the middle of a run, until the returned function is called. */
  readonly onExit: (cleanUp: () => void) => () => void;
  /** For work on a million rows: V8 keeps its heap small, some slower. Holds for the rest of the process. */
  readonly preferSmallHeap: () => void;
  /** Shows an address in the user's browser; a browser that cannot be started is no failure. */
  readonly openBrowser: (address: string) => void;
  /** Replaces the network in tests; axios' own adapter unless set. */
  readonly adapter?: AxiosAdapter;
}
