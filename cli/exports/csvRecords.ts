import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';

export type Cells = readonly string[];

/** Records handed on at once: enough to be quick, few enough to stay small. */
const batchSize = 256;

/** A row with more or fewer cells than the header is the business of whoever reads it. */
const reading = { bom: true, relax_column_count: true, readableHighWaterMark: batchSize };

/** The records of a CSV file in batches, its header first, in constant memory. Fails with what the source fails with. */
export async function* csvRecords(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Cells[]> {
  const bytes = Readable.from(source, { objectMode: false });
  const records = pipeline(bytes, parse(reading), () => undefined);
  let batch: Cells[] = [];
  for await (const record of records as AsyncIterable<Cells>) {
    batch.push(record);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
