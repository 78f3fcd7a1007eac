// Property of the process: its peak memory, with very many rows.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Difference } from '../../cli/exports/compareFiles.ts';
import { allOrSome, isHard } from '../support/isHard.ts';
import { peakIn, peakProbe } from '../support/peakMemory.ts';
import { launcher } from '../support/runCli.ts';
import { makeFolder } from './exportRun.ts';

/** A million in `npm run test:hard`: memory that grows with the rows fails with a fifth of them, too. */
const total = isHard ? 1_000_000 : 100_000;
const totalText = total.toLocaleString('en-US');
const organization = (n: number) => ({
  id: `0199c8d4-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `Clinic number ${n}`,
  networkName: 'Lakeside Network',
  subDomain: `clinic-${n}`,
});

const sendReport = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="o.csv"' });
  response.write('Organization number,Organization,Network,Subdomain,City\n');
  for (let first = 0; first < total; first += 10_000) {
    let text = '';
    for (let n = first; n < first + 10_000; n += 1)
      text += `${n},Clinic number ${n},Lakeside Network,clinic-${n},${n % 7 === 0 ? '"Reno, NV"' : 'Austin'}\n`;
    if (!response.write(text)) await once(response, 'drain');
  }
  response.end();
};

const startServer = async (): Promise<string> => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://server');
    if (url.pathname.includes('/reports/')) {
      void sendReport(response);
      return;
    }
    const [page, size] = ['pageNumber', 'pageSize'].map((name) => Number(url.searchParams.get(name))) as [
      number,
      number,
    ];
    const items = Array.from({ length: size }, (_, index) => organization((page - 1) * size + index));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ items, totalCount: total }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const list = ['orgs', 'list', '--export', '--fields', 'id,name,networkName,subDomain'];

const exports = [
  ['a list as JSON', [...list, '--output', 'json']],
  ['a list as CSV', list],
  ['a report', ['reports', 'export', 'organizations']],
] as const;

test.each(allOrSome(exports, 1))(
  `%s of ${totalText} rows goes into a file with under 160 MB, and all ids are counted`,
  { tags: ['scaled'], timeout: 180_000 },
  async (_, commandLine) => {
    const folder = await makeFolder();
    const api = await startServer();
    await writeFile(join(folder, 'token'), 'opaque-token-of-a-test');
    const child = spawn(
      process.execPath,
      ['--import', peakProbe, launcher, ...commandLine, '--out', 'o.out', '--quiet'],
      {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          XDG_STATE_HOME: folder,
          XDG_CONFIG_HOME: folder,
          CAREPOST_API: api,
          CAREPOST_TOKEN_FILE: join(folder, 'token'),
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^\npeak \d+$/)]);
    const manifest = JSON.parse(await readFile(join(folder, 'o.out.manifest.json'), 'utf8')) as { bytes: number };
    expect(manifest).toMatchObject({ rows: total, distinctIds: total, verdict: 'complete' });
    expect((await stat(join(folder, 'o.out'))).size).toBe(manifest.bytes);
    expect(peakIn(stderr)).toBeLessThan(160);
  },
);

/** Row of number `n`, of about 90 bytes; `version` changes one cell. */
const bigRow = (n: number, version = ''): string =>
  `${n},Clinic number ${n},Lakeside Network,clinic-${n},${n % 7 === 0 ? '"Reno, NV"' : 'Austin'},${version || n * 3},2026-01-02\n`;

/** Writes the rows in an order of its own: the new file must not be the old one's order. */
const writeBig = async (
  path: string,
  step: number,
  skip: (n: number) => boolean,
  rowOf: (n: number) => string,
  more: string,
) => {
  const file = createWriteStream(path);
  file.write('id,name,network,subdomain,city,count,created\n');
  let text = more;
  for (let index = 0; index < total; index += 1) {
    const n = (index * step) % total;
    if (!skip(n)) text += rowOf(n);
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'close');
};

test(`a pair of ${total} rows: 17 added, 9 removed and 23 changed cells, exactly, with under 250 MB`, {
  tags: ['hard'],
  timeout: 180_000,
}, async () => {
  const folder = await makeFolder();
  await writeBig(
    join(folder, 'a.csv'),
    1,
    () => false,
    (n) => bigRow(n),
    '',
  );
  const isRemoved = (n: number) => n % ((11 * total) / 100) === 7 && n < (99 * total) / 100;
  const isChanged = (n: number) => n % ((43 * total) / 1000) === 11 && n < (989 * total) / 1000;
  const added = Array.from({ length: 17 }, (_, index) => bigRow(total + index)).join('');
  await writeBig(join(folder, 'b.csv'), 7919, isRemoved, (n) => bigRow(n, isChanged(n) ? 'changed' : ''), added);
  const child = spawn(
    process.execPath,
    ['--import', peakProbe, launcher, 'reports', 'diff', 'a.csv', 'b.csv', '--output', 'ndjson'],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder },
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text));
  const [code] = (await once(child, 'close')) as [number];
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Difference);
  const keys = (change: string) =>
    rows
      .filter((row) => row.change === change)
      .map(({ key }) => Number(key))
      .sort((a, b) => a - b);
  const numbers = Array.from({ length: total }, (_, n) => n);
  expect(code).toBe(10);
  expect(keys('added')).toEqual(Array.from({ length: 17 }, (_, index) => total + index));
  expect(keys('removed')).toEqual(numbers.filter(isRemoved));
  expect(keys('changed')).toEqual(numbers.filter(isChanged));
  expect([keys('removed').length, keys('changed').length]).toEqual([9, 23]);
  expect(stderr).toContain('17 added, 9 removed, 23 cells changed in 23 rows');
  expect(peakIn(stderr)).toBeLessThan(250);
});
