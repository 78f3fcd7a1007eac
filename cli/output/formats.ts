import { cellText } from './cells.ts';
import { pick, type Row, valueAt } from './fields.ts';
import type { Format } from './fields.ts';
import { forTerminal, jsonForTerminal } from './cells.ts';
import type { Query } from './query.ts';
import type { TextOutput } from './textOutput.ts';
import type { TableStyle } from './table.ts';

export interface Writing {
  readonly rows: AsyncIterable<Row>;
  readonly fields: readonly string[];
  readonly id: string;
  readonly out: TextOutput;
  readonly style: TableStyle;
  readonly toTerminal: boolean;
  readonly escapeFormulas: boolean;
  /** Applied to the whole result before it is written; json and yaml only. */
  readonly query: Query | undefined;
}

const gather = async (rows: AsyncIterable<Row>): Promise<Row[]> => {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
};

const indented = (value: unknown, indent: string): string =>
  jsonForTerminal(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));

const json = async ({ rows, fields, out, query }: Writing): Promise<void> => {
  if (query !== undefined) {
    const result = query((await gather(rows)).map((row) => pick(row, fields)));
    return out.write(`${indented(result ?? null, '')}\n`);
  }
  let before = '[\n  ';
  for await (const row of rows) {
    await out.write(before + indented(pick(row, fields), '  '));
    before = ',\n  ';
  }
  await out.write(before.startsWith('[') ? '[]\n' : '\n]\n');
};

const ndjson = async ({ rows, fields, out }: Writing): Promise<void> => {
  for await (const row of rows) await out.write(`${jsonForTerminal(JSON.stringify(pick(row, fields)))}\n`);
};

const csv = async ({ rows, fields, out, toTerminal, escapeFormulas }: Writing): Promise<void> => {
  const { stringify } = await import('csv-stringify/sync');
  const line = (cells: readonly string[]) => stringify([[...cells]], { escape_formulas: escapeFormulas });
  const safe = (text: string) => (toTerminal ? forTerminal(text) : text);
  await out.write(line(fields));
  for await (const row of rows) await out.write(line(fields.map((field) => safe(cellText(valueAt(row, field))))));
};

const yaml = async ({ rows, fields, out, query }: Writing): Promise<void> => {
  const { stringify } = await import('yaml');
  const all = (await gather(rows)).map((row) => pick(row, fields));
  await out.write(jsonForTerminal(stringify(query === undefined ? all : query(all))));
};

const ids = async ({ rows, id, out }: Writing): Promise<void> => {
  for await (const row of rows) await out.write(`${forTerminal(cellText(valueAt(row, id)))}\n`);
};

const table = async ({ rows, fields, out, style }: Writing): Promise<void> => {
  const all = await gather(rows);
  if (all.length === 0) {
    // A person would wonder about nothing at all.
    if (style.width !== undefined) style.note?.('There is nothing to show.');
    return;
  }
  const { drawRows } = await import('./table.ts');
  await out.write(drawRows(all, fields, style));
};

export const writeRows: Readonly<Record<Format, (writing: Writing) => Promise<void>>> = {
  table,
  json,
  ndjson,
  csv,
  yaml,
  ids,
};

/** One record: an object in JSON and YAML, a line for each field in a table, one row elsewhere. */
export const writeRecord = async (format: Format, record: Row, writing: Omit<Writing, 'rows'>): Promise<void> => {
  const { fields, out, style, query } = writing;
  const result = () => (query === undefined ? pick(record, fields) : (query(pick(record, fields)) ?? null));
  if (format === 'json') return out.write(`${indented(result(), '')}\n`);
  if (format === 'yaml') {
    const { stringify } = await import('yaml');
    return out.write(jsonForTerminal(stringify(result())));
  }
  if (format === 'table') {
    const { drawRecord } = await import('./table.ts');
    return out.write(drawRecord(record, fields, style));
  }
  async function* one() {
    yield record;
  }
  return writeRows[format]({ ...writing, rows: one() });
};
