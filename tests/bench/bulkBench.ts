import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { line, rounded, run, summary } from './measure.ts';
import type { Setup } from './setup.ts';

/** 10,000 in all, in rounds that take turns with the rival, so that whatever else the machine does meets both. */
const rounds = 4;
const changes = 10_000 / rounds;
const connections = 8;

const organizationIds = async ({ database }: Setup): Promise<string[]> => {
  const { rows } = await database.pool.query<{ id: string }>('select id from organizations order by id limit $1', [
    changes,
  ]);
  return rows.map(({ id }) => id);
};

let phone = 2_000_000_000;
/** Another number each time, so that every request and every row really changes something. */
const nextPhone = (): string => {
  phone += 1;
  return String(phone);
};

/** The same change, sent as fast as the server answers; nothing is read before, nothing is written down. */
const rival = async (setup: Setup, ids: readonly string[]): Promise<number> => {
  let next = 0;
  const result = await autocannon({
    url: setup.url,
    connections,
    amount: changes,
    requests: [
      {
        method: 'PUT',
        headers: { authorization: `Bearer ${setup.token}`, 'content-type': 'application/json' },
        setupRequest: (request) => {
          next += 1;
          const id = ids[next % ids.length] ?? '';
          return { ...request, path: `/api/organizations/${id}`, body: JSON.stringify({ phone: nextPhone() }) };
        },
      },
    ],
  });
  const bad = result.errors + result.timeouts + result.non2xx;
  if (bad > 0) throw new Error(`${bad} of the rival's requests failed`);
  return result.requests.total / result.duration;
};

interface Ours {
  /** Calls a second while rows are carried out, the start of the program and the writing of the results included. */
  readonly requests: number;
  readonly rows: number;
  readonly peakMb: number;
}

/** `bulk plan`, then `bulk apply` as a person runs it: each row is read, journaled, sent and its outcome kept. */
const ours = async (setup: Setup, launcher: string, ids: readonly string[], round: number): Promise<Ours> => {
  const file = join(setup.folder, `bulk-${round}.csv`);
  const plan = join(setup.folder, `bulk-${round}.json`);
  writeFileSync(file, `id,phone\n${ids.map((id) => `${id},${nextPhone()}\n`).join('')}`);
  const rateLimit = ['--rate', '0', '--concurrency', String(connections)];
  const planned = await run(
    process.execPath,
    [launcher, 'bulk', 'plan', 'orgs.update', '--file', file, ...rateLimit, '--plan-out', plan, '--output', 'ids'],
    setup.cli,
  );
  if (planned.code !== 0) throw new Error(planned.stderr);
  const applied = await run(
    process.execPath,
    [
      launcher,
      'bulk',
      'apply',
      '--plan',
      plan,
      ...rateLimit,
      '--yes',
      '--max-changes',
      String(changes),
      '--output',
      'json',
    ],
    setup.cli,
  );
  if (applied.code !== 0) throw new Error(applied.stderr);
  const { ok } = JSON.parse(applied.stdout) as { ok: number };
  if (ok !== changes) throw new Error(`${ok} of ${changes} rows were carried out`);
  const seconds = applied.ms / 1000;
  // A read and a change for each row.
  return { requests: (2 * changes) / seconds, rows: changes / seconds, peakMb: applied.peakMb };
};

/** 10,000 updates through the whole command line against a load tool that sends the same changes and does nothing else. */
export const bulkBench = async (setup: Setup, launcher: string) => {
  line(
    `Bulk: ${(rounds * changes).toLocaleString('en')} updates, ${connections} at a time (${rounds} interleaved rounds)`,
  );
  const ids = await organizationIds(setup);
  const rivals: number[] = [];
  const local: Ours[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rivals.push(await rival(setup, ids));
    local.push(await ours(setup, launcher, ids, round));
  }
  const other = summary(rivals).median;
  const requests = summary(local.map((one) => one.requests)).median;
  const rows = summary(local.map((one) => one.rows)).median;
  const peak = summary(local.map(({ peakMb }) => peakMb)).max;
  line(`  autocannon, PUT alone   ${rounded(other, 0)} requests/s`);
  line(
    `  carepost bulk apply     ${rounded(requests, 0)} requests/s, ${rounded(rows, 0)} rows/s   ${rounded(requests / other, 2)} of it (goal 0.70)`,
  );
  line(`  command line            ${rounded(peak, 0)} MB at its peak`);
};
