import type { Client } from '../shared/client/createClient.ts';
import type { Command } from './command.ts';
import type { Config } from './config.ts';
import type { ExitHooks } from './exitHooks.ts';
import type { Folders } from './folders.ts';
import type { Io } from './io.ts';
import type { Output } from './output/output.ts';
import type { Session } from './session/session.ts';
import type { Terminal } from './terminal.ts';
import type { Trace } from './trace.ts';

/** What the command line said before any command: root flags as commander gives them. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly api?: string;
  readonly issuer?: string;
  readonly output?: string;
  readonly color?: string;
  readonly pager?: string | boolean;
  readonly timeout?: string;
  readonly maxWait?: string;
  readonly noInput?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly traceFile?: string;
  readonly escapeFormulas?: boolean;
  /** Fields, comma separated: shorthand of `--output json --fields`. */
  readonly json?: string;
  /** A JMESPath expression over the JSON result. */
  readonly query?: string;
}

/** All that a command may touch. Built once for a run and handed down; nothing in it is opened before it is asked for. */
export interface Context {
  readonly io: Io;
  readonly folders: Folders;
  readonly config: Config;
  readonly terminal: Terminal;
  readonly output: Output;
  readonly trace: Trace;
  readonly command: Command;
  /** The whole command line, for the names of its flags. */
  readonly argv: readonly string[];
  /** What was called, `plans update`, and the words after it; no flags. */
  readonly path: string;
  readonly words: readonly string[];
  readonly exitHooks: ExitHooks;
  readonly globals: GlobalOptions;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** The absolute path of a file or folder named by a flag or an argument. */
  readonly pathOf: (name: string) => string;
  /** The sign-in of the profile in use. */
  session(): Promise<Session>;
  /** The typed client of the API, signed in; without a sign-in the first call fails with exit 4. */
  client(): Promise<Client>;
}
