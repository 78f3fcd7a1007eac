/** @module-tag scaled */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFiles, type Difference } from '../../cli/exports/compareFiles.ts';
import { openExported } from '../../cli/exports/exportedRows.ts';
import { makeFolder, namesIn } from './exportRun.ts';
import { mockApi } from '../support/mockApi.ts';
import { csvResponse } from './mockedReports.ts';
import { createCliSandbox } from '../support/runCli.ts';
import { isHard } from '../support/isHard.ts';

/** These commands send no request. */
const offline = () => createCliSandbox({ api: 'http://127.0.0.1:9', token: 'unused' });

const old = 'id,name,note\n1,Ann,x\n2,Bob,"a ""b"", c"\n3,Cid,\n';
const fresh = 'note,id,name\n,3,Cid\nx,1,Anna\n"line\nend",4,Dora\n';

test('differences are printed by row and cell, in any order of rows and columns; exit 10', async () => {
  const cli = await offline();
  await writeFile(join(cli.folder, 'a.csv'), old);
  await writeFile(join(cli.folder, 'b.csv'), fresh);
  const { code, stdout, stderr } = await cli.run([
    'reports',
    'diff',
    'a.csv',
    'b.csv',
    '--key',
    'id',
    '--output',
    'json',
  ]);
  expect(code).toBe(10);
  expect(JSON.parse(stdout)).toEqual([
    { change: 'added', key: '4', column: '', old: '', new: { note: 'line\nend', id: '4', name: 'Dora' } },
    { change: 'changed', key: '1', column: 'name', old: 'Ann', new: 'Anna' },
    { change: 'removed', key: '2', column: '', old: { id: '2', name: 'Bob', note: 'a "b", c' }, new: '' },
  ]);
  expect(JSON.parse(stderr)).toMatchObject({ exit: 10, message: '1 added, 1 removed, 1 cell changed in 1 row' });
  const text = await cli.run(['reports', 'diff', 'a.csv', 'b.csv', '--output', 'csv', '--where', 'change=changed']);
  expect([text.code, text.stdout]).toEqual([10, 'change,key,column,old,new\nchanged,1,name,Ann,Anna\n']);
  expect(text.stderr).toBe('exit 10 (changes): 1 added, 1 removed, 1 cell changed in 1 row\n');
});

test('equal files are exit 0, also where one is compressed or prepared for Excel', async () => {
  const text = 'id,phone,Zip\n1,+1555,02134\n2,"=1+1",89501\n';
  const server = mockApi(() => csvResponse(text));
  const cli = await createCliSandbox({ api: server.url, token: 'opaque-token-of-a-test' });
  for (const [name, flag] of [
    ['plain.csv', '--checksum'],
    ['small.csv.gz', '--gzip'],
    ['excel.csv', '--excel'],
  ] as const)
    expect((await cli.run(['reports', 'export', 'users', '--out', name, flag])).code).toBe(0);
  for (const other of ['small.csv.gz', 'excel.csv'])
    expect(await cli.run(['reports', 'diff', 'plain.csv', other, '--output', 'csv'])).toEqual({
      code: 0,
      stdout: 'change,key,column,old,new\n',
      stderr: '',
    });
});

test.each([
  ['two rows with one key', 'id,n\n1,a\n1,b\n', 'id,n\n1,a\n', ['--key', 'id'], 7, 'E-EXPORT-KEY'],
  ['no known key', 'a,b\n1,2\n', 'a,b\n1,2\n', [], 2, '--key'],
  ['a key that is no column', 'id,n\n1,a\n', 'id,n\n1,a\n', ['--key', 'nr'], 2, 'nr'],
  ['a file that is none', 'id,n\n1,"a\n', 'id,n\n1,a\n', ['--key', 'id'], 7, 'E-EXPORT-READ'],
])('%s: an error that says why', async (_, before, after, flags, exit, why) => {
  const cli = await offline();
  await writeFile(join(cli.folder, 'a.csv'), before);
  await writeFile(join(cli.folder, 'b.csv'), after);
  const { code, stderr } = await cli.run(['reports', 'diff', 'a.csv', 'b.csv', ...flags]);
  expect([code, stderr]).toEqual([exit, expect.stringContaining(why)]);
});

test('two files without a common column are refused with a clear message', async () => {
  const sandbox = await offline();
  await writeFile(join(sandbox.folder, 'a.csv'), 'id,name\n1,One\n');
  await writeFile(join(sandbox.folder, 'b.csv'), 'Number,Title\n1,One\n');
  const { code, stderr } = await sandbox.run(['reports', 'diff', 'a.csv', 'b.csv', '--output', 'json']);
  expect([code, JSON.parse(stderr)]).toMatchObject([
    2,
    { message: expect.stringContaining('have no column in common') as string },
  ]);
});

test('columns that only one file has are named, and make the files differ', async () => {
  const cli = await offline();
  await writeFile(join(cli.folder, 'a.csv'), 'id,n,gone\n1,a,x\n');
  await writeFile(join(cli.folder, 'b.csv'), 'id,n,new\n1,a,y\n');
  const { code, stderr } = await cli.run(['reports', 'diff', 'a.csv', 'b.csv', '--output', 'csv']);
  expect(code).toBe(10);
  expect(stderr).toMatch(/old file has the column gone[^]*new file has the column new[^]*2 columns differ\n$/);
});

const differencesOf = async (folder: string, before: string[][], after: string[][]): Promise<Difference[]> => {
  const files = [join(folder, 'a.csv'), join(folder, 'b.csv')] as const;
  await writeFile(files[0], stringify([['id', 'n', 'm'], ...before]));
  await writeFile(files[1], stringify([['id', 'n', 'm'], ...after]));
  const comparison = compareFiles(await openExported(files[0]), await openExported(files[1]), { requested: ['id'] });
  return Array.fromAsync(comparison.differences());
};

test('the differences turn the old rows into the new ones, whatever is in the cells', { tags: ['hard'] }, async () => {
  const folder = await makeFolder();
  const cell = fc.constantFrom('', 'a', 'b', '"', 'x,y', 'l\nm', '=1', "'", ' ');
  const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }).map(String), cell, cell), {
    selector: ([id]) => id,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(rows, rows, async (before, after) => {
      const records = new Map<string, { id: string; n: string; m: string }>(
        before.map(([id, n, m]) => [id, { id, n, m }]),
      );
      for (const { change, key, column, old: was, new: is } of await differencesOf(folder, before, after)) {
        if (change === 'added') records.set(key, is as { id: string; n: string; m: string });
        else if (change === 'removed') {
          expect(records.get(key)).toEqual(was);
          records.delete(key);
        } else {
          const record = records.get(key) as Record<string, string>;
          expect(record[column]).toBe(was);
          record[column] = is as string;
        }
      }
      const sorted = (list: Iterable<{ id: string }>) => [...list].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(sorted(records.values())).toEqual(sorted(after.map(([id, n, m]) => ({ id, n, m }))));
    }),
    { numRuns: isHard ? 60 : 25 },
  );
});

test('--delta writes what changed beside the new file, and names both; the first time there is nothing to compare', async () => {
  const served = { text: 'User name,Organization number,Role\na,1,User\nb,1,User\nc,1,User\n' };
  const server = mockApi(() => csvResponse(served.text));
  const cli = await createCliSandbox({ api: server.url, token: 'opaque-token-of-a-test' });
  const commandLine = ['reports', 'export', 'users', '--out', 'u.csv', '--overwrite', '--delta'];
  const first = await cli.run(commandLine);
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([0, { delta: null }]);
  expect(first.stderr).toContain('no earlier good file to compare with');
  served.text = 'User name,Organization number,Role\nd,1,User\nc,1,User\na,1,Admin\n';
  const second = await cli.run(commandLine);
  expect(second.code).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({
    rows: 3,
    delta: { file: 'u.csv.delta.csv', added: 1, removed: 1, changedRows: 1, changedCells: 1 },
  });
  expect(second.stderr).toContain('u.csv.delta.csv: 1 added, 1 removed, 1 cell changed in 1 row');
  const delta = parse<Difference>(await readFile(join(cli.folder, 'u.csv.delta.csv'), 'utf8'), { columns: true });
  expect(delta.map(({ change, key, column }) => [change, key, column])).toEqual([
    ['added', 'd|1', ''],
    ['changed', 'a|1', 'Role'],
    ['removed', 'b|1', ''],
  ]);
  expect(delta[1]).toMatchObject({ old: 'User', new: 'Admin' });
  expect(JSON.parse(String(delta[2]?.old))).toMatchObject({ 'User name': 'b', Role: 'User' });
  expect(await namesIn(cli.folder)).toEqual(['u.csv', 'u.csv.delta.csv', 'u.csv.manifest.json']);
});

test('--delta of a.csv and a.ndjson in one folder are two files', async () => {
  const served = { text: 'User name,Organization number,Role\na,1,User\n' };
  const server = mockApi(() => csvResponse(served.text));
  const cli = await createCliSandbox({ api: server.url, token: 'opaque-token-of-a-test' });
  const exported = (file: string) => cli.run(['reports', 'export', 'users', '--out', file, '--overwrite', '--delta']);
  for (const file of ['a.csv', 'a.csv.gz', 'a.csv', 'a.csv.gz']) {
    expect((await exported(file)).code).toBe(0);
    served.text += `b${served.text.length},1,User\n`;
  }
  expect((await namesIn(cli.folder)).filter((name) => name.includes('.delta.'))).toEqual([
    'a.csv.delta.csv',
    'a.csv.gz.delta.csv',
  ]);
});

test('verify finds every change of a file, offline, with exit 8', async () => {
  const text = `User name,Organization number,Role\n${'u,1,User\n'.replaceAll('u', 'a')}b,1,User\n`;
  const server = mockApi(() => csvResponse(text));
  const cli = await createCliSandbox({ api: server.url, token: 'opaque-token-of-a-test' });
  await cli.run(['reports', 'export', 'users', '--out', 'u.csv']);
  const verify = async () => {
    const { code, stdout } = await cli.run(['reports', 'verify', 'u.csv', '--api', 'http://127.0.0.1:9']);
    const checks = stdout === '' ? [] : (JSON.parse(stdout) as { check: string; ok: boolean }[]);
    return [code, checks.filter(({ ok }) => !ok).map(({ check }) => check)];
  };
  expect(await verify()).toEqual([0, []]);
  await writeFile(join(cli.folder, 'u.csv'), text.replace('b,1', 'a,1'));
  expect(await verify()).toEqual([8, ['sha256', 'distinctIds']]);
  await writeFile(join(cli.folder, 'u.csv'), text.replace('b,1,User\n', ''));
  expect(await verify()).toEqual([8, ['bytes', 'sha256', 'rows', 'distinctIds']]);
  await writeFile(join(cli.folder, 'u.csv'), text.replace('Role', 'Rank'));
  expect(await verify()).toEqual([8, ['sha256', 'columns']]);
  const { gzipSync } = await import('node:zlib');
  await writeFile(join(cli.folder, 'u.csv'), gzipSync(text));
  expect(await verify()).toEqual([8, ['bytes', 'sha256', 'gzip']]);
  await writeFile(join(cli.folder, 'u.csv'), gzipSync(text).subarray(0, 30));
  expect(await verify()).toEqual([8, ['bytes', 'sha256', 'content']]);
  await writeFile(join(cli.folder, 'u.csv.manifest.json'), '{"kind":"carepost-exp');
  for (const args of [
    ['verify', 'u.csv'],
    ['diff', 'u.csv', 'u.csv'],
  ]) {
    const damaged = await cli.run(['reports', ...args]);
    expect([damaged.code, damaged.stderr]).toEqual([8, expect.stringContaining('u.csv.manifest.json is damaged.')]);
  }
  await writeFile(join(cli.folder, 'v.csv'), text);
  const bare = await cli.run(['reports', 'verify', 'v.csv']);
  expect([bare.code, bare.stderr]).toEqual([8, expect.stringContaining('E-EXPORT-UNPROVEN')]);
});

test('history lists the exports of this machine, newest first, and whether the file still exists', async () => {
  const server = mockApi(() => csvResponse('id,n\n1,a\n'));
  const cli = await createCliSandbox({ api: server.url, token: 'opaque-token-of-a-test' });
  expect((await cli.run(['reports', 'history'])).stdout).toBe('[]\n');
  await cli.run(['reports', 'export', 'users', '--out', 'u.csv']);
  await cli.run(['reports', 'export', 'organizations', '--out', 'o.csv']);
  await writeFile(join(cli.folder, 'u.csv'), 'other');
  const { stdout } = await cli.run(['reports', 'history']);
  expect(JSON.parse(stdout)).toMatchObject([
    { report: 'organizations', path: join(cli.folder, 'o.csv'), present: true, rows: 1, verdict: 'complete' },
    { report: 'users', path: join(cli.folder, 'u.csv'), present: false },
  ]);
  const one = JSON.parse((await cli.run(['reports', 'history', 'users'])).stdout) as unknown[];
  expect(one).toHaveLength(1);
});
