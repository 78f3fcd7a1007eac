import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { byFourCallers, line, rounded } from './measure.ts';
import type { Setup } from './setup.ts';

interface Page {
  readonly items: readonly { readonly name: string }[];
  readonly totalCount: number;
}

const headersOf = ({ token }: Setup) => ({ authorization: `Bearer ${token}` });

const getPage = async (setup: Setup, query: string): Promise<Page> => {
  const response = await fetch(`${setup.url}/api/organizations?${query}`, { headers: headersOf(setup) });
  if (!response.ok) throw new Error(`${query} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Page;
};

/** Words of the data itself: the rarest and the most frequent of a sample, and every pair of letters. */
const text = async (setup: Setup) => {
  const { rows } = await setup.database.pool.query<{ name: string }>(
    'select name from organizations tablesample system (1) limit 4000',
  );
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    for (const word of new Set(name.toLowerCase().match(/[a-z]{4,}/g) ?? []))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const byCount = [...counts].sort((a, b) => a[1] - b[1]).map(([word]) => word);
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  return {
    rare: byCount.slice(0, 40),
    names: rows.slice(0, 40).map(({ name }) => name.toLowerCase().slice(0, 30)),
    common: byCount.slice(-60),
    pairs: letters.flatMap((first) => letters.map((second) => first + second)),
  };
};

const latency = async (setup: Setup, name: string, queries: readonly string[], goal: number, calls: number) => {
  const send = (query: string) => getPage(setup, query);
  // The first time a count is made and pages come from disk; it is shown, and not mixed with what follows.
  const first = await byFourCallers(queries, queries.length, send);
  const { median, p95, max } = await byFourCallers(queries, calls, send);
  const { totalCount } = await getPage(setup, queries[0] ?? '');
  line(
    `  ${name.padEnd(24)} p50 ${rounded(median).padStart(6)}  p95 ${rounded(p95).padStart(6)}  max ${rounded(max).padStart(7)} ms   goal p95 ${goal} ms   first time p50 ${rounded(first.median)} p95 ${rounded(first.p95)} max ${rounded(first.max)} ms   total ${totalCount.toLocaleString('en')}`,
  );
};

const load = async (url: string, headers: Record<string, string>, seconds: number) => {
  await autocannon({ url, headers, connections: 8, duration: 2 });
  return autocannon({ url, headers, connections: 8, duration: seconds });
};

/** Page 1 under 8 callers against the bare route, and the latency of deep pages and searches with 4 callers. */
export const listBench = async (setup: Setup) => {
  line(`Organization list at ${setup.organizations.toLocaleString('en')} organizations`);
  const rival = fork(join(import.meta.dirname, 'bareRoute.ts'), {
    env: { ...process.env, DATABASE_URL: setup.databaseUrl },
  });
  const [port] = (await once(rival, 'message')) as [number];
  const bare = await load(`http://127.0.0.1:${port}/`, {}, 8);
  const ours = await load(`${setup.url}/api/organizations`, headersOf(setup), 8);
  rival.kill();
  for (const [name, result] of [
    ['bare select', bare],
    ['carepost', ours],
  ] as const) {
    const errors = result.errors + result.timeouts + result.non2xx;
    line(
      `  ${name.padEnd(12)} ${rounded(result.requests.average, 0).padStart(6)} requests/s  p50 ${result.latency.p50} ms  p99 ${result.latency.p99} ms  errors ${errors}`,
    );
  }
  line(
    `  carepost reaches ${rounded(ours.requests.average / bare.requests.average, 2)} of the bare route (goal: 800 requests/s, p99 80 ms)`,
  );

  const last = Math.ceil(setup.organizations / 10);
  const { rare, names, common, pairs } = await text(setup);
  await latency(setup, 'page 1', ['pageNumber=1'], 50, 400);
  await latency(setup, 'page 1,000', ['pageNumber=1000'], 50, 400);
  await latency(setup, 'middle page', [`pageNumber=${Math.floor(last / 2)}`], 250, 40);
  await latency(setup, 'last page', [`pageNumber=${last}`], 50, 400);
  await latency(setup, 'canceling', ['cancelling=true'], 50, 200);
  await latency(
    setup,
    'search, rare',
    rare.map((word) => `search=${encodeURIComponent(word)}`),
    50,
    400,
  );
  await latency(
    setup,
    'search, whole name',
    names.map((name) => `search=${encodeURIComponent(name)}`),
    100,
    400,
  );
  await latency(
    setup,
    'search, common word',
    common.map((word) => `search=${word}`),
    100,
    400,
  );
  await latency(
    setup,
    'search, two letters',
    pairs.map((pair) => `search=${pair}`),
    100,
    676,
  );
  const filters = [
    'isActivated=false',
    'isEnabled=false',
    'tierCode=CLINIC',
    'loginType=SSO&isActivated=true',
    'isActivated=true&isEnabled=true',
    'apiCapture=true',
  ];
  await latency(setup, 'filters', filters, 150, 60);
  await latency(
    setup,
    'filters, common word',
    common.map((word) => `isActivated=true&search=${word}`),
    150,
    40,
  );
};
