import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { redact } from '../shared/client/redact.ts';
import { formatDuration } from './durations.ts';
import type { Io } from './io.ts';
import { forTerminal } from './output/cells.ts';

interface TraceOptions {
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly traceFile?: string;
}

interface TracedCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly attempt: number;
  readonly correlationId: string | undefined;
}

export interface Trace {
  readonly debug: boolean;
  readonly onCall: (call: TracedCall) => void;
  /** Adds a listener for calls: an export stores their correlation ids. */
  readonly watch: (watcher: (call: TracedCall) => void) => void;
  readonly onWait: (wait: { ms: number; reason: string; attempt: number }) => void;
  /** Headers of a response; only those of the list below are recorded. */
  readonly onHeaders: (address: string, headers: Readonly<Record<string, unknown>>) => void;
  /** A value that must never be shown, whatever form it appears in. */
  readonly hide: (secret: string | undefined) => void;
  readonly clean: (text: string) => string;
}

const shownHeaders = [
  'content-type',
  'content-length',
  'etag',
  'cache-control',
  'retry-after',
  'x-correlation-id',
  'date',
];

/** -v, --debug and --trace-file. Never bodies, never queries, never a secret. */
export const createTrace = (io: Io, { verbose = false, debug = false, traceFile }: TraceOptions): Trace => {
  const secrets: string[] = [];
  const watchers: ((call: TracedCall) => void)[] = [];
  const descriptor = traceFile === undefined ? undefined : openSync(resolve(io.cwd, traceFile), 'a', 0o600);
  if (descriptor !== undefined) io.onExit(() => closeSync(descriptor));
  const clean = (text: string) => redact(text, secrets);
  const print = (text: string) => io.stderr.write(`${forTerminal(clean(text))}\n`);
  const record = (event: Readonly<Record<string, unknown>>) => {
    if (descriptor === undefined) return;
    writeSync(descriptor, `${clean(JSON.stringify({ at: new Date(io.now()).toISOString(), ...event }))}\n`);
  };
  return {
    debug,
    clean,
    hide(secret) {
      if (secret !== undefined && secret !== '') secrets.push(secret);
    },
    watch(watcher) {
      watchers.push(watcher);
    },
    onCall(call) {
      for (const watcher of watchers) watcher(call);
      const more = debug ? ` attempt ${call.attempt + 1} correlation ${call.correlationId ?? '-'}` : '';
      const status = call.status === 0 ? 'no answer' : String(call.status);
      if (verbose || debug) print(`${call.method} ${call.path} ${status} ${formatDuration(call.ms)}${more}`);
      record({ event: 'call', ...call });
    },
    onWait(wait) {
      if (verbose || debug) print(`paused ${formatDuration(wait.ms)}: ${wait.reason}`);
      record({ event: 'wait', ...wait });
    },
    onHeaders(address, headers) {
      if (!debug && descriptor === undefined) return;
      const visible = Object.fromEntries(
        shownHeaders.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
      );
      const path = address.replace(/\?.*$/, '');
      if (debug) for (const [name, value] of Object.entries(visible)) print(`  ${name}: ${String(value)}`);
      record({ event: 'headers', path, headers: visible });
    },
  };
};
