import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchServer, type ServerProcess, temporaryFolder, untilReady } from './serverProcess.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  server = await launchServer(folder.path);
  await untilReady(server);
  const answer = await fetch(`${server.url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'demo-automation',
      client_secret: 'demo-automation-secret',
    }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
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
  const answer = await fetch(
    `${server.url}/api/organizations?pageSize=1&search=${Math.random().toString(36).slice(2, 6)}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  const body = (await answer.json()) as { code?: string };
  return {
    status: answer.status,
    ms: Date.now() - began,
    retryAfter: answer.headers.get('retry-after'),
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

/** Calls one after the other, several at a time, until the condition holds for one of them. */
async function callUntil(good: (call: Call) => boolean, limitMs: number): Promise<Call[]> {
  const calls: Call[] = [];
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    const round = await Promise.all(Array.from({ length: 10 }, call));
    calls.push(...round);
    if (round.some(good)) return calls;
  }
  throw new Error(`Not in ${limitMs} ms: ${JSON.stringify(calls.slice(-3))}`);
}

test('a killed database is started again; meanwhile callers are told to come back', { timeout: 30_000 }, async () => {
  expect((await call()).status).toBe(200);
  process.kill((await databaseProcesses()).postmaster, 'SIGKILL');
  const during = await callUntil(({ status }) => status === 503, 2_000);
  const back = await callUntil(({ status }) => status === 200, 5_000);
  for (const one of [...during, ...back]) if (one.status !== 200) isRefusal(one);
  expect(server.child.exitCode).toBeNull();
});

test('a frozen database: answers within 3 seconds, alive but not ready, usable within a second afterwards', {
  timeout: 60_000,
}, async () => {
  const { all } = await databaseProcesses();
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  const firstRound = await Promise.all(Array.from({ length: 30 }, call));
  for (const one of firstRound) isRefusal(one);
  const later = await call();
  isRefusal(later);
  expect(later.ms).toBeLessThan(200);
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  const ready = await fetch(`${server.url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', checks: { database: 'down', draining: false } },
  ]);
  expect((await fetch(`${server.url}/oidc/.well-known/openid-configuration`)).status).toBe(503);

  for (const pid of all) process.kill(pid, 'SIGCONT');
  const began = Date.now();
  await callUntil(({ status }) => status === 200, 3_000);
  expect(Date.now() - began).toBeLessThan(1_000);
});
