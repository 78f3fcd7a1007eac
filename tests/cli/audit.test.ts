import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealNewEvents } from '../../server/areas/audit/auditJobs.ts';
import { headFileOf } from '../../server/areas/audit/chain/headFile.ts';
import { asOwner } from '../support/database/databases.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

let made = 0;
const addPlan = (sandbox: CliSandbox, reason = 'Sample', name?: string) => {
  made += 1;
  // Another number of users: a plan with the same values exists already, which is no error.
  const fields = { name: name ?? `Audited Plan ${made}`, tierCode: 'T', allowedUsers: made };
  const sets = Object.entries(fields).flatMap(([field, value]) => ['--set', `${field}=${value}`]);
  return sandbox.run(['plans', 'create', ...sets, '--yes', '--rate', '0', '--reason', reason]);
};
const newSandbox = () => createCliSandbox({ api: server.url, token: server.as('SysAdmin') });
const rowsOf = (text: string) => JSON.parse(text) as Record<string, unknown>[];

describe('the local audit', () => {
  test('has a line for each command that writes, without the values of its flags', async () => {
    const sandbox = await newSandbox();
    expect(await addPlan(sandbox, 'Secret Reason 4711')).toMatchObject({ code: 0 });
    expect((await addPlan(sandbox, 'Again', `Audited Plan ${made}`)).code).toBe(8);
    expect((await sandbox.run(['plans', 'list'])).code).toBe(0);
    const listed = await sandbox.run(['audit', 'list', '--output', 'json']);
    expect([listed.code, listed.stderr]).toEqual([0, '']);
    // The second was refused by its preview: nothing was sent.
    const [done, ...others] = rowsOf(listed.stdout);
    expect(others).toEqual([]);
    expect(done).toMatchObject({ id: 1, command: 'plans create', origin: server.url, profile: 'default', exit: 0 });
    expect(done?.['flags']).toEqual(expect.arrayContaining(['--reason', '--set', '--yes']));
    const { userId } = await server.client('SysAdmin').profile.get({});
    expect(done?.['whoId']).toBe(userId);
    const text = await readFile(join(sandbox.stateFolder, 'audit.ndjson'), 'utf8');
    for (const planted of ['Secret Reason', 'Audited Plan', server.as('SysAdmin')]) expect(text).not.toContain(planted);
    expect((await stat(join(sandbox.stateFolder, 'audit.ndjson'))).mode & 0o777).toBe(0o600);
  }, 60_000);

  test('is filtered by run, and the audit of the server has the same fields', async () => {
    const sandbox = await newSandbox();
    await addPlan(sandbox);
    await addPlan(sandbox, 'For the second');
    const [newest] = rowsOf((await sandbox.run(['audit', 'list', '--output', 'json'])).stdout);
    const run = String(newest?.['run']);
    expect(rowsOf((await sandbox.run(['audit', 'list', '--run', run, '--output', 'json'])).stdout)).toHaveLength(1);
    const remote = await sandbox.run(['audit', 'list', '--run', run, '--remote', '--output', 'json']);
    expect(rowsOf(remote.stdout)).toMatchObject([
      { action: 'plans.create', run, reason: 'For the second', outcome: 'Success', requestId: `${run}-1` },
    ]);
    expect(JSON.stringify(rowsOf(remote.stdout)[0]?.['changes'])).toContain('Audited Plan');
  }, 60_000);

  test('stays whole when several processes write at once', async () => {
    const sandbox = await newSandbox();
    const codes = await Promise.all([addPlan(sandbox), addPlan(sandbox), addPlan(sandbox), addPlan(sandbox)]);
    expect(codes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const verified = await sandbox.run(['audit', 'verify', '--output', 'json']);
    expect(verified.code).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({ state: 'whole', lines: 4, badLine: null });
  }, 60_000);

  test('that was changed or shortened is reported with its first bad line and exit 8', async () => {
    const sandbox = await newSandbox();
    for (let line = 0; line < 3; line += 1) await addPlan(sandbox);
    const file = join(sandbox.stateFolder, 'audit.ndjson');
    const written = await readFile(file, 'utf8');
    await writeFile(file, written.replace(/"exit":0(?=[^\n]*\n[^\n]*$)/, '"exit":1'));
    const changed = await sandbox.run(['audit', 'verify', '--output', 'json']);
    expect(changed.code).toBe(8);
    expect(JSON.parse(changed.stdout)).toMatchObject({ state: 'broken', badLine: 3 });
    expect(JSON.parse(changed.stderr)).toMatchObject({
      code: 'E-CHECK-CONFLICT',
      exit: 8,
      message: expect.stringContaining('line 3'),
    });
    await writeFile(file, written.split('\n').slice(0, 2).join('\n').concat('\n'));
    const cut = await sandbox.run(['audit', 'verify', '--output', 'json']);
    expect([cut.code, JSON.parse(cut.stdout)]).toMatchObject([8, { badLine: 3, lines: 2 }]);
    await writeFile(file, `${written}{"n":4,`);
    const torn = await sandbox.run(['audit', 'verify']);
    expect([torn.code, torn.stderr]).toEqual([8, expect.stringContaining('the next command that writes')]);
    await addPlan(sandbox);
    const repaired = await sandbox.run(['audit', 'verify']);
    expect([repaired.code, repaired.stderr]).toEqual([0, expect.stringContaining('An incomplete line was moved to')]);
  }, 60_000);
});

describe('an export of the audit', () => {
  test('is a private file, CSV or the unchanged lines, and overwrites only with --overwrite', async () => {
    const sandbox = await newSandbox();
    await addPlan(sandbox);
    await addPlan(sandbox);
    expect((await sandbox.run(['audit', 'export', '--out', 'a.csv'])).code).toBe(0);
    const rows: Record<string, string>[] = parse(await readFile(join(sandbox.folder, 'a.csv'), 'utf8'), {
      columns: true,
    });
    expect(rows.map(({ n, command, exit, ok }) => [n, command, exit, ok])).toEqual([
      ['1', 'plans create', '0', '1'],
      ['2', 'plans create', '0', '1'],
    ]);
    expect((await stat(join(sandbox.folder, 'a.csv'))).mode & 0o777).toBe(0o600);
    expect((await sandbox.run(['audit', 'export', '--out', 'a.csv'])).code).toBe(8);
    const again = await sandbox.run(['audit', 'export', '--out', 'a.ndjson', '--output', 'ndjson']);
    expect(again.code).toBe(0);
    expect(await readFile(join(sandbox.folder, 'a.ndjson'), 'utf8')).toBe(
      await readFile(join(sandbox.stateFolder, 'audit.ndjson'), 'utf8'),
    );
    expect((await sandbox.run(['audit', 'export'])).code).toBe(2);
    expect((await sandbox.run(['audit', 'export', '--out', 'b.txt', '--output', 'yaml'])).code).toBe(2);
  }, 60_000);
});

describe('the audit of the server', () => {
  const seal = () =>
    sealNewEvents({
      config: server.config,
      database: server.database,
      secrets: server.app.identity.secrets,
      log: server.app.log,
    });
  const verify = async (sandbox: CliSandbox) => {
    const { code, stdout, stderr } = await sandbox.run(['audit', 'verify', '--remote', '--output', 'json']);
    return { code, stderr, record: JSON.parse(stdout) as Record<string, unknown> };
  };

  test('is verified, and this machine remembers its newest segment', async () => {
    const sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
    await addPlan(sandbox);
    await seal();
    const first = await verify(sandbox);
    expect([first.code, first.record]).toMatchObject([
      0,
      { state: 'whole', badEvent: null, why: null, knownSegment: null },
    ]);
    expect(first.record['events']).toBeGreaterThan(0);
    const segment = Number(first.record['segments']);
    expect((await verify(sandbox)).record).toMatchObject({ state: 'whole', knownSegment: segment });
    const listed = await sandbox.run(['audit', 'list', '--remote', '--type', 'plan', '--output', 'json']);
    expect(rowsOf(listed.stdout).length).toBeGreaterThan(0);
    expect((await sandbox.run(['audit', 'list', '--type', 'plan'])).code).toBe(2);
  });

  test('that was cut and sealed again is named by the newest segment that this machine saw, also one it could not verify', async () => {
    const sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
    const addSegment = async () => {
      await addPlan(sandbox);
      await seal();
    };
    const cutAndSealAgain = async (from: number) => {
      for (const table of ['audit_seal_events', 'audit_seals'])
        await asOwner(server.database, `delete from ${table} where number >= ${from}`);
      const seen = await verify(sandbox);
      await rm(headFileOf(server.config));
      await addSegment();
      return seen;
    };
    await addSegment();
    const verified = Number((await verify(sandbox)).record['segments']);
    await addSegment();
    const next = verified + 1;
    expect(await cutAndSealAgain(next)).toMatchObject({ code: 8, record: { knownSegment: verified } });
    const other = { code: 8, record: { state: 'broken', head: 'compared', knownSegment: next } };
    expect(await verify(sandbox)).toMatchObject(other);
    await addSegment();
    expect(await verify(sandbox)).toMatchObject(other);
    expect(await cutAndSealAgain(verified)).toMatchObject(other);
    expect(await verify(sandbox)).toMatchObject(other);
    await rm(join(sandbox.stateFolder, 'audit-segments.json'));
    expect(await verify(sandbox)).toMatchObject({ code: 0, record: { state: 'whole', knownSegment: null } });
  });

  test('that was cut or changed ends with the exit code of a conflict and names the first event', async () => {
    const sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
    await addPlan(sandbox);
    await seal();
    await verify(sandbox);
    const { rows } = await server.database.pool.query<{ id: string }>('select min(id)::text as id from audit_entries');
    const id = Number(rows[0]?.id);
    await asOwner(server.database, `update audit_entries set target_id = target_id || 'x' where id = ${id}`);
    const changed = await verify(sandbox);
    expect(changed).toMatchObject({
      code: 8,
      record: { state: 'broken', badEvent: id, why: `event ${id} was changed` },
    });
    await asOwner(server.database, `update audit_entries set target_id = left(target_id, -1) where id = ${id}`);
    // The server lost what it stored outside the database as well: this machine knows the segment.
    await rm(headFileOf(server.config));
    await asOwner(server.database, 'truncate audit_seal_events, audit_seals');
    expect(await verify(sandbox)).toMatchObject({ code: 8, record: { state: 'broken', head: 'none' } });
  });
});
