import { createHash, type Hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Download } from '../../shared/client/download.ts';
import { CliError } from '../errors.ts';
import { incoming } from './incoming.ts';
import { headerReader, keyColumns, keyFinder } from './header.ts';
import { createRowCounter } from './rowCounter.ts';

export interface Transform {
  readonly gzip: boolean;
  readonly excel: boolean;
}

/** How far a transfer is; read by the progress line, written by the transfer. */
export interface Seen {
  rows: number;
  bytes: number;
}

export interface Transferred {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly distinctIds: number | null;
  readonly key: readonly string[] | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly received: { readonly bytes: number; readonly sha256: string } | null;
  readonly terminated: boolean;
}

/** A controller of the transfer's own, for stopping on a stall, that also follows the run's signal. */
export const stopperFor = (signal: AbortSignal): AbortController => {
  const stop = new AbortController();
  const follow = () => stop.abort(signal.reason instanceof CliError ? signal.reason : new CliError('E-INTERRUPTED'));
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return stop;
};

async function* tapped(
  source: AsyncIterable<Uint8Array>,
  see: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    see(chunk);
    yield chunk;
  }
}

/** Rows and columns of what passes: counted in the bytes of a CSV, or told by a source that makes its rows itself. */
export interface Tally {
  readonly rows: number;
  take(chunk: Uint8Array): void;
  end(): {
    readonly rows: number;
    readonly columns: readonly string[];
    readonly distinctIds: number | undefined;
    readonly key: readonly string[];
    /** False where the last line does not end as lines do. */
    readonly terminated: boolean;
  };
}

/** Of which columns a row's name is made: as asked, else as known of the report. */
export interface KeyChoice {
  readonly asked?: readonly string[] | undefined;
  readonly known?: readonly string[] | undefined;
}

const csvTally = async ({ asked, known }: KeyChoice): Promise<Tally> => {
  const read = await headerReader();
  const counter = createRowCounter(keyFinder(read, asked, known));
  return {
    take: (chunk) => counter.take(chunk),
    get rows() {
      return counter.rows;
    },
    end() {
      const { header, insideQuotes, rows, terminated, distinctIds } = counter.end();
      const columns = read(header);
      if (insideQuotes) throw new CliError('E-EXPORT-CUT', 'The file ends in the middle of a quoted cell.');
      return { rows, columns, terminated, distinctIds, key: keyColumns(columns, asked, known) };
    },
  };
};

export interface TransferOptions extends Transform {
  readonly stop: AbortController;
  readonly idleMs: number;
  readonly seen: Seen;
  /** Standard output: other text follows. */
  readonly keepOpen?: boolean;
  readonly key?: KeyChoice | undefined;
  /** Chooses rows and columns of the CSV on its way. */
  readonly select?: ((source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) | undefined;
  /** Of a source that counts its rows itself. */
  readonly tally?: Tally | undefined;
}

/**
 * One pass from the network to `sink`: counted and hashed as it came, changed where asked, hashed again as it goes. Memory use
 * does not depend on the size but for the keys of the rows, 8 bytes each. Rejects unless all of it arrived and makes a table.
 */
export const transfer = async (
  download: Download,
  sink: NodeJS.WritableStream,
  options: TransferOptions,
): Promise<Transferred> => {
  const { gzip, excel, stop, idleMs, seen, select, key = {} } = options;
  const tally = options.tally ?? (await csvTally(select === undefined ? key : {}));
  const receivedHash = createHash('sha256');
  let bytes: AsyncIterable<Uint8Array> = tapped(
    incoming(download.body, { stop, idleMs, size: download.size }),
    (chunk) => {
      tally.take(chunk);
      receivedHash.update(chunk);
      seen.bytes += chunk.length;
      seen.rows = tally.rows;
    },
  );

  let selectedTally: Tally | undefined;
  if (select !== undefined) {
    const counted = await csvTally(key);
    selectedTally = counted;
    bytes = tapped(select(bytes), (chunk) => counted.take(chunk));
  }
  let written = 0;
  let writtenHash: Hash | undefined;
  if (excel) bytes = (await import('./forExcel.ts')).forExcel(bytes);
  if (gzip) bytes = (await import('./gzipped.ts')).gzipped(bytes);
  if (excel || gzip || select !== undefined) {
    const hash = createHash('sha256');
    writtenHash = hash;
    bytes = tapped(bytes, (chunk) => {
      hash.update(chunk);
      written += chunk.length;
    });
  }
  await pipeline(bytes, sink, { end: options.keepOpen !== true });

  const arrived = tally.end();
  const { rows, columns, distinctIds, key: names } = selectedTally?.end() ?? arrived;
  const received = { bytes: seen.bytes, sha256: receivedHash.digest('hex') };
  return {
    rows,
    columns,
    distinctIds: distinctIds ?? null,
    key: names.length > 0 ? names : null,
    bytes: writtenHash ? written : received.bytes,
    sha256: writtenHash ? writtenHash.digest('hex') : received.sha256,
    received: options.tally === undefined ? received : null,
    terminated: arrived.terminated,
  };
};
