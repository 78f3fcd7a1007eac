import { createHash, type Hash } from 'node:crypto';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ApiError } from '../../shared/client/apiError.ts';
import type { Download } from '../../shared/client/download.ts';
import { CliError } from '../errors.ts';
import type { Manifest } from './manifest.ts';
import { createCsvCounter, type KeyChoice, type RowCounter } from './rowCounter.ts';

export interface Transform {
  readonly gzip: boolean;
  readonly excel: boolean;
}

/** How far a transfer is: written by the transfer, read by the progress line. */
export interface TransferProgress {
  rows: number;
  bytes: number;
}

export type Transferred = Pick<
  Manifest,
  'rows' | 'columns' | 'distinctIds' | 'key' | 'bytes' | 'sha256' | 'received'
> & { readonly terminated: boolean };

/** A controller for one transfer: aborted on a stall, and by the signal of the run. */
export const controllerFor = (signal: AbortSignal): AbortController => {
  const stop = new AbortController();
  const follow = () => stop.abort(signal.reason instanceof CliError ? signal.reason : new CliError('E-INTERRUPTED'));
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return stop;
};

async function* tapped(
  source: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    onChunk(chunk);
    yield chunk;
  }
}

export interface TransferOptions extends Transform {
  readonly stop: AbortController;
  readonly idleMs: number;
  readonly progress: TransferProgress;
  /** Standard output: other text follows. */
  readonly keepOpen?: boolean;
  readonly key?: KeyChoice | undefined;
  /** Selects rows and columns of the CSV. */
  readonly select?: ((source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) | undefined;
  /** Of a source that counts its rows itself. */
  readonly counter?: RowCounter | undefined;
}

const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new CliError('E-INTERRUPTED'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    // Also after an abort: a read that fails then must not be an unhandled rejection.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** A transport error holds the request with its token, so only its code is passed on; our own errors hold no secrets. */
const toCutError = (thrown: unknown, bytes: number): Error => {
  if (thrown instanceof CliError || thrown instanceof ApiError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? ` (${String(thrown.code)})` : '';
  return new CliError(
    'E-EXPORT-CUT',
    `The download was interrupted after ${bytes.toLocaleString('en-US')} bytes${code}.`,
  );
};

interface IncomingOptions {
  /** Ends the download: Ctrl-C, or a stall. */
  readonly stop: AbortController;
  readonly idleMs: number;
  /** Bytes the server announced. */
  readonly size: number | undefined;
}

/**
 * The bytes of a download, and an error unless all of them came: a broken connection, fewer bytes than announced, or a server
 * that stopped sending without hanging up.
 */
async function* incoming(body: AsyncIterable<Uint8Array>, options: IncomingOptions): AsyncGenerator<Uint8Array> {
  const { stop, idleMs, size } = options;
  const iterator = body[Symbol.asyncIterator]();
  let bytes = 0;
  const stalled = () =>
    stop.abort(
      new ApiError({
        status: 0,
        code: 'E-TIMEOUT',
        message: `The server sent nothing for ${Math.round(idleMs / 1000)} s, so the download was stopped.`,
      }),
    );
  try {
    for (;;) {
      // Runs only while the server is awaited: a slow disk or reader is no stall.
      const timer = setTimeout(stalled, idleMs);
      const next = await orAborted(iterator.next(), stop.signal)
        .catch((error: unknown) => {
          throw stop.signal.aborted ? stop.signal.reason : toCutError(error, bytes);
        })
        .finally(() => clearTimeout(timer));
      if (next.done) break;
      bytes += next.value.length;
      yield next.value;
    }
  } finally {
    // Not awaited: after a read that never ends it would wait forever.
    iterator.return?.().catch(() => undefined);
  }
  if (size !== undefined && bytes !== size) {
    throw new CliError(
      'E-EXPORT-CUT',
      `The server announced ${size.toLocaleString('en-US')} bytes and sent ${bytes.toLocaleString('en-US')}.`,
    );
  }
}

/** The bytes compressed. A failing source fails this too, so a cut download never becomes a valid archive. */
async function* gzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const compressed = pipe(Readable.from(source, { objectMode: false }), createGzip(), () => undefined);
  yield* compressed as AsyncIterable<Uint8Array>;
}

/**
 * One pass from the network to `output`: counted and hashed as received, converted as requested, hashed again as written. Memory use
 * does not depend on the size, except 8 bytes for the key of each row. Rejects unless all of it arrived and is a table.
 */
export const transfer = async (
  download: Download,
  output: NodeJS.WritableStream,
  options: TransferOptions,
): Promise<Transferred> => {
  const { gzip, excel, stop, idleMs, progress, select, key = {} } = options;
  const counter = options.counter ?? (await createCsvCounter(select === undefined ? key : {}));
  const receivedHash = createHash('sha256');
  let bytes: AsyncIterable<Uint8Array> = tapped(
    incoming(download.body, { stop, idleMs, size: download.size }),
    (chunk) => {
      counter.take(chunk);
      receivedHash.update(chunk);
      progress.bytes += chunk.length;
      progress.rows = counter.rows;
    },
  );

  let selectedCounter: RowCounter | undefined;
  if (select !== undefined) {
    const counted = await createCsvCounter(key);
    selectedCounter = counted;
    bytes = tapped(select(bytes), (chunk) => counted.take(chunk));
  }
  let written = 0;
  let writtenHash: Hash | undefined;
  if (excel) bytes = (await import('./csvRecords.ts')).forExcel(bytes);
  if (gzip) bytes = gzipped(bytes);
  if (excel || gzip || select !== undefined) {
    const hash = createHash('sha256');
    writtenHash = hash;
    bytes = tapped(bytes, (chunk) => {
      hash.update(chunk);
      written += chunk.length;
    });
  }
  await pipeline(bytes, output, { end: options.keepOpen !== true });

  const arrived = counter.end();
  const { rows, columns, distinctIds, key: names } = selectedCounter?.end() ?? arrived;
  const received = { bytes: progress.bytes, sha256: receivedHash.digest('hex') };
  return {
    rows,
    columns,
    distinctIds: distinctIds ?? null,
    key: names.length > 0 ? names : null,
    bytes: writtenHash ? written : received.bytes,
    sha256: writtenHash ? writtenHash.digest('hex') : received.sha256,
    received: options.counter === undefined ? received : null,
    terminated: arrived.terminated,
  };
};
