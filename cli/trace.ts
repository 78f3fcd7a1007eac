import { closeSync, openSync, writeSync } from 'node:fs';
import { redact } from '../shared/client/redact.ts';
import { formatDuration } from './durations.ts';
import type { Io } from './io.ts';
import { forTerminal } from './output/sanitize.ts';

export interface TraceInput {
  readonly verbose: boolean;
  readonly debug: boolean;
  /** Absolute path of `--trace-file`. */
  readonly file: string | undefined;
  readonly io: Io;
}

export interface CallSeen {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly attempt: number;
  readonly correlationId: string | undefined;
}

export interface Trace {
  readonly debug: boolean;
  readonly onCall: (call: CallSeen) => void;
  /** Also tells somebody else of each call: an export keeps their correlation ids. */
  readonly watch: (watcher: (call: CallSeen) => void) => void;
  readonly onWait: (wait: { ms: number; reason: string; attempt: number }) => void;
  /** Headers of an answer; only those of the list below are kept. */
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
export const createTrace = ({ verbose, debug, file, io }: TraceInput): Trace => {
  const secrets: string[] = [];
  const watchers: ((call: CallSeen) => void)[] = [];
  const descriptor = file === undefined ? undefined : openSync(file, 'a', 0o600);
  if (descriptor !== undefined) io.onExit(() => closeSync(descriptor));
  const clean = (text: string) => redact(text, secrets);
  const say = (text: string) => io.stderr.write(`${forTerminal(clean(text))}\n`);
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
      if (verbose || debug) say(`${call.method} ${call.path} ${status} ${formatDuration(call.ms)}${more}`);
      record({ event: 'call', ...call });
    },
    onWait(wait) {
      if (verbose || debug) say(`paused ${formatDuration(wait.ms)}: ${wait.reason}`);
      record({ event: 'wait', ...wait });
    },
    onHeaders(address, headers) {
      if (!debug && descriptor === undefined) return;
      const kept = Object.fromEntries(
        shownHeaders.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
      );
      const path = address.replace(/\?.*$/, '');
      if (debug) for (const [name, value] of Object.entries(kept)) say(`  ${name}: ${String(value)}`);
      record({ event: 'headers', path, headers: kept });
    },
  };
};
