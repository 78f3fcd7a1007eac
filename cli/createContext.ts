import type { Session } from './session/sessionRecord.ts';
import type { Context } from './command.ts';
import { resolve } from 'node:path';
import type { Client } from '../shared/client/createClient.ts';
import { defined } from '../shared/rules/defined.ts';
import { readConfig } from './config.ts';
import { findFolders } from './folders.ts';
import { createOutput, type RowOptions } from './output/output.ts';
import type { Query } from './output/query.ts';
import { createTerminal } from './terminal.ts';
import { createTrace } from './trace.ts';

type ContextInput = Pick<Context, 'io' | 'argv' | 'command' | 'path' | 'args' | 'exitHooks' | 'globals' | 'signal'> & {
  readonly rows: RowOptions;
  readonly query: Query | undefined;
};

/** Errors are one JSON object on stderr with a machine-readable format. */
export const wantsJsonErrors = (output: string | undefined): boolean => output === 'json' || output === 'ndjson';

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

export const createContext = (input: ContextInput): Context => {
  const { io, argv, command, path, args, exitHooks, globals, rows, query, signal } = input;
  const { env } = io;
  const pathOf = (name: string) => resolve(io.cwd, name);
  const folders = findFolders(io);
  const pager = globals.pager === true ? env['PAGER'] || 'less -FRX' : globals.pager;
  const { profile, api, issuer, color, timeout, maxWait } = globals;
  const flags = defined({
    profile,
    api,
    issuer,
    output: globals.output,
    color,
    pager: typeof pager === 'string' ? pager : undefined,
    timeout,
    maxWait,
  });
  const config = readConfig({ env, folders, flags, isStandalone: command.isStandalone === true });
  const output = config.get('output');
  const jsonErrors = wantsJsonErrors(output);
  const terminal = createTerminal(io, { ...globals, color: config.get('color'), jsonErrors, signal });
  const trace = createTrace(io, globals);

  const session = once(async (): Promise<Session> => {
    const { openSession } = await import('./session/session.ts');
    return openSession(context);
  });
  const client = once(async (): Promise<Client> => {
    const { createApiClient } = await import('./network/apiClient.ts');
    return createApiClient(context);
  });
  const context: Context = {
    io,
    argv,
    folders,
    config,
    terminal,
    trace,
    command,
    path,
    args,
    exitHooks,
    globals,
    signal,
    now: io.now,
    pathOf,
    output: createOutput({
      stdout: io.stdout,
      env: io.env,
      now: io.now(),
      format: output,
      command,
      rows,
      terminal,
      pager: config.get('pager'),
      escapeFormulas: globals.escapeFormulas === true,
      query,
    }),
    session,
    client,
  };
  return context;
};
