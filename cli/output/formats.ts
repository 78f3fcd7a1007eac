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
  /** Whether --fields names them. */
  readonly isRequested: boolean;
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
    await out.write(`${indented(result ?? null, '')}\n`);
    return;
  }
  let before = '[\n  ';
  for await (const row of rows) {
    if (!(await out.write(before + indented(pick(row, fields), '  ')))) return;
    before = ',\n  ';
  }
  await out.write(before.startsWith('[') ? '[]\n' : '\n]\n');
};

const ndjson = async ({ rows, fields, out }: Writing): Promise<void> => {
  for await (const row of rows)
    if (!(await out.write(`${jsonForTerminal(JSON.stringify(pick(row, fields)))}\n`))) return;
};

const csv = async ({ rows, fields, out, toTerminal, escapeFormulas }: Writing): Promise<void> => {
  const { stringify } = await import('csv-stringify/sync');
  const line = (cells: readonly string[]) => stringify([[...cells]], { escape_formulas: escapeFormulas });
  const safe = (text: string) => (toTerminal ? forTerminal(text) : text);
  await out.write(line(fields));
  for await (const row of rows)
    if (!(await out.write(line(fields.map((field) => safe(cellText(valueAt(row, field)))))))) return;
};

const yaml = async ({ rows, fields, out, query }: Writing): Promise<void> => {
  const { stringify } = await import('yaml');
  const all = (await gather(rows)).map((row) => pick(row, fields));
  await out.write(jsonForTerminal(stringify(query === undefined ? all : query(all))));
};

const ids = async ({ rows, id, out }: Writing): Promise<void> => {
  for await (const row of rows) if (!(await out.write(`${forTerminal(cellText(valueAt(row, id)))}\n`))) return;
};

const table = async ({ rows, fields, out, style }: Writing): Promise<void> => {
  const all = await gather(rows);
  if (all.length === 0) {
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
  const { fields, isRequested, out, style, query } = writing;
  const result = () => (query === undefined ? pick(record, fields) : (query(pick(record, fields)) ?? null));
  if (format === 'json') return void (await out.write(`${indented(result(), '')}\n`));
  if (format === 'yaml') {
    const { stringify } = await import('yaml');
    return void (await out.write(jsonForTerminal(stringify(result()))));
  }
  if (format === 'table') {
    const { drawRecord } = await import('./table.ts');
    // A record of a platform may lack fields of the contract; a dash would say that they are empty.
    const present = fields.filter((field) => isRequested || valueAt(record, field) !== undefined);
    return void (await out.write(drawRecord(record, present, style)));
  }
  async function* one() {
    yield record;
  }
  return writeRows[format]({ ...writing, rows: one() });
};
