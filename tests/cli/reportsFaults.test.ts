import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { namesIn } from './exportRun.ts';
import { csvResponse, header, row, startedBody } from './mockedReports.ts';
import { mockApi } from '../support/mockApi.ts';
import { createCliSandbox, type StartedRun } from '../support/runCli.ts';

const anyToken = 'opaque-token-of-a-test';

/** A body whose connection closes in the middle of it, after the client has received the headers and the start. */
const cutBody = () => {
  const { body, received, abort } = startedBody(header + row);
  void received.then(() => setTimeout(abort, 20));
  return body;
};

const cuts: readonly [string, () => Response][] = [
  ['hangs up in the middle of a chunked answer', () => csvResponse(cutBody())],
  ['sends less than it announced', () => csvResponse(cutBody(), { 'content-length': '5000' })],
  ['ends in the middle of a cell', () => csvResponse(`${header}1,"Reno`)],
  ['sends a page instead of a report', () => csvResponse('<html><title>Proxy sign-in</title></html>')],
];

test.each(cuts)('a server that %s: exit 74, the old file stays, nothing is left behind', async (_, respond) => {
  const server = mockApi(respond);
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  await writeFile(join(cli.folder, 'users.csv'), 'old');
  const { code, stdout, stderr } = await cli.run(['reports', 'export', 'users', '--out', 'users.csv', '--overwrite']);
  expect({ code, stdout }).toEqual({ code: 74, stdout: '' });
  expect(stderr).toContain('error[E-EXPORT-CUT]');
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('exit 74 (io)');
  expect(stderr).not.toContain(anyToken);
  expect(await readFile(join(cli.folder, 'users.csv'), 'utf8')).toBe('old');
  expect(await namesIn(cli.folder)).toEqual(['users.csv']);
});

const unavailable = () => new HttpResponse(null, { status: 503, headers: { 'retry-after': '0' } });

test('an unavailable server: exit 69 after retries, nothing written', async () => {
  const server = mockApi(unavailable);
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const { code, stdout } = await cli.run(['reports', 'export', 'users', '--out', 'users.csv']);
  expect({ code, stdout }).toEqual({ code: 69, stdout: '' });
  expect(server.seen).toHaveLength(5);
  expect(await namesIn(cli.folder)).toEqual([]);
});

test('one refused request does not end an export: it is repeated', async () => {
  const server = mockApi((_call, count) => (count === 1 ? unavailable() : csvResponse(header + row)));
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const { code, stdout } = await cli.run(['reports', 'export', 'users']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    rows: 1,
    file: join(cli.folder, 'carepost_Users_2026-08-21_06-00-00.csv'),
  });
});

test('a server that stops responding is an error after the time-out', async () => {
  const server = mockApi(() => csvResponse(startedBody(header + row).body));
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  const { code, stderr } = await cli.run(['reports', 'export', 'users', '--timeout', '300ms']);
  expect(code).toBe(69);
  expect(stderr).toContain('error[E-TIMEOUT]');
  expect(await namesIn(cli.folder)).toEqual([]);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s during a download: exit %i, the old file stays, nothing is left behind', async (signal, exit) => {
  const { body, received } = startedBody(header + row.repeat(50_000));
  const server = mockApi(() => csvResponse(body));
  const cli = await createCliSandbox({ api: server.url, token: anyToken });
  await writeFile(join(cli.folder, 'users.csv'), 'old');
  let run: StartedRun | undefined;
  const ended = cli.run(['reports', 'export', 'users', '--out', 'users.csv', '--overwrite'], {
    onStart: (started) => (run = started),
  });
  await received;
  run?.kill(signal);
  const { code, stderr } = await ended;
  expect({ code, stderr }).toMatchObject({ code: exit, stderr: expect.not.stringContaining('internal') });
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`exit ${exit} (interrupted)`);
  expect(await readFile(join(cli.folder, 'users.csv'), 'utf8')).toBe('old');
  expect(await namesIn(cli.folder)).toEqual(['users.csv']);
});
