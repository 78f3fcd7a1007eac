import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import { asAnn, revokedTokens, startPlatform, type TestPlatform } from './testPlatform.ts';

const file = (path: string) =>
  endpoint({
    method: 'GET',
    path,
    summary: 'Test',
    access: 'signedIn',
    response: { kind: 'csv', file: 'Users' },
    errors: [],
  });
const rows = { waiting: file('/api/waiting'), endless: file('/api/endless'), failing: file('/api/failing') };

const opened: Readable[] = [];
const source = (read: (this: Readable) => void) => {
  const stream = new Readable({ read });
  opened.push(stream);
  return stream;
};
const line = `${'x'.repeat(1023)}\n`;

let platform: TestPlatform;
let port: number;
beforeAll(async () => {
  platform = await startPlatform({
    rows,
    env: { EXPORT_STALL_MS: '300' },
    handlers: () => ({
      waiting: async () => ({ stream: source(() => undefined) }),
      endless: async () => ({
        stream: source(function read() {
          this.push(line);
        }),
      }),
      failing: async () => ({
        stream: source(function read() {
          this.push(line);
          // By then the head of the answer is on its way.
          setTimeout(() => this.destroy(new Error('the database went away')), 200);
        }),
      }),
    }),
  });
  await platform.app.listen({ port: 0, host: '127.0.0.1' });
  const address = platform.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => platform.close());

const url = (path: string) => `http://127.0.0.1:${port}${path}`;
const ended = (stream: Readable | undefined) => expect.poll(() => stream?.destroyed, { timeout: 5_000 }).toBe(true);

test('a reader who takes nothing is cut, so that the export lets go of its connection', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`GET /api/endless HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAnn.authorization}\r\n\r\n`);
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  await ended(opened.at(-1));
  socket.destroy();
});

test('a reader who reads is not, and when it leaves the export ends', { tags: ['hard'] }, async () => {
  const leaving = new AbortController();
  const answer = await fetch(url('/api/endless'), { headers: asAnn, signal: leaving.signal });
  const reader = answer.body?.getReader();
  let bytes = 0;
  for (const end = Date.now() + 1_500; Date.now() < end; ) bytes += (await reader?.read())?.value?.length ?? 0;
  expect(bytes).toBeGreaterThan(100_000);
  leaving.abort();
  await ended(opened.at(-1));
});

test('an export ends as a broken download when its caller is signed out or disabled meanwhile', async () => {
  const answer = await fetch(url('/api/endless'), { headers: { authorization: 'Bearer User.leaver' } });
  revokedTokens.add('User.leaver');
  const reader = answer.body?.getReader();
  const readAll = async () => {
    for (let done = false; !done; ) done = (await reader?.read())?.done ?? true;
  };
  await expect(readAll()).rejects.toThrow();
  await ended(opened.at(-1));
});

test('an export that breaks off is a broken download, never a short file that looks whole', async () => {
  const answer = await fetch(url('/api/failing'), { headers: asAnn });
  await expect(answer.text()).rejects.toThrow();
});

test('a few exports run at once, the next is told to come back', async () => {
  const leaving = new AbortController();
  const before = opened.length;
  const running = Array.from({ length: 6 }, () =>
    fetch(url('/api/waiting'), { headers: asAnn, signal: leaving.signal }).catch(() => null),
  );
  await expect.poll(() => opened.length).toBe(before + 6);
  const refused = await fetch(url('/api/waiting'), { headers: asAnn });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  leaving.abort();
  await Promise.all(running);
  for (const stream of opened.slice(before)) await ended(stream);
  const next = await fetch(url('/api/failing'), { headers: asAnn });
  expect(next.status).toBe(200);
  await next.text().catch(() => undefined);
});
