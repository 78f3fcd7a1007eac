/** @module-tag measured */
/** @module-tag scaled */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isHard } from '../../support/isHard.ts';
import { signIn } from './machineCaller.ts';
import { launchServer, type ServerProcess, demoFolder, untilReady } from './serverProcess.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  folder = await demoFolder();
  server = await launchServer(folder.path);
  await untilReady(server);
  token = await signIn(server);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await folder.remove();
});

interface Call {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
  readonly code: string | undefined;
}

async function call(): Promise<Call> {
  const began = Date.now();
  const response = await fetch(
    `${server.url}/api/organizations?pageSize=1&search=${Math.random().toString(36).slice(2, 6)}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  const body = (await response.json()) as { code?: string };
  return {
    status: response.status,
    ms: Date.now() - began,
    retryAfter: response.headers.get('retry-after'),
    code: body.code,
  };
}

const databaseProcesses = async () => {
  const pid = (await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0] ?? '';
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' }).split('\n');
  return { postmaster: Number(pid), all: [pid, ...children].map(Number).filter((number) => number > 0) };
};

const isRefusal = ({ status, ms, retryAfter, code }: Call) => {
  expect([status, code, retryAfter]).toEqual([503, 'E-UNAVAILABLE', '2']);
  expect(ms).toBeLessThan(3_000);
};

/**
 * Rounds of ten calls until the condition holds for one of them, with the time until its response. The pauses leave the
 * processors to the database: without them it is the callers that hold up its recovery.
 */
async function callUntil(good: (call: Call) => boolean): Promise<{ readonly calls: Call[]; readonly ms: number }> {
  const began = Date.now();
  const calls: Call[] = [];
  while (Date.now() - began < 20_000) {
    const roundBegan = Date.now();
    const round = await Promise.all(Array.from({ length: 10 }, call));
    calls.push(...round);
    const times = round.filter(good).map(({ ms }) => ms);
    if (times.length > 0) return { calls, ms: roundBegan - began + Math.min(...times) };
    await delay(50);
  }
  throw new Error(`Not in 20 seconds: ${JSON.stringify(calls.slice(-3))}`);
}

/** Repeats what has to be quick up to three times: other programs of a busy machine may hold up one attempt, not all of them. */
async function bestOfThree(maxMs: number, attempt: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  do times.push(await attempt());
  while (times.length < 3 && Math.min(...times) >= maxMs);
  expect(Math.min(...times), `of ${times.join(', ')} ms`).toBeLessThan(maxMs);
}

test('a killed database is started again; meanwhile callers are told to come back', { timeout: 180_000 }, async () => {
  await expect.poll(async () => (await call()).status).toBe(200);
  // PostgreSQL replays and flushes what the demo wrote: 1 to 4 s on a machine at rest, with more files than the demo has longer.
  await bestOfThree(isHard ? 5_000 : 15_000, async () => {
    process.kill((await databaseProcesses()).postmaster, 'SIGKILL');
    const during = await callUntil(({ status }) => status === 503);
    const back = await callUntil(({ status }) => status === 200);
    for (const one of [...during.calls, ...back.calls]) if (one.status !== 200) isRefusal(one);
    return back.ms;
  });
  expect(server.child.exitCode).toBeNull();
});

test('a frozen database: answers within 3 seconds, alive but not ready, usable within a second afterwards', {
  timeout: 120_000,
}, async () => {
  await bestOfThree(isHard ? 1_000 : 3_000, async () => {
    const { all } = await databaseProcesses();
    for (const pid of all) process.kill(pid, 'SIGSTOP');
    const firstRound = await Promise.all(Array.from({ length: 30 }, call));
    for (const one of firstRound) isRefusal(one);
    await bestOfThree(isHard ? 200 : 600, async () => {
      const later = await call();
      isRefusal(later);
      return later.ms;
    });
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    const ready = await fetch(`${server.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        status: 'not ready',
        checks: { database: 'down', disk: 'ok', draining: false },
        reasons: ['The database does not respond.'],
      },
    ]);
    expect((await fetch(`${server.url}/oidc/.well-known/openid-configuration`)).status).toBe(503);

    for (const pid of all) process.kill(pid, 'SIGCONT');
    return (await callUntil(({ status }) => status === 200)).ms;
  });
});
