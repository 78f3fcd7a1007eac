/** @module-tag scaled */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytes, downloadOf, makeFolder, runExport } from './exportRun.ts';
import { isHard } from '../support/isHard.ts';

/** Cells that break careless counting: quotes, line ends, delimiters, and characters of several bytes, alone and mixed. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    '"',
    '""',
    '\n',
    '\r\n',
    '\r',
    ',',
    '"\n"',
    ',\n,',
    "'=1+1",
    ' ',
    'é',
    '😀',
    '\u2028',
    'a"b',
    '"',
    'plain',
  ),
  fc.array(fc.constantFrom('"', '\n', '\r', ',', 'x', 'ü', '\t'), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
);
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 30 }));

const chunksOf = (data: Uint8Array, sizes: readonly number[]): Uint8Array[] => {
  const chunks: Uint8Array[] = [];
  for (let start = 0, turn = 0; start < data.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(data.subarray(start, start + size));
    start += size;
  }
  return chunks;
};

test('the manifest counts the rows a CSV parser counts, whatever is in the cells and however the bytes arrive', async () => {
  const folder = await makeFolder();
  const target = join(folder, 'organizations.csv');
  const chunkSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
  const lineEnd = fc.constantFrom('\n', '\r\n');
  await fc.assert(
    fc.asyncProperty(table, chunkSizes, lineEnd, async (rows, sizes, record_delimiter) => {
      const width = rows[0]?.length ?? 2;
      const header = Array.from({ length: width }, (_, index) => `Column "${index}"`);
      const text = stringify([header, ...rows], { record_delimiter, quoted_match: /[\r\n]/ });
      const { manifest } = await runExport(downloadOf(chunksOf(bytes(text), sizes)), target, { overwrite: true });
      const parsed = parse(await readFile(target, 'utf8'), { record_delimiter });
      expect(manifest.rows).toBe(parsed.length - 1);
      expect(manifest.columns).toEqual(header);
      expect(await readFile(target, 'utf8')).toBe(text);
    }),
    { numRuns: isHard ? 300 : 100 },
  );
});

test('a header line alone is an empty report, not a failure', async () => {
  const folder = await makeFolder();
  const { manifest } = await runExport(downloadOf([bytes('id,name\n')]), join(folder, 'o.csv'));
  expect(manifest).toMatchObject({ rows: 0, columns: ['id', 'name'], verdict: 'complete' });
});

test('a last line without a line end counts, and makes the result doubtful', async () => {
  const folder = await makeFolder();
  const { manifest } = await runExport(downloadOf([bytes('id,name\n1,a\n2,b')]), join(folder, 'o.csv'));
  expect(manifest).toMatchObject({ rows: 2, verdict: 'doubtful' });
});

test('prepared for Excel the table has a byte order mark, CRLF, text ids and no formula, and the same cells', async () => {
  const folder = await makeFolder();
  const target = join(folder, 'o.csv');
  const text =
    'id,Zip,name,phone,createDate\n7,02134,"=HYPERLINK(""x"")",+15551234,2026-01-02\n8,89501,"Ann ""A""\nÜ",,\n';
  const { manifest } = await runExport(downloadOf([bytes(text)]), target, { excel: true });
  const written = await readFile(target, 'utf8');
  expect(written.startsWith('\uFEFF')).toBe(true);
  expect(written.slice(1).split('\r\n')).toHaveLength(4);
  expect(parse(written, { bom: true, record_delimiter: '\r\n' })).toEqual([
    ['id', 'Zip', 'name', 'phone', 'createDate'],
    ['="7"', '="02134"', '\'=HYPERLINK("x")', "'+15551234", '2026-01-02'],
    ['="8"', '="89501"', 'Ann "A"\nÜ', '', ''],
  ]);
  expect(manifest).toMatchObject({ excel: true, rows: 2, received: { bytes: bytes(text).length } });
  expect(manifest.bytes).toBe(bytes(written).length);
});
