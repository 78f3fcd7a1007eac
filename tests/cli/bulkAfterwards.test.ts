import { execFileSync } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { interceptApi } from '../support/mockApi.ts';
import type { CliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { bulkSandbox, makeOrganizations, printed, runFile, runsOf, writeCsv } from './bulkSetup.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const fast = ['--rate', '0', '--max-changes', '1000', '--yes', '--output', 'json'];
const again = ['--rate', '0', '--yes', '--output', 'json'];
const update = ['bulk', 'apply', 'orgs.update', '--file', 'u.csv', ...fast];
const error = (text: string) => JSON.parse(text) as { code: string; message: string };

/** Organizations, and a file that gives each a phone. */
const setup = async (count: number, name: string) => {
  const sandbox = await bulkSandbox(server, server.url);
  const made = await makeOrganizations(server, count, name);
  const rows = made.map(({ id }, index) => [id, `555060${String(index).padStart(4, '0')}`]);
  await writeCsv(sandbox, 'u.csv', ['id', 'phone'], rows);
  return { sandbox, made };
};

/** Changes wait until they are released. */
const holdChanges = () => {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  interceptApi(server.url, async ({ method }) => {
    if (method !== 'PUT') return undefined;
    arrived.resolve();
    await released.promise;
    return undefined;
  });
  return { arrived: arrived.promise, release: released.resolve };
};

const auditLines = async (sandbox: CliSandbox): Promise<number> =>
  (await readFile(join(sandbox.stateFolder, 'audit.ndjson'), 'utf8')).trim().split('\n').length;

describe('a run that is still active', () => {
  test.each(['undo', 'retry'])('is left alone by bulk %s: exit 11, nothing sent', async (command) => {
    const { arrived, release } = holdChanges();
    const { sandbox } = await setup(1, `Going ${command}`.replace(' ', '-'));
    const going = sandbox.run(update);
    await arrived;
    const refused = await sandbox.run(['bulk', command, '--last', ...fast]);
    release();
    expect([refused.code, error(refused.stderr)]).toMatchObject([11, { code: 'E-LOCKED' }]);
    expect(printed(await going)).toMatchObject({ ok: 1 });
    expect(await runsOf(sandbox)).toHaveLength(1);
  });
});

describe('a run that has ended', () => {
  test('is not touched by a resume that has nothing to do: no second line in the log, its end stays', async () => {
    const { sandbox } = await setup(2, 'Ended');
    const first = await sandbox.run(update);
    const [run = ''] = await runsOf(sandbox);
    const [manifest, lines] = [await runFile(sandbox, run, 'manifest.json'), await auditLines(sandbox)];
    const resumed = await sandbox.run(['bulk', 'resume', '--last', ...again]);
    expect([resumed.code, printed(resumed)]).toEqual([0, printed(first)]);
    expect(await runFile(sandbox, run, 'manifest.json')).toBe(manifest);
    expect(await auditLines(sandbox)).toBe(lines);
  });

  test('keeps its end when a resume is refused', async () => {
    const { sandbox, made } = await setup(2, 'Refused');
    await sandbox.run(update);
    await writeCsv(sandbox, 'u.csv', ['id', 'phone'], [[made[0]?.id ?? '', '5550609999']]);
    expect((await sandbox.run(['bulk', 'resume', '--last', ...again])).code).toBe(8);
    expect(printed(await sandbox.run(['bulk', 'status', '--last', '--output', 'json']))).toMatchObject({
      state: 'finished',
      exit: 0,
    });
  });

  test('that cannot be undone says why, and the undo leaves no run behind', async () => {
    const { sandbox, made } = await setup(2, 'Deleted');
    const rows = made.map(({ id, name }) => [id, name]);
    await writeCsv(sandbox, 'd.csv', ['id', 'expected_name'], rows);
    expect((await sandbox.run(['bulk', 'apply', 'orgs.delete', '--file', 'd.csv', ...fast])).code).toBe(0);
    const undo = await sandbox.run(['bulk', 'undo', '--last', ...fast]);
    expect([undo.code, error(undo.stderr)]).toMatchObject([
      8,
      {
        code: 'E-UNDO-CANNOT',
        details: ['row 1: The data of a deleted organization cannot be restored.', expect.any(String)],
      },
    ]);
    expect(await runsOf(sandbox)).toHaveLength(1);
  });
});

describe('a run in a folder of its own', () => {
  test('is found from every folder, also if its path was relative', async () => {
    const { sandbox } = await setup(1, 'Signpost');
    const { run, folder } = printed(await sandbox.run([...update, '--run-dir', 'kept']));
    expect(folder).toBe(join(sandbox.folder, 'kept', String(run)));
    const undone = await sandbox.run(['bulk', 'undo', '--last', ...fast], { cwd: '/' });
    expect([undone.code, printed(undone)]).toMatchObject([0, { ok: 1 }]);
  });

  test('that is missing is named, and --last does not take an older run instead', async () => {
    const { sandbox, made } = await setup(1, 'Away');
    const { run: older } = printed(await sandbox.run(update));
    await writeCsv(sandbox, 'u.csv', ['id', 'phone'], [[made[0]?.id ?? '', '5550601111']]);
    // Ids are of whole seconds: the second run is begun in a later one.
    let run = older;
    while (String(run).slice(0, 16) === String(older).slice(0, 16)) {
      await writeCsv(
        sandbox,
        'u.csv',
        ['id', 'phone'],
        [[made[0]?.id ?? '', `55506${Date.now() % 100_000}`.padEnd(10, '0')]],
      );
      ({ run } = printed(await sandbox.run([...update, '--run-dir', 'disk'])));
    }
    await rename(join(sandbox.folder, 'disk'), join(sandbox.folder, 'gone'));
    const undo = await sandbox.run(['bulk', 'undo', '--last', ...fast]);
    expect([undo.code, error(undo.stderr)]).toMatchObject([
      6,
      { code: 'E-RUN-UNKNOWN', message: expect.stringContaining(join(sandbox.folder, 'disk')) as string },
    ]);
  });
});

test('an HTML page instead of a response does not mean that a record is deleted: nothing counts as done', {
  tags: ['hard'],
}, async () => {
  const gone = { now: false };
  interceptApi(server.url, ({ path }) =>
    gone.now && /organizations\/[0-9a-f-]{36}/.test(path)
      ? HttpResponse.html('<h1>Not here</h1>', { status: 404 })
      : undefined,
  );
  const sandbox = await bulkSandbox(server, server.url);
  const made = await makeOrganizations(server, 2, 'Paged');
  await writeCsv(
    sandbox,
    'd.csv',
    ['id', 'expected_name'],
    made.map(({ id, name }) => [id, name]),
  );
  const planned = await sandbox.run([
    'bulk',
    'plan',
    'orgs.delete',
    '--file',
    'd.csv',
    '--rate',
    '0',
    '--plan-out',
    'p.json',
  ]);
  expect(planned.code).toBe(0);
  gone.now = true;
  const applied = await sandbox.run(['bulk', 'apply', '--plan', 'p.json', ...again]);
  expect([applied.code, printed(applied)]).toMatchObject([69, { ok: 0, unchanged: 0, notRun: 2 }]);
  gone.now = false;
  const resumed = await sandbox.run(['bulk', 'resume', '--last', ...again]);
  expect([resumed.code, printed(resumed)]).toMatchObject([0, { ok: 2 }]);
});

test('a run without changes is printed with the same fields as others', async () => {
  const { sandbox } = await setup(1, 'Same');
  const did = printed(await sandbox.run(update));
  const nothing = printed(await sandbox.run(update));
  expect(Object.keys(nothing)).toEqual(Object.keys(did));
  expect(nothing).toMatchObject({ run: null, rows: 1, ok: 0, unchanged: 1, notRun: 0 });
});

test('a missing plan file is exit 74 with a clear message', async () => {
  const { sandbox } = await setup(1, 'Nowhere');
  for (const commandLine of [
    ['apply', '--plan', 'nope.json'],
    ['approve', 'nope.json'],
  ]) {
    const { code, stderr } = await sandbox.run(['bulk', ...commandLine, '--yes', '--output', 'json']);
    expect([code, error(stderr)]).toMatchObject([
      74,
      {
        code: 'E-IO',
        message: expect.stringMatching(/^(\S*\/)?nope\.json does not exist\./) as string,
      },
    ]);
  }
});

test('a selection without its required cell is reported once, with the remedy', async () => {
  const { sandbox } = await setup(3, 'Unsaid');
  const select = ['--select', '--where', 'name~Unsaid', '--rate', '0', '--output', 'json'];
  const { code, stderr } = await sandbox.run(['bulk', 'plan', 'orgs.login', ...select]);
  expect([code, error(stderr)]).toMatchObject([
    7,
    { code: 'E-CELL-REQUIRED', hint: expect.stringContaining('--set enabled=') as string },
  ]);
});

test('an export for Excel is read again without a flag: nothing changed', async () => {
  const { sandbox } = await setup(2, 'Workbook');
  const list = ['orgs', 'list', '--search', 'Workbook', '--export', '--for', 'orgs.update'];
  expect((await sandbox.run([...list, '--excel', '--out', 'w.csv', '--quiet'])).code).toBe(0);
  const plan = [
    'bulk',
    'plan',
    'orgs.update',
    '--file',
    'w.csv',
    '--rate',
    '0',
    '--output',
    'json',
    '--detailed-exitcode',
  ];
  const { code, stdout, stderr } = await sandbox.run(plan);
  expect([code, stdout.trim(), stderr]).toEqual([0, '[]', '']);
});

test('the changed cells are printed before the confirmation', async () => {
  const { sandbox } = await setup(12, 'Asked');
  const { code, text } = await sandbox.runOnTerminal('bulk apply orgs.update --file u.csv --rate 0 --max-changes 99', {
    response: ['(y/N)', 'n\r'],
  });
  expect(code, text).toBe(9);
  const visible = text.slice(0, text.indexOf('(y/N)'));
  expect(visible).toContain('  row 1 update Asked 1: phone (empty) -> 5550600000');
  expect(visible).toContain('  … and 2 more; --dry-run lists them');
});

const copyThrough = async (from: string, pipe: string) => writeFile(pipe, await readFile(from));

test.skipIf(process.platform === 'win32')('rows come from a pipe that has a name as well', async () => {
  const { sandbox } = await setup(2, 'Piped');
  const pipe = join(sandbox.folder, 'rows');
  execFileSync('mkfifo', [pipe]);
  const written = copyThrough(join(sandbox.folder, 'u.csv'), pipe);
  const plan = ['bulk', 'plan', 'orgs.update', '--file', 'rows', '--rate', '0', '--output', 'json'];
  const { code, stdout } = await sandbox.run(plan);
  await written;
  expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ column: 'phone' }, { column: 'phone' }]]);
});

test('the retry of an undo does not overwrite a record that was changed since', async () => {
  const { sandbox, made } = await setup(2, 'Twice');
  const { run } = printed(await sandbox.run(update));
  const edited = made[0]?.id ?? '';
  const phone = async () => printed(await sandbox.run(['orgs', 'get', edited, '--output', 'json']))['phone'];
  expect((await sandbox.run(['orgs', 'update', edited, '--set', 'phone=5550699999', '--yes'])).code).toBe(0);
  const changed = await phone();
  const undo = await sandbox.run(['bulk', 'undo', String(run), ...fast]);
  expect([undo.code, printed(undo)]).toMatchObject([3, { ok: 1, conflict: 1 }]);
  expect(error(undo.stderr).message).toContain('correct these records by hand');
  const retry = ['bulk', 'retry', '--last', ...fast];
  expect([(await sandbox.run(retry)).code, (await sandbox.run(retry)).code]).toEqual([8, 8]);
  expect(await phone()).toBe(changed);
  const second = await sandbox.run(['bulk', 'undo', String(run), '--rate', '0', '--yes', '--output', 'table']);
  expect(second.stderr).toContain(`undid this run before`);
});

test('a conflict with _base names a way that works, and no retry', async () => {
  const { sandbox, made } = await setup(1, 'Based');
  const file = join(sandbox.folder, 'based.csv');
  await sandbox.run([...'orgs list --search Based --export --for orgs.update --out'.split(' '), file, '--quiet']);
  await writeFile(file, (await readFile(file, 'utf8')).replace('Based 1', 'Mine'));
  await server
    .client('SysAdmin')
    .organizations.update({ params: { id: made[0]?.id ?? '' }, body: { name: 'Based theirs' } });
  const apply = ['bulk', 'apply', 'orgs.update', '--file', file, ...fast];
  const { code, stderr } = await sandbox.run(apply);
  expect([code, error(stderr).message]).toEqual([8, expect.stringContaining('remove the column _base')]);
  expect(stderr).not.toContain('bulk retry');
  expect((await sandbox.run(['bulk', 'results', '--last', '--output', 'json'])).stdout).toContain('E-ROW-BASE');
  const withoutBase = (await readFile(file, 'utf8')).replace(/(,_base|,v1\.[\w.-]+)$/gm, '');
  await writeFile(file, withoutBase);
  expect(printed(await sandbox.run(apply))).toMatchObject({ ok: 1 });
});
