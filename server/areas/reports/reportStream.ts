import type { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { openLongConnection } from '../../database/longConnection.ts';
import type { Database } from '../../database/openDatabase.ts';
import { promptRelease } from '../../operations/spentBuffers.ts';
import type { Report } from './reportStatement.ts';

/** A million rows take seconds; a slow reader may take its time, but not for ever. */
const longestMs = 15 * 60_000;

/**
 * The report as CSV, straight from the database in the reader's pace. The connection lives as long as the stream: when the reader
 * goes away, the database stops too.
 */
export async function reportStream(
  database: Pick<Database, 'target'>,
  { select }: Report,
  signal: AbortSignal,
): Promise<Readable> {
  const { client, cut, bytesRead } = await openLongConnection(database, {
    statementTimeoutMs: longestMs,
    name: 'carepost report',
  });
  const stream: Readable = client.query(copyTo(`copy (${select}) to stdout with (format csv, header)`));
  const stopRelease = promptRelease(bytesRead);
  const stop = () => stream.destroy(new Error('The reader went away.'));
  signal.addEventListener('abort', stop, { once: true });
  stream.once('close', () => {
    stopRelease();
    signal.removeEventListener('abort', stop);
    // After the last row the connection ends in peace; before it, only cutting it stops the statement.
    if (stream.readableEnded) client.end().catch(cut);
    else cut();
  });
  if (signal.aborted) stop();
  await firstBytes(stream);
  return stream;
}

/** What goes wrong before the first byte is still an error answer, not a broken download. */
const firstBytes = (stream: Readable): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      stream.off('readable', ready).off('error', failed);
      act();
    };
    const ready = settle(resolve);
    const failed = (error: Error) => settle(() => reject(error))();
    stream.once('readable', ready).once('error', failed);
  });
