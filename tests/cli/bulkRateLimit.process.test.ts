// Property of the process: several of one machine share a rate limit.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodePlatform } from '../../cli/bulk/nodePlatform.ts';
import { createHostRateLimit } from '../../cli/bulk/hostRateLimit.ts';
import { bulkSandbox, writeCsv } from './bulkSetup.ts';

// 5 % of a window are four calls: what a busy machine may delay a call by (100 ms) stays within it.
const rate = 40;
const window = 2000;

/** Records when changes and reads arrive, and answers like the API: a PUT disables the login of its organization. */
const startCounting = async () => {
  const times: number[] = [];
  const reads: number[] = [];
  const disabled = new Set<string>();
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    const id = /\/(0190aaaa-[^/?]+)/.exec(url)?.[1] ?? '';
    if (method === 'GET') reads.push(performance.now());
    if (method === 'PUT') {
      times.push(performance.now());
      disabled.add(id);
    }
    request.resume();
    request.once('end', () => {
      const body = { ...organization, id, isEnabled: !disabled.has(id), items: [], totalCount: 1_000_000 };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  // A busy machine leaves a connection idle for longer than the 5 s of the default.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, times, reads };
};

const organization = { name: 'Lakeside', apiCapture: false, version: 1 };
const uuid = (index: number) => `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** Most calls within any window of that length. */
const maxIn = (times: readonly number[], ms: number): number => {
  let first = 0;
  let max = 0;
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? 0) <= time - ms) first += 1;
    max = Math.max(max, index - first + 1);
  }
  return max;
};

const rowsOfEach = 120;

test('three processes at once keep one rate together', { tags: ['hard'], timeout: 60_000 }, async () => {
  const { url, times } = await startCounting();
  const sandbox = await bulkSandbox({ as: () => 'opaque-token-of-a-test' }, url);
  const files = [0, 1, 2].map(async (part) => {
    const name = `part-${part}.csv`;
    await writeCsv(
      sandbox,
      name,
      ['id', 'enabled'],
      Array.from({ length: rowsOfEach }, (_, index) => [uuid(part * 1000 + index), false]),
    );
    return name;
  });
  const limits = ['--rate', String(rate), '--concurrency', '16', '--yes'];
  const apply = (file: string) =>
    sandbox.run(['bulk', 'apply', 'orgs.login', '--file', file, ...limits], { real: true });
  const results = await Promise.all((await Promise.all(files)).map(apply));
  for (const { code, stdout, stderr } of results) expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  expect(times).toHaveLength(3 * rowsOfEach);
  const allowed = (rate * window) / 1000;
  expect(maxIn(times, window)).toBeLessThanOrEqual(allowed * 1.05);
  // And they did not wait for nothing. At rest they use all of the rate.
  const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0);
  expect((times.length - 1) / (lasted / 1000)).toBeGreaterThan(rate * 0.6);
});

test('the rate does not limit reads', { timeout: 60_000 }, async () => {
  const { url, reads } = await startCounting();
  const sandbox = await bulkSandbox({ as: () => 'opaque-token-of-a-test' }, url);
  const rows = Array.from({ length: 200 }, (_, index) => [uuid(index), false]);
  await writeCsv(sandbox, 'many.csv', ['id', 'enabled'], rows);
  const { code } = await sandbox.run(['bulk', 'plan', 'orgs.login', '--file', 'many.csv', '--rate', '1']);
  expect(code).toBe(0);
  expect(reads.length).toBeGreaterThanOrEqual(200);
  expect((reads.at(-1) ?? 0) - (reads[0] ?? 0)).toBeLessThan(20_000);
});

test('a clock that is set back an hour delays no call', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carepost-pace-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const rateLimit = await createHostRateLimit({ folder, origin: 'https://api.example.org', ratePerSecond: 20 });
  await rateLimit.take();
  const waiting = Array.from({ length: 6 }, () => rateLimit.take());
  await waiting[0];
  const spy = vi.spyOn(nodePlatform, 'now').mockImplementation(() => Date.now() - 3_600_000);
  onTestFinished(() => spy.mockRestore());
  await Promise.all(waiting);
  await rateLimit.take();
  rateLimit.pause(100);
  await rateLimit.take();
  expect(rateLimit.pausedFor()).toBe(0);
});

test('a call that starts while another one is released gets its turn as well', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carepost-pace-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const rateLimit = await createHostRateLimit({ folder, origin: 'https://api.example.org', ratePerSecond: 100 });
  let turns = 0;
  // Each of them asks some steps of the event loop after it was let go, so that none of the moments in between is missed.
  for (let steps = 0; steps < 8; steps += 1) {
    await rateLimit.take();
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    await rateLimit.take();
    turns += 1;
  }
  expect(turns).toBe(8);
});
