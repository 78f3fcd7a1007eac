import { createHash, type Hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Download } from '../../shared/client/download.ts';
import { CliError } from '../errors.ts';
import { incoming } from './incoming.ts';
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
  readonly bytes: number;
  readonly sha256: string;
  readonly received: { readonly bytes: number; readonly sha256: string };
  readonly verdict: 'complete' | 'doubtful';
}

/** A controller of the transfer's own, for stopping on a stall, that also follows the run's signal. */
export const stopperFor = (signal: AbortSignal): AbortController => {
  const stop = new AbortController();
  const follow = () => stop.abort(new CliError('E-INTERRUPTED'));
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

const columnsOf = async (header: Uint8Array): Promise<readonly string[]> => {
  const text = new TextDecoder().decode(header).trimStart();
  if (text.trim() === '')
    throw new CliError('E-EXPORT-CUT', 'The server sent an empty file, without even a header line.');
  // A page of a proxy or a sign-in wall arrives with status 200.
  if (text.startsWith('<')) throw new CliError('E-EXPORT-CUT', 'The server sent a page, not a CSV file.');
  const { parse } = await import('csv-parse/sync');
  try {
    return parse(text, { to: 1, bom: true })[0] ?? [];
  } catch {
    throw new CliError('E-EXPORT-CUT', 'The server sent a file whose first line is no CSV header.');
  }
};

/**
 * One pass from the network to `sink`: counted and hashed as it came, changed where asked, hashed again as it goes. Memory use
 * does not depend on the size. Rejects unless all of it arrived and makes a table.
 */
export const transfer = async (
  download: Download,
  sink: NodeJS.WritableStream,
  options: Transform & { readonly stop: AbortController; readonly idleMs: number; readonly seen: Seen },
): Promise<Transferred> => {
  const { gzip, excel, stop, idleMs, seen } = options;
  const rows = createRowCounter();
  const receivedHash = createHash('sha256');
  let bytes: AsyncIterable<Uint8Array> = tapped(
    incoming(download.body, { stop, idleMs, size: download.size }),
    (chunk) => {
      rows.take(chunk);
      receivedHash.update(chunk);
      seen.bytes += chunk.length;
      seen.rows = rows.rows;
    },
  );

  let written = 0;
  let writtenHash: Hash | undefined;
  if (excel) bytes = (await import('./forExcel.ts')).forExcel(bytes);
  if (gzip) bytes = (await import('./gzipped.ts')).gzipped(bytes);
  if (excel || gzip) {
    const hash = createHash('sha256');
    writtenHash = hash;
    bytes = tapped(bytes, (chunk) => {
      hash.update(chunk);
      written += chunk.length;
    });
  }
  await pipeline(bytes, sink, { end: sink !== process.stdout });

  const count = rows.end();
  const columns = await columnsOf(count.header);
  if (count.insideQuotes) throw new CliError('E-EXPORT-CUT', 'The file ends in the middle of a quoted cell.');
  const received = { bytes: seen.bytes, sha256: receivedHash.digest('hex') };
  return {
    rows: count.rows,
    columns,
    bytes: writtenHash ? written : received.bytes,
    sha256: writtenHash ? writtenHash.digest('hex') : received.sha256,
    received,
    verdict: count.terminated ? 'complete' : 'doubtful',
  };
};
