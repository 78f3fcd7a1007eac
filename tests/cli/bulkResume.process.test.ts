// Property of the process: kill -9 in the middle of a bulk run; a resume loses and repeats nothing.
/** @module-tag scaled */
import { setTimeout as wait } from 'node:timers/promises';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isHard } from '../support/isHard.ts';
import type { CliSandbox, CliResult } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { bulkSandbox, makeOrganizations, printed, runFile, runsOf, writeCsv } from './bulkSetup.ts';
import { startFaultyProxy } from './faultyProxy.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const [rows, lostAnswers, kills] = isHard ? [200, 30, 10] : [20, 4, 1];

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => [Math.random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);

/** Runs the command and kills its process once the journal of its run has grown by so many bytes. */
const killedAt = async (sandbox: CliSandbox, args: readonly string[], bytes: number): Promise<CliResult> => {
  const sizeOf = async () => {
    const [run = ''] = await runsOf(sandbox);
    return stat(join(sandbox.stateFolder, 'runs', run, 'journal.ndjson')).then(
      ({ size }) => size,
      () => 0,
    );
  };
  const before = await sizeOf();
  const end = new AbortController();
  const running = sandbox.run(args, {
    real: true,
    onStart: (child) => {
      const watch = async () => {
        while (!end.signal.aborted) {
          if ((await sizeOf()) >= before + bytes) child.kill('SIGKILL');
          await wait(5);
        }
      };
      void watch();
    },
  });
  const result = await running;
  end.abort();
  return result;
};

describe('bulk resume', () => {
  test(`${rows} creates, ${lostAnswers} answers lost, the process killed ${kills} times: each organization is there once, and nothing is called failed`, {
    timeout: 180_000,
  }, async () => {
    const lost = new Set(shuffled(Array.from({ length: rows }, (_, index) => index)).slice(0, lostAnswers));
    let creates = 0;
    const proxy = await startFaultyProxy(server.url, ({ method, path }) => {
      if (method !== 'POST' || path !== '/api/organizations') return 'pass';
      creates += 1;
      return lost.has(creates - 1) ? 'lost' : 'pass';
    });
    const sandbox = await bulkSandbox(server, proxy.url);
    const names = Array.from({ length: rows }, (_, index) => [`Resumed ${index + 1}`, `resumed-${index + 1}`]);
    await writeCsv(sandbox, 'new.csv', ['name', 'subdomain'], names);

    const speed = ['--rate', '0', '--yes', '--max-changes', '100000', '--output', 'json'];
    const begin = ['bulk', 'apply', 'orgs.create', '--file', 'new.csv', ...speed];
    const resume = ['bulk', 'resume', '--last', '--rate', '0', '--yes', '--output', 'json'];
    const share = (rows * 330) / kills;
    let killed = 0;
    for (let round = 0; round < kills; round += 1) {
      const args = round === 0 ? begin : resume;
      const { code } = await killedAt(sandbox, args, Math.floor(share * (0.2 + Math.random() * 0.6)));
      if (code === null) killed += 1;
    }
    expect(killed).toBe(kills);
    const ended = await sandbox.run(resume);
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(printed(ended)).toMatchObject({ state: 'finished', rows, ok: rows, failed: 0, conflict: 0, unknown: 0 });

    const match = await server.database.pool.query<{ subdomain: string }>(
      "select subdomain from organizations where subdomain like 'resumed-%'",
    );
    const expected = names.map(([, subdomain = '']) => subdomain);
    expect(match.rows.map(({ subdomain }) => subdomain).toSorted()).toEqual(expected.toSorted());

    const before = proxy.seen.filter(({ method }) => method !== 'GET').length;
    const again = await sandbox.run(resume);
    expect([again.code, printed(again)['ok']]).toEqual([0, rows]);
    expect(proxy.seen.filter(({ method }) => method !== 'GET')).toHaveLength(before);
    expect(await runsOf(sandbox)).toHaveLength(1);
  });

  test('an incomplete last line of the journal is removed: the run continues, and its journal is readable', {
    tags: ['hard'],
  }, async () => {
    const { appendFile } = await import('node:fs/promises');
    const made = await makeOrganizations(server, 3, 'Torn');
    let puts = 0;
    const proxy = await startFaultyProxy(server.url, ({ method }) => {
      if (method === 'PUT') puts += 1;
      return method === 'PUT' && puts === 2 ? 'refused' : 'pass';
    });
    const sandbox = await bulkSandbox(server, proxy.url);
    await writeCsv(
      sandbox,
      'u.csv',
      ['id', 'phone'],
      made.map(({ id }, index) => [id, `555010000${index}`]),
    );
    const apply = [
      'bulk',
      'apply',
      'orgs.update',
      '--file',
      'u.csv',
      '--rate',
      '0',
      '--yes',
      '--concurrency',
      '1',
      '--max-changes',
      '99',
    ];
    await killedAt(sandbox, apply, 600);
    const [run = ''] = await runsOf(sandbox);
    await appendFile(join(sandbox.stateFolder, 'runs', run, 'journal.ndjson'), '{"t":"outcome","row":3,"sta');
    const resumed = await sandbox.run(['bulk', 'resume', run, '--rate', '0', '--yes', '--output', 'json']);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.any(String)]);
    expect(printed(resumed)).toMatchObject({ ok: 3, failed: 0, unknown: 0 });
    const lines = (await runFile(sandbox, run, 'journal.ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { t: string }).t).at(-1)).toBe('end');
  });
});
