import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, inject, test } from 'vitest';
import { copyTemplate } from '../../support/database/databases.ts';
import { signIn } from '../platform/machineCaller.ts';
import { launchServer, type ServerProcess, temporaryFolder, untilReady } from '../platform/serverProcess.ts';
import { type OtherSystem, otherSystem } from './otherSystem.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function system(answer?: Parameters<typeof otherSystem>[0]): Promise<OtherSystem> {
  const other = await otherSystem(answer);
  cleanups.push(() => other.close());
  return other;
}

async function launch(folder: string, other: OtherSystem, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await launchServer(folder, {
    CUSTOMER_MESSAGING_URL: other.url,
    CUSTOMER_MESSAGING_ALLOW_PRIVATE: 'true',
    JOB_RETRY_SECONDS: '1,1,1,1',
    LOG_LEVEL: 'warn',
    ...env,
  });
  cleanups.push(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  await untilReady(server);
  return server;
}

/** Settings of a server on a database with the demo data, which outlives it. */
async function ownDatabase(): Promise<Record<string, string>> {
  const copy = await copyTemplate(inject('testDatabases'));
  cleanups.push(() => copy.drop());
  return { ...copy.env, DEMO: 'true' };
}

/** Calls as the automation client of the demo data. */
async function caller(server: ServerProcess) {
  const headers = { authorization: `Bearer ${await signIn(server)}` };
  return async <T>(method: string, path: string): Promise<T> => {
    // The same key in every attempt: what a 503 left open is done once.
    const init = { method, headers: { ...headers, 'idempotency-key': crypto.randomUUID() } };
    for (const end = Date.now() + 60_000; ; ) {
      const answer = await fetch(`${server.url}${path}`, init);
      if (answer.ok) return (await answer.json()) as T;
      if (answer.status !== 503 || Date.now() > end) {
        throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      }
      await delay(100);
    }
  };
}
type Call = Awaited<ReturnType<typeof caller>>;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
}

/** Asks for a sync of each of some organizations; gives back how to see what became of them. */
async function syncMany(call: Call, count: number) {
  const { items } = await call<{ items: { id: string }[] }>('GET', `/api/organizations?pageSize=${count}`);
  await Promise.all(items.map(({ id }) => call('POST', `/api/organizations/${id}/sync`)));
  return async (ask: Call): Promise<Job[]> => {
    const pages = await Promise.all(
      items.map(({ id }) => ask<{ items: Job[] }>('GET', `/api/admin/organizations/${id}/jobs`)),
    );
    return pages.flatMap((page) => page.items);
  };
}
const statusesOf = (jobs: readonly Job[]) => [...new Set(jobs.map(({ status }) => status))];

test('a killed server loses no job and ends each one once', { tags: ['hard'], timeout: 180_000 }, async () => {
  let answering = false;
  const other = await system((_call, response) => {
    if (answering) response.writeHead(200).end();
  });
  const settings = await ownDatabase();
  const first = await launch('', other, settings);
  const jobsOf = await syncMany(await caller(first), 8);
  await expect.poll(() => other.received.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  first.child.kill('SIGKILL');
  await first.ended;
  answering = true;
  const second = await launch('', other, settings);
  const call = await caller(second);
  await expect.poll(async () => statusesOf(await jobsOf(call)), { timeout: 20_000 }).toEqual(['Completed']);
  const jobs = await jobsOf(call);
  expect(jobs).toHaveLength(8);
  expect(new Set(other.received.map(({ key }) => key))).toEqual(new Set(jobs.map(({ id }) => id)));
  for (const { attempts } of jobs) expect(attempts).toBeLessThanOrEqual(2);
});

test('two servers share the work; what a killed one held the other takes over', {
  tags: ['hard'],
  timeout: 180_000,
}, async () => {
  let answering = false;
  const other = await system((_call, response) => {
    if (answering) response.writeHead(200).end();
  });
  const env = await ownDatabase();
  const [one, two] = await Promise.all([launch('', other, env), launch('', other, env)]);
  const call = await caller(two);
  const jobsOf = await syncMany(call, 6);
  await expect.poll(() => other.received.length, { timeout: 10_000 }).toBe(6);
  one.child.kill('SIGKILL');
  await one.ended;
  answering = true;
  await expect.poll(async () => statusesOf(await jobsOf(call)), { timeout: 30_000 }).toEqual(['Completed']);
});

test('ending the server parks what is under way, and the next start goes on', {
  tags: ['hard'],
  timeout: 180_000,
}, async () => {
  let answering = false;
  const other = await system((_call, response) => {
    if (answering) response.writeHead(200).end();
  });
  const settings = await ownDatabase();
  const first = await launch('', other, settings);
  const jobsOf = await syncMany(await caller(first), 2);
  await expect.poll(() => other.received.length, { timeout: 10_000 }).toBe(2);
  const began = Date.now();
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  // The calls would wait for their answers until they time out.
  expect(Date.now() - began).toBeLessThan(15_000);
  answering = true;
  const call = await caller(await launch('', other, settings));
  await expect.poll(async () => statusesOf(await jobsOf(call)), { timeout: 20_000 }).toEqual(['Completed']);
  for (const { attempts } of await jobsOf(call)) expect(attempts).toBe(1);
});

test('the worker outlives an outage of the database', { tags: ['hard'], timeout: 180_000 }, async () => {
  const other = await system();
  const folder = await temporaryFolder();
  cleanups.push(() => folder.remove());
  const server = await launch(folder.path, other);
  const call = await caller(server);
  await syncMany(call, 1);
  const pid = Number((await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  const jobsOf = await syncMany(call, 2);
  await expect.poll(async () => statusesOf(await jobsOf(call)), { timeout: 60_000 }).toEqual(['Completed']);
  expect(await jobsOf(call)).toHaveLength(3);
  expect(server.child.exitCode).toBeNull();
});
