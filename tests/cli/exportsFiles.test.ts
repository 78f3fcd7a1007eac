import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { toFile, toFolder } from '../../cli/exports/destination.ts';
import { clearLeftovers } from '../../cli/exports/stagedFiles.ts';
import { bytes, type Chunk, downloadOf, makeFolder, namesIn, runExport } from './exportRun.ts';

const run = promisify(execFile);
const text = 'id,name\n1,"Reno, Clinic"\n2,Elko\n';
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

test.skipIf(process.platform === 'win32')('only the owner may read an export and what describes it', async () => {
  const folder = await makeFolder();
  await runExport(downloadOf([bytes(text)]), join(folder, 'o.csv'), { checksum: true });
  const modes = (await namesIn(folder)).map(async (name) => (await stat(join(folder, name))).mode & 0o777);
  expect(await Promise.all(modes)).toEqual([0o600, 0o600, 0o600]);
});

test('an export leaves the file and a manifest that describes it', async () => {
  const folder = await makeFolder();
  const target = join(folder, 'o.csv');
  const { file } = await runExport(downloadOf([bytes(text)], { size: text.length }), target);
  expect(file).toBe(target);
  expect(await readFile(target, 'utf8')).toBe(text);
  expect(await namesIn(folder)).toEqual(['o.csv', 'o.csv.manifest.json']);
  expect(JSON.parse(await readFile(`${target}.manifest.json`, 'utf8'))).toEqual({
    kind: 'carepost-export',
    version: 1,
    report: 'organizations',
    selection: [],
    file: 'o.csv',
    format: 'csv',
    origin: 'https://api.example',
    profile: 'staging',
    rows: 2,
    distinctIds: 2,
    key: ['id'],
    totalCount: null,
    pages: 1,
    duplicatesDropped: 0,
    namePattern: null,
    columns: ['id', 'name'],
    bytes: text.length,
    sha256: sha256(text),
    received: { bytes: text.length, sha256: sha256(text) },
    verdict: 'complete',
    doubts: [],
    suspect: null,
    delta: null,
    gzip: false,
    excel: false,
    started: '2026-08-21T06:00:00.000Z',
    ended: '2026-08-21T06:00:00.000Z',
    correlationId: 'given-by-server',
    correlationIds: ['given-by-server'],
  });
});

test('the checksum file satisfies sha256sum, also for the latest copy and compressed', async () => {
  const folder = await makeFolder();
  const destination = await toFolder(folder, 'organizations_staging_20260821T060000Z.csv.gz', 'replace');
  await runExport(downloadOf([bytes(text)]), destination, { gzip: true, checksum: true, latest: true });
  const dated = 'organizations_staging_20260821T060000Z.csv.gz';
  expect(await namesIn(folder)).toEqual(
    ['organizations_latest.csv.gz', dated].flatMap((name) => [name, `${name}.manifest.json`, `${name}.sha256`]),
  );
  for (const name of ['organizations_latest.csv.gz', dated]) {
    expect(gunzipSync(await readFile(join(folder, name))).toString()).toBe(text);
    const [hash, marked] = (await readFile(join(folder, `${name}.sha256`), 'utf8')).trimEnd().split('  ');
    expect([hash, marked]).toEqual([sha256(await readFile(join(folder, name))), name]);
    if (process.platform === 'linux') await run('sha256sum', ['--strict', '-c', `${name}.sha256`], { cwd: folder });
    expect(JSON.parse(await readFile(join(folder, `${name}.manifest.json`), 'utf8'))).toMatchObject({
      file: name,
      sha256: hash,
      received: { bytes: text.length, sha256: sha256(text) },
    });
  }
});

test('in a folder without a file name, the export has the name from the server', async () => {
  const folder = await makeFolder();
  const { file } = await runExport(downloadOf([bytes(text)]), await toFolder(folder, undefined, 'refuse'));
  expect(file).toBe(join(folder, 'carepost_Organizations_2026-08-21_06-00-00.csv'));
});

describe('an existing file', () => {
  test('is refused before the server is asked', async () => {
    const folder = await makeFolder();
    const target = join(folder, 'o.csv');
    await writeFile(target, 'old');
    await expect(runExport(() => Promise.reject(new Error('asked')), target)).rejects.toMatchObject({
      code: 'E-EXISTS',
      exit: 'conflict',
    });
    expect(await namesIn(folder)).toEqual(['o.csv']);
  });

  test('that appears during the download stays as it is', async () => {
    const folder = await makeFolder();
    const target = join(folder, 'o.csv');
    const open = async () => {
      await writeFile(target, 'written by another');
      return downloadOf([bytes(text)]);
    };
    await expect(runExport(open, target)).rejects.toMatchObject({ code: 'E-EXISTS' });
    expect(await readFile(target, 'utf8')).toBe('written by another');
    expect(await namesIn(folder)).toEqual(['o.csv']);
  });

  test('with the name from the server is refused as well', async () => {
    const folder = await makeFolder();
    const name = downloadOf([]).fileName;
    await writeFile(join(folder, name), '');
    const attempt = runExport(downloadOf([bytes(text)]), await toFolder(folder, undefined, 'refuse'));
    await expect(attempt).rejects.toMatchObject({ code: 'E-EXISTS' });
    expect(await namesIn(folder)).toEqual([name]);
  });

  test('is replaced atomically with --overwrite, and a link to it stays a link', async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'o.csv'), 'old');
    await symlink('data/o.csv', join(folder, 'o.csv'));
    await runExport(downloadOf([bytes(text)]), join(folder, 'o.csv'), { overwrite: true });
    expect(await readFile(join(folder, 'data', 'o.csv'), 'utf8')).toBe(text);
    expect(await readFile(join(folder, 'o.csv'), 'utf8')).toBe(text);
  });
});

test('two exports to one name at the same time: one file, whole, and one refusal', async () => {
  const folder = await makeFolder();
  const target = join(folder, 'o.csv');
  const results = await Promise.allSettled([
    runExport(downloadOf([bytes(text)]), target),
    runExport(downloadOf([bytes('id\n9\n')]), target),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect([text, 'id\n9\n']).toContain(await readFile(target, 'utf8'));
  expect(await namesIn(folder)).toEqual(['o.csv', 'o.csv.manifest.json']);
});

const failures: readonly [string, readonly Chunk[], number | undefined, string][] = [
  [
    'breaks off',
    [bytes('id,name\n1,a\n'), Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
    undefined,
    'E-EXPORT-CUT',
  ],
  ['is shorter than announced', [bytes('id,name\n1,a\n')], 500, 'E-EXPORT-CUT'],
  ['ends inside a quoted cell', [bytes('id,name\n1,"a\n')], undefined, 'E-EXPORT-CUT'],
  ['is empty', [], undefined, 'E-EXPORT-CUT'],
  ['is a web page', [bytes('<!doctype html><title>Sign in</title>\n')], undefined, 'E-EXPORT-CUT'],
  ['stalls', [bytes('id,name\n1,a\n'), 'stall'], undefined, 'E-TIMEOUT'],
];

test.each(failures)('a download that %s replaces nothing and leaves nothing behind', async (_, chunks, size, code) => {
  const folder = await makeFolder();
  const target = join(folder, 'o.csv');
  await writeFile(target, 'old');
  for (const gzip of [false, true]) {
    const attempt = runExport(downloadOf(chunks, { size }), target, {
      overwrite: true,
      checksum: true,
      latest: true,
      gzip,
      idleMs: 50,
    });
    await expect(attempt).rejects.toMatchObject({ code });
  }
  expect(await readFile(target, 'utf8')).toBe('old');
  expect(await namesIn(folder)).toEqual(['o.csv']);
});

test('the partial file of a failed download can be kept', async () => {
  const folder = await makeFolder();
  const chunk = bytes('1,a\n'.repeat(16_000));
  const chunks = [bytes('id,name\n'), ...Array.from({ length: 64 }, () => chunk)];
  const attempt = runExport(downloadOf([...chunks, new Error('aborted')]), join(folder, 'o.csv'), {
    keepPartial: true,
  });
  await expect(attempt).rejects.toMatchObject({ details: [expect.stringContaining('.partial')] });
  const [stored = '', ...others] = await namesIn(folder);
  expect(stored).toMatch(/^o\.csv\.[0-9a-f]{8}\.partial$/);
  expect(others).toEqual([]);
  const content = await readFile(join(folder, stored));
  expect(content.length).toBeGreaterThan(1_000_000);
  expect(Buffer.concat(chunks).subarray(0, content.length).equals(content)).toBe(true);
});

test('stopping while the connection breaks ends the export once, with nothing unhandled', async () => {
  const folder = await makeFolder();
  const stop = new AbortController();
  async function* body() {
    yield bytes('id\n1\n');
    stop.abort();
    throw new Error('aborted');
  }
  const attempt = runExport(downloadOf([], { body: body() }), join(folder, 'o.csv'), { signal: stop.signal });
  await expect(attempt).rejects.toMatchObject({ code: 'E-INTERRUPTED' });
  expect(await namesIn(folder)).toEqual([]);
});

test('stopping ends a stalled download at once', async () => {
  const folder = await makeFolder();
  const stop = new AbortController();
  const attempt = runExport(downloadOf([bytes('id\n1\n'), 'stall']), join(folder, 'o.csv'), { signal: stop.signal });
  stop.abort();
  await expect(attempt).rejects.toMatchObject({ code: 'E-INTERRUPTED' });
  expect(await namesIn(folder)).toEqual([]);
});

test.each([
  ['a folder that is not there', 'none/o.csv', 'the folder does not exist'],
  ['a path through a file', 'plain/o.csv', 'a part of the path is not a folder'],
  ['a folder', '.', 'is a folder'],
])('%s as target is an input/output error before the server is asked', async (_, path, commandLine) => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'plain'), '');
  const attempt = runExport(() => Promise.reject(new Error('asked')), join(folder, path));
  await expect(attempt).rejects.toMatchObject({ exit: 'io', message: expect.stringContaining(commandLine) });
});

test('a default name that another process takes during the download gets the next number', async () => {
  const folder = await makeFolder();
  const name = 'users_staging_20260821T060000Z.csv.gz';
  const destination = await toFolder(folder, name, 'number');
  const taking = async () => {
    await writeFile(join(folder, name), 'written by another');
    return downloadOf([bytes(text)]);
  };
  const { file, manifest } = await runExport(taking, destination, { gzip: true, latest: true });
  const numbered = 'users_staging_20260821T060000Z_2.csv.gz';
  expect([file, manifest.file]).toEqual([join(folder, numbered), numbered]);
  expect(gunzipSync(await readFile(file)).toString()).toBe(text);
  expect(await readFile(join(folder, name), 'utf8')).toBe('written by another');
  expect(JSON.parse(await readFile(`${file}.manifest.json`, 'utf8'))).toMatchObject({ file: numbered });
  expect((await namesIn(folder)).filter((one) => one.endsWith('.partial'))).toEqual([]);
});

describe('temporary files of killed exports', () => {
  const jobId = '0a1b2c3d';
  const leftovers = {
    own: ['users.csv.0a1b2c3d-11111111.partial', 'users.csv.manifest.json.0a1b2c3d-22222222.partial'],
    others: ['users.csv.99999999-33333333.partial', 'users.csv.44444444.partial', 'notes.partial'],
  };
  const fill = async () => {
    const folder = await makeFolder();
    for (const name of [...leftovers.own, ...leftovers.others]) await writeFile(join(folder, name), 'half');
    return folder;
  };

  test('of the same job are removed after the next good export; those of other jobs and retained ones stay', async () => {
    const folder = await fill();
    await runExport(downloadOf([bytes(text)]), join(folder, 'o.csv'), { jobId });
    await clearLeftovers(folder, jobId);
    expect(await namesIn(folder)).toEqual(['o.csv', 'o.csv.manifest.json', ...leftovers.others].sort());
  });

  test('stay when the export fails; a partial file that it keeps is not removed by a later one', async () => {
    const folder = await fill();
    const failing = runExport(downloadOf([bytes(text), new Error('aborted')]), join(folder, 'o.csv'), {
      jobId,
      keepPartial: true,
    });
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    const stored = (await namesIn(folder)).find((name) => name.startsWith('o.csv.')) ?? '';
    expect(stored).toMatch(/^o\.csv\.[0-9a-f]{8}\.partial$/);
    expect(error).toMatchObject({ details: [`Kept: ${join(folder, stored)}`] });
    expect(await namesIn(folder)).toEqual([...leftovers.own, ...leftovers.others, stored].sort());
    await runExport(downloadOf([bytes(text)]), join(folder, 'o.csv'), { jobId });
    await clearLeftovers(folder, jobId);
    expect(await namesIn(folder)).toContain(stored);
  });
});

test.skipIf(process.platform === 'win32')('a device is never replaced', async () => {
  await expect(toFile('/dev/null', true)).rejects.toMatchObject({ exit: 'io' });
});

test('a missing output folder is not made', async () => {
  const folder = await makeFolder();
  await expect(toFolder(join(folder, 'backup'), undefined, 'refuse')).rejects.toMatchObject({ exit: 'io' });
  expect(await namesIn(folder)).toEqual([]);
});
