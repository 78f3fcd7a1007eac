// Properties of the process: kill -9 during an export, a limit on file size, pipes to a slow reader and to one that goes away.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { namesIn } from './exportRun.ts';
import { csvHeaders, header, row } from './mockedReports.ts';
import { createCliSandbox, type StartedRun } from '../support/runCli.ts';

const anyToken = 'opaque-token-of-a-test';
const isWindows = process.platform === 'win32';

/** A server with a socket, as a process needs it. */
const startReportServer = async (
  respond: (response: ServerResponse, call: number) => void,
): Promise<{ url: string }> => {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    calls += 1;
    respond(response, calls);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}` };
};

const beginCsv = (response: ServerResponse): ServerResponse => response.writeHead(200, csvHeaders);

test('the next export takes over the lock of a killed one, says so and removes the partial file', async () => {
  const downloading = Promise.withResolvers<void>();
  const server = await startReportServer((response, call) => {
    beginCsv(response).write(header + row, () => downloading.resolve());
    if (call > 1) response.end();
  });
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const commandLine = ['reports', 'export', 'users', '--out', 'u.csv', '--overwrite'];
  let first: StartedRun | undefined;
  const killed = cli.run(commandLine, {
    real: true,
    onStart: (run) => {
      first = run;
    },
  });
  await downloading.promise;
  first?.kill('SIGKILL');
  await killed;
  expect(await namesIn(cli.folder)).toEqual([expect.stringMatching(/^u\.csv\..*\.partial$/)]);
  const next = await cli.run(commandLine);
  expect(next.code).toBe(0);
  expect(next.stderr).toContain(`Took over the lock of process ${first?.pid} on ${hostname()}`);
  expect(await namesIn(cli.folder)).toEqual(['u.csv', 'u.csv.manifest.json']);
});

const endless = (response: ServerResponse): void => {
  const chunk = Buffer.from(row.repeat(1000));
  const more = (): void => {
    while (response.write(chunk));
    response.once('drain', more);
  };
  response.on('error', () => undefined);
  beginCsv(response).write(header);
  more();
};

test.skipIf(isWindows)('a full disk: exit 74 with the reason, and nothing left behind', async () => {
  const server = await startReportServer(endless);
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const { code, stderr } = await cli.run(['reports', 'export', 'users', '--out', 'users.csv'], {
    shell: 'ulimit -f 1000; exec "$@"',
  });
  expect(code).toBe(74);
  expect(stderr).toContain('error[E-IO]');
  expect(stderr).toContain('EFBIG');
  expect(await namesIn(cli.folder)).toEqual([]);
});

test.skipIf(isWindows)('a closed output pipe ends the export without an error', async () => {
  const server = await startReportServer(endless);
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const { code, stdout, stderr } = await cli.run(['reports', 'export', 'users', '--out', '-'], {
    shell: '"$@" | head -n 2',
  });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: header + row, stderr: '' });
});

test.skipIf(isWindows)('a slow reader of the output causes no server time-out', { tags: ['hard'] }, async () => {
  const server = await startReportServer((response) => beginCsv(response).end(header + row.repeat(200_000)));
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const { stdout } = await cli.run(['reports', 'export', 'users', '--out', '-', '--timeout', '200ms'], {
    // Slowness is what is tested: the reader rests five times as long as the server may be silent.
    shell: '{ "$@"; echo $? > code; } | { sleep 1; cat; }',
  });
  expect(await readFile(join(cli.folder, 'code'), 'utf8')).toBe('0\n');
  expect(stdout.length).toBe(header.length + row.length * 200_000);
});
