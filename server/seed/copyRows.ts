import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const text = (value: string) => value.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);

const element = (value: unknown) => `"${String(value).replace(/["\\]/g, '\\$&')}"`;

/** A value in the text form of COPY. */
const field = (value: unknown): string => {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return text(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return text(`{${value.map(element).join(',')}}`);
  return typeof value === 'boolean' ? (value ? 't' : 'f') : text(JSON.stringify(value));
};

/** Lines are handed over in pieces of this many: one write for each row would cost more than the row. */
const rowsPerChunk = 2000;

function* lines(rows: Iterable<readonly unknown[]>): Generator<string> {
  let chunk = '';
  let held = 0;
  for (const row of rows) {
    chunk += `${row.map(field).join('\t')}\n`;
    held += 1;
    if (held === rowsPerChunk) {
      yield chunk;
      chunk = '';
      held = 0;
    }
  }
  if (held > 0) yield chunk;
}

/** Writes rows by COPY. FREEZE spares a later pass over the table; it needs a table truncated in the same transaction. */
export async function copyRows(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly unknown[]>,
): Promise<void> {
  const target = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN WITH (FREEZE)`));
  await pipeline(Readable.from(lines(rows)), target);
}
