// Properties of the process: kill -9 during an export, a limit on file size, pipes to a slow reader and to one that goes away.
import type { ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namesIn } from './exportRun.ts';
import { beginCsv, header, row, startFaultyServer } from './faultyReports.ts';
import { createCliSandbox, type StartedRun } from '../support/runCli.ts';

const anyToken = 'opaque-token-of-a-test';
const isWindows = process.platform === 'win32';

test('a killed export leaves its lock to the next one, which says so and removes the partial file', async () => {
  const downloading = Promise.withResolvers<void>();
  const server = await startFaultyServer((response, call) => {
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
  const server = await startFaultyServer(endless);
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const { code, stderr } = await cli.run(['reports', 'export', 'users', '--out', 'users.csv'], {
    shell: 'ulimit -f 1000; exec "$@"',
  });
  expect(code).toBe(74);
  expect(stderr).toContain('error[E-IO]');
  expect(stderr).toContain('EFBIG');
  expect(await namesIn(cli.folder)).toEqual([]);
});

test.skipIf(isWindows)('a reader that has seen enough ends the export quietly', async () => {
  const server = await startFaultyServer(endless);
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const { code, stdout, stderr } = await cli.run(['reports', 'export', 'users', '--out', '-'], {
    shell: '"$@" | head -n 2',
  });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: header + row, stderr: '' });
});

test.skipIf(isWindows)('a slow reader is no silent server', async () => {
  const server = await startFaultyServer((response) => beginCsv(response).end(header + row.repeat(200_000)));
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const { stdout } = await cli.run(['reports', 'export', 'users', '--out', '-', '--timeout', '200ms'], {
    // Slowness is what is tested: the reader rests five times as long as the server may be silent.
    shell: '{ "$@"; echo $? > code; } | { sleep 1; cat; }',
  });
  expect(await readFile(join(cli.folder, 'code'), 'utf8')).toBe('0\n');
  expect(stdout.length).toBe(header.length + row.length * 200_000);
});
