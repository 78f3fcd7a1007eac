import { stringify } from 'csv-stringify/sync';
import { hashPair } from '../../shared/bulk/hash.ts';
import { cellText } from '../output/cells.ts';
import { pick, type Row, valueAt } from '../output/fields.ts';
import type { Paging } from '../output/output.ts';
import { createHashTable } from './hashTable.ts';
import type { Manifest } from './manifest.ts';
import type { Tally } from './transfer.ts';

export interface ListFile {
  readonly body: AsyncIterable<Uint8Array>;
  readonly tally: Tally;
}

/** Rows turned to text at once: enough to be quick, few enough to stay small. */
const batchSize = 256;

/** How the rows of one format begin, follow each other and end. A record of JSON stands on a line of its own, so lines can be read again. */
const asCsv = (fields: readonly string[], escapeFormulas: boolean) => {
  const options = { escape_formulas: escapeFormulas, quoted_match: /[\r\n]/ };
  // Nearly all rows need no quotes. The library looks at each cell with objects of its own, which costs a third more memory.
  const isPlain = (cells: readonly string[]) => !escapeFormulas && cells.every((cell) => !/[",\r\n]/.test(cell));
  const line = (cells: string[]) => (isPlain(cells) ? `${cells.join(',')}\n` : stringify([cells], options));
  return {
    first: line([...fields]),
    batch: (rows: readonly Row[]) =>
      rows.map((row) => line(fields.map((field) => cellText(valueAt(row, field))))).join(''),
    last: () => '',
  };
};

const asNdjson = (fields: readonly string[]) => ({
  first: '',
  batch: (rows: readonly Row[]) => rows.map((row) => `${JSON.stringify(pick(row, fields))}\n`).join(''),
  last: () => '',
});

const asJson = (fields: readonly string[]) => {
  let before = '[\n';
  return {
    first: '',
    batch: (rows: readonly Row[]) => {
      const text = before + rows.map((row) => JSON.stringify(pick(row, fields))).join(',\n');
      before = ',\n';
      return text;
    },
    last: () => (before === '[\n' ? '[]\n' : '\n]\n'),
  };
};

/** The rows of a list as the bytes of a file, counted by their ids as they pass. Memory holds a batch and nine bytes for each id. */
export const listFile = (
  rows: AsyncIterable<Row> | Iterable<Row>,
  options: {
    readonly format: Manifest['format'];
    readonly fields: readonly string[];
    /** Fields that name a row; none where nothing does. */
    readonly key: readonly string[];
    readonly paging: Paging;
    readonly escapeFormulas: boolean;
  },
): ListFile => {
  const { format, fields, key, paging, escapeFormulas } = options;
  const ids = createHashTable({ values: false });
  let count = 0;
  const writer =
    format === 'csv' ? asCsv(fields, escapeFormulas) : format === 'json' ? asJson(fields) : asNdjson(fields);

  const countsIds = () => paging.hasOwnIds && key.length === 1 && key[0] === 'id';

  async function* body(): AsyncGenerator<Uint8Array> {
    let batch: Row[] = [];
    const flushed = () => {
      count += batch.length;
      const text = writer.batch(batch);
      batch = [];
      return Buffer.from(text);
    };
    if (writer.first !== '') yield Buffer.from(writer.first);
    for await (const row of rows) {
      batch.push(row);
      // Whoever reads the pages has looked at the ids already; a second table would take as much again.
      if (key.length > 0 && !countsIds())
        ids.add(...hashPair(key.map((field) => cellText(valueAt(row, field))).join('\u001f')));
      if (batch.length >= batchSize) yield flushed();
    }
    if (batch.length > 0) yield flushed();
    const last = writer.last();
    if (last !== '') yield Buffer.from(last);
  }

  return {
    body: body(),
    tally: {
      take: () => undefined,
      get rows() {
        return count;
      },
      end: () => ({
        rows: count,
        columns: fields,
        distinctIds: key.length === 0 ? undefined : countsIds() ? count : ids.size,
        key,
        terminated: true,
      }),
    },
  };
};
