import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { takeProcessLock } from '../../node/processLock.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { makeOrganizations, runsOf, writeCsv } from './bulkSetup.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const newSandbox = () => createCliSandbox({ api: server.url, token: server.as('SysAdmin') });
const json = ['--output', 'json'];
const rowsOf = (text: string) => JSON.parse(text) as Record<string, unknown>[];
const day = 24 * 60 * 60 * 1000;

/** Applies an update of so many organizations, in a run of its own. */
const applyTo = async (sandbox: CliSandbox, name: string, count: number, ...more: string[]): Promise<string> => {
  const made = await makeOrganizations(server, count, name);
  const rows = made.map(({ id }, index) => [id, `${name} renamed ${index + 1}`]);
  const file = await writeCsv(sandbox, `${name}.csv`, ['id', 'name'], rows);
  const done = await sandbox.run([
    'bulk',
    'apply',
    'orgs.update',
    '--file',
    file,
    '--yes',
    '--rate',
    '0',
    ...more,
    ...json,
  ]);
  expect([done.code, done.stderr.includes('error[')], done.stderr).toEqual([0, false]);
  return (JSON.parse(done.stdout) as { run: string }).run;
};

/** Makes a run older, and unfinished where asked: as one that was killed. */
const age = async (sandbox: CliSandbox, run: string, days: number, isOpen = false): Promise<void> => {
  const path = join(sandbox.stateFolder, 'runs', run, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  const started = new Date(Date.now() - days * day).toISOString();
  await writeFile(path, JSON.stringify({ ...manifest, started, ...(isOpen ? { end: null, ended: null } : {}) }));
};

describe('runs list and show', () => {
  test('show the action, outcome and folder of each run, newest first', async () => {
    const sandbox = await newSandbox();
    const first = await applyTo(sandbox, 'Listed', 3, '--reason', 'First round');
    const second = await applyTo(sandbox, 'Again', 1);
    await age(sandbox, first, 1);
    const listed = await sandbox.run(['runs', 'list', ...json]);
    expect([listed.code, listed.stderr]).toEqual([0, '']);
    expect(rowsOf(listed.stdout).map(({ run }) => run)).toEqual([second, first]);
    expect(rowsOf(listed.stdout)[1]).toMatchObject({
      action: 'orgs.update',
      command: 'bulk apply',
      state: 'finished',
      rows: 3,
      ok: 3,
      failed: 0,
      exit: 0,
      profile: 'default',
      origin: server.url,
    });
    const visible = await sandbox.run(['runs', 'show', first, ...json]);
    expect(JSON.parse(visible.stdout)).toMatchObject({
      run: first,
      reason: 'First round',
      source: 'Listed.csv',
      ok: 3,
    });
    expect((await sandbox.run(['runs', 'show', '20200101T000000Z-none'])).code).toBe(6);
    expect((await sandbox.run(['runs', 'show'])).code).toBe(2);
  }, 60_000);

  test('count a run that was resumed and killed from its journal, and its resume takes a reason', async () => {
    const sandbox = await newSandbox();
    const run = await applyTo(sandbox, 'Counted', 3);
    const path = join(sandbox.stateFolder, 'runs', run, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    // As a run that was stopped before its first row.
    await writeFile(path, JSON.stringify({ ...manifest, end: 'stopped', counts: { ok: 0, not_run: 3 } }));
    const resumed = await sandbox.run(['bulk', 'resume', run, '--reason', 'Again', '--yes', ...json]);
    expect([resumed.code, resumed.stderr.includes('error[')], resumed.stderr).toEqual([0, false]);
    const after = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    expect(after).toMatchObject({ reason: 'Again', resumed: 1, counts: { ok: 3 } });
    // Its process is killed while it works.
    await writeFile(path, JSON.stringify({ ...after, end: null, ended: null, counts: null }));
    for (const command of [
      ['runs', 'show', run],
      ['bulk', 'status', run],
    ])
      expect(JSON.parse((await sandbox.run([...command, ...json])).stdout)).toMatchObject({ state: 'open', ok: 3 });
    const other = await sandbox.run(['bulk', 'resume', run, '--reason', 'Another', '--yes', ...json]);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('another reason: Again')]);
  });

  test('of nothing is an empty list', async () => {
    const sandbox = await newSandbox();
    expect(await sandbox.run(['runs', 'list', ...json])).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  }, 60_000);
});

describe('runs prune', () => {
  test('deletes old finished runs, keeps the newest, and deletes resumable ones only on request', {
    tags: ['hard'],
    timeout: 60_000,
  }, async () => {
    const sandbox = await newSandbox();
    const names = ['Old', 'Older', 'Open', 'Young'];
    const runs: string[] = [];
    for (const name of names) runs.push(await applyTo(sandbox, name, 1));
    const [old = '', older = '', open = '', young = ''] = runs;
    await age(sandbox, old, 100);
    await age(sandbox, older, 200);
    await age(sandbox, open, 300, true);

    const unrequested = await sandbox.run(['runs', 'prune']);
    expect([unrequested.code, (await runsOf(sandbox)).length]).toEqual([9, 4]);
    const remaining = await sandbox.run(['runs', 'prune', '--keep', '2', '--yes', ...json]);
    expect([remaining.code, rowsOf(remaining.stdout).map(({ run }) => run)]).toEqual([0, [older]]);
    expect((await runsOf(sandbox)).toSorted()).toEqual([old, open, young].toSorted());
    const all = await sandbox.run(['runs', 'prune', '--yes', '--output', 'ids']);
    expect([all.code, all.stdout]).toEqual([0, `${old}\n`]);
    const unfinished = await sandbox.run(['runs', 'prune', '--unfinished', '--yes', '--output', 'ids']);
    expect([unfinished.code, unfinished.stdout]).toEqual([0, `${open}\n`]);
    expect(await runsOf(sandbox)).toEqual([young]);
    expect((await sandbox.run(['runs', 'prune', '--older-than', '0s', '--yes', '--output', 'ids'])).stdout).toBe(
      `${young}\n`,
    );
    expect(await runsOf(sandbox)).toEqual([]);
    expect((await sandbox.run(['audit', 'verify'])).code, 'the audit keeps its lines').toBe(0);
    expect(rowsOf((await sandbox.run(['audit', 'list', ...json])).stdout)).toHaveLength(4);
  });

  test('does not delete a run of a live process, and finds one in another folder', async () => {
    const sandbox = await newSandbox();
    const busy = await applyTo(sandbox, 'Busy', 1);
    await age(sandbox, busy, 400, true);
    const lock = await takeProcessLock(join(sandbox.stateFolder, 'runs', busy, 'lock'));
    onTestFinished(() => lock.release());
    const elsewhere = join(sandbox.home, 'elsewhere');
    await mkdir(elsewhere);
    const away = await applyTo(sandbox, 'Away', 1, '--run-dir', elsewhere);
    const pruned = await sandbox.run([
      'runs',
      'prune',
      '--unfinished',
      '--older-than',
      '0s',
      '--yes',
      '--output',
      'ids',
    ]);
    expect([pruned.code, pruned.stdout]).toEqual([0, `${away}\n`]);
    expect(existsSync(join(elsewhere, away))).toBe(false);
    expect(rowsOf((await sandbox.run(['runs', 'list', ...json])).stdout)).toMatchObject([
      { run: busy, state: 'running' },
    ]);
  }, 60_000);
});
