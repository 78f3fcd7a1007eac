import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, startServer, type TestServer } from '../../support/startApp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { UPLOAD_FOLDER: await mkdtemp(join(tmpdir(), 'cptest-uploads-')) } });
});
afterAll(async () => {
  await server.close();
  await rm(server.config.uploads.folder, { recursive: true, force: true });
});

const megabyte = Buffer.alloc(1024 * 1024, 'a');
const head =
  '--edge\r\nContent-Disposition: form-data; name="eula"\r\n\r\n{"version":"1"}\r\n' +
  '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n';
const tail = '\r\n--edge--\r\n';

/** Streams a form until the answer is there. */
const stream = (megabytes: number, framing: Record<string, string>) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const upload = request(
      `${server.url}/api/admin/eulas`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.as('SysAdmin')}`,
          'content-type': 'multipart/form-data; boundary=edge',
          ...framing,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() });
          upload.destroy();
        });
      },
    );
    upload.on('error', reject);
    const send = async () => {
      upload.write(head);
      for (let sent = 0; sent < megabytes; sent += 1)
        if (!upload.write(megabyte)) await new Promise((next) => upload.once('drain', next));
      upload.end(tail);
    };
    send().catch(reject);
  });

const expectUnmoved = async (before: number) => {
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  expect((await server.app.inject({ url: '/health/live' })).statusCode).toBe(200);
};

test('of a hundred megabytes the server keeps none, says why, and goes on serving', async () => {
  const before = process.memoryUsage().rss;
  const length = head.length + 100 * megabyte.length + tail.length;
  for (let round = 0; round < 3; round += 1) {
    const { status, body } = await stream(100, { 'content-length': String(length) });
    expect([status, JSON.parse(body)]).toMatchObject([413, { code: 'E-FILE-TOO-LARGE' }]);
  }
  await expectUnmoved(before);
});

test('a stream without a known end is cut as soon as it is too long', { tags: ['hard'] }, async () => {
  const before = process.memoryUsage().rss;
  const outcome = await stream(100, { 'transfer-encoding': 'chunked' }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
  // Whether the answer is read before the cut is seen depends on the network.
  expect([413, 'EPIPE', 'ECONNRESET']).toContain(outcome);
  await expectUnmoved(before);
});

test('a hundred uploads given up halfway leave nothing behind', { tags: ['hard'] }, async () => {
  const temporaryFiles = () => readdirSync(server.config.uploads.folder);
  await Promise.all(
    Array.from(
      { length: 100 },
      () =>
        new Promise<void>((done) => {
          const upload = request(`${server.url}/api/admin/eulas`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${server.as('SysAdmin')}`,
              'content-type': 'multipart/form-data; boundary=edge',
            },
          });
          upload.on('error', () => done());
          upload.on('close', () => done());
          upload.write(head + 'half', () => upload.destroy());
        }),
    ),
  );
  await expect.poll(temporaryFiles, { timeout: 10_000 }).toEqual([]);
  const { rows } = await server.database.pool.query(`select 1 from eulas where file_name = 'a.html'`);
  expect(rows).toEqual([]);
  const whole = await server.client('SysAdmin').eulas.create({
    body: { version: 'after' },
    file: { name: 'b.html', mediaType: 'text/html', bytes: new TextEncoder().encode('<p>x</p>') },
  });
  expect(whole.fileName).toBe('b.html');
  await expect.poll(temporaryFiles, { timeout: 10_000 }).toEqual([]);
});

test('files that a killed process left are removed at the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cptest-uploads-'));
  const [left, other] = [join(folder, 'left.upload'), join(folder, 'other.txt')];
  for (const path of [left, other]) await writeFile(path, 'half');
  await utimes(left, new Date(0), new Date(0));
  const started = await startApp({ env: { UPLOAD_FOLDER: folder } });
  expect(readdirSync(folder)).toEqual(['other.txt']);
  await started.close();
  await rm(folder, { recursive: true });
});

test('a folder that is made is closed for others, and the folders above it are not', async () => {
  const above = join(await mkdtemp(join(tmpdir(), 'cptest-uploads-')), 'data');
  const app = await startApp({ env: { UPLOAD_FOLDER: join(above, 'uploads') } });
  await app.close();
  const modes = [join(above, 'uploads'), above].map((folder) => (statSync(folder).mode & 0o777).toString(8));
  expect(modes).toEqual(['700', (0o777 & ~process.umask()).toString(8)]);
  await rm(above, { recursive: true });
});

test('a folder that cannot be written stops the start and names the setting', async () => {
  await expect(startApp({ env: { UPLOAD_FOLDER: '/dev/null/uploads' } })).rejects.toThrow(
    /folder for uploads .* cannot be written.*UPLOAD_FOLDER/,
  );
});

test('beyond the common bound of all uploads the next ones are put off, and taken again when there is room', async () => {
  const small = await startApp({ env: { UPLOADS_MB: '3' } });
  const headers = {
    authorization: `Bearer ${small.as('SysAdmin')}`,
    'content-type': 'multipart/form-data; boundary=edge',
  };
  const payload = `${head}${'x'.repeat(1000)}${tail}`;
  const upload = () => small.app.inject({ method: 'POST', url: '/api/admin/eulas', headers, payload });
  // As much as other forms that are being received.
  const others = small.app.uploadFolder.received.take(3 * megabyte.length - 500);
  const refused = await upload();
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'E-UNAVAILABLE' }]);
  expect(refused.headers['retry-after']).toBeDefined();
  others?.();
  expect((await upload()).statusCode).toBe(201);
  await small.close();
});

test('a form whose headers are refused after it was received gives its room and its temporary file back', async () => {
  const small = await startApp({ env: { UPLOADS_MB: '1' } });
  const headers = {
    authorization: `Bearer ${small.as('SysAdmin')}`,
    'content-type': 'multipart/form-data; boundary=edge',
    'x-run-id': 'not a run id',
  };
  const payload = `${head}${'x'.repeat(1000)}${tail}`;
  // Other systems have no such folder.
  const descriptors = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  const before = descriptors();
  for (let round = 0; round < 30; round++) {
    const { statusCode } = await small.app.inject({ method: 'POST', url: '/api/admin/eulas', headers, payload });
    expect(statusCode).toBe(400);
  }
  expect(small.app.uploadFolder.received.take(megabyte.length)).toBeDefined();
  expect(descriptors() - before).toBeLessThan(15);
  await small.close();
});
