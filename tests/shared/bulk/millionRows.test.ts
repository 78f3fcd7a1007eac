/** @module-tag scaled */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { json, text as textOf } from 'node:stream/consumers';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isHard } from '../../support/isHard.ts';
import { peakIn, peakProbe } from '../../support/peakMemory.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'million-'));
});
afterAll(() => rm(folder, { recursive: true }));

const rowCount = isHard ? 1_000_000 : 20_000;
const header = 'id,name,city,zip,number_of_users,direct_enabled,qhin_entity_type';
const idOf = (row: number): string =>
  `${row.toString(16).padStart(8, '0')}-1111-4111-8111-${row.toString(16).padStart(12, '0')}`;

interface Fault {
  readonly code: string;
  readonly text: (row: number) => string;
}

/** Ways a row can be wrong, taken in turn. The rows of numbers 1 to 10 are right and stay so. */
const faults: readonly Fault[] = [
  { code: 'E-CELL-NUMBER', text: (row) => `${idOf(row)},Practice,Tucson,85701,0,true,` },
  { code: 'E-CELL-FLAG', text: (row) => `${idOf(row)},Practice,Tucson,85701,3,perhaps,` },
  { code: 'E-CELL-WORD', text: (row) => `${idOf(row)},Practice,Tucson,85701,3,true,Parent` },
  { code: 'E-CELL-LENGTH', text: (row) => `${idOf(row)},${'x'.repeat(256)},Tucson,85701,3,true,` },
  { code: 'E-CELL-KEEPS', text: (row) => `${idOf(row)},\\N,Tucson,85701,3,true,` },
  { code: 'E-CELL-REQUIRED', text: () => ',Practice,Tucson,85701,3,true,' },
  { code: 'E-CELL-CHARACTER', text: (row) => `${idOf(row)},Pra\0ctice,Tucson,85701,3,true,` },
  { code: 'E-CSV-WIDTH', text: (row) => `${idOf(row)},Practice,Tucson, Arizona,85701,3,true,` },
  { code: 'E-CSV-BLANK', text: () => ',,,,,,' },
  // As the row of the same last digit among the first ten says; the next says something else than it.
  { code: 'E-ROW-DUPLICATE', text: (row) => rightRow((row % 9) + 1) },
];

const rightRow = (row: number): string =>
  row % 1000 === 5
    ? `${idOf(row)},Practice ${row},"Tucson\n${row}",85701,3,yes,Child`
    : `${idOf(row)},Practice ${row},Tucson,85701,${(row % 50) + 1},true,`;

/** 998 faults in turn, and two pairs of rows that contradict each other. */
const planted = new Map<number, Fault>(
  Array.from({ length: 998 }, (_, index) => [
    11 + index * Math.floor((rowCount - 20) / 998) + (index % 7),
    faults[index % faults.length],
  ]).flatMap(([row, fault]) => (typeof row === 'number' && typeof fault === 'object' ? [[row, fault] as const] : [])),
);
const contradiction = (of: number): Fault => ({
  code: 'E-ROW-CONTRADICTS',
  text: () => `${idOf(of)},Another name,Tucson,85701,3,true,`,
});
planted.set(rowCount, contradiction(3)).set(rowCount / 2, contradiction(rowCount * 0.4));

/** Writes the file and gives what has to be found in it, in file order. */
const writeFile = async (path: string): Promise<string[]> => {
  const file = createWriteStream(path);
  const expected: string[] = [];
  let text = `# made by a test\n${header}\n`;
  let line = 3;
  for (let row = 1; row <= rowCount; row += 1) {
    const fault = planted.get(row);
    const written = fault?.text(row) ?? rightRow(row);
    if (fault) expected.push(`${line} ${row} ${fault.code}`);
    text += `${written}\n`;
    line += written.includes('\n') ? 2 : 1;
    if (text.length < 1_000_000) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'close');
  return expected;
};

/** The reader as it is shipped: one file, packages inside, no types to take off. */
const bundled = async (): Promise<string> => {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: resolve(import.meta.dirname, 'validateFile.ts'),
      outDir: join(folder, 'bundle'),
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'validate.mjs' } },
    },
    ssr: { noExternal: true, target: 'node' },
  });
  return join(folder, 'bundle', 'validate.mjs');
};

interface Report {
  readonly rows: number;
  readonly found: readonly string[];
}

test(`${rowCount} rows: each of 1,000 errors is found with its row and line, in less than 200 MB`, {
  timeout: 300_000,
}, async () => {
  const path = join(folder, 'rows.csv');
  const [expected, program] = await Promise.all([writeFile(path), bundled()]);
  const child = spawn(process.execPath, ['--import', peakProbe, program, path, 'orgs.update'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  const [report, stderr] = await Promise.all([json(child.stdout) as Promise<Report>, textOf(child.stderr)]);
  expect(report.rows).toBe(rowCount);
  expect(expected).toHaveLength(1000);
  expect(report.found).toEqual(expected);
  expect(peakIn(stderr)).toBeLessThan(200);
});
