import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InterceptedApi, mockApi } from '../support/mockApi.ts';
import { type CliSandbox, createCliSandbox, type StartedRun } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

interface JsonRecord {
  readonly code: string;
  readonly exit: number;
  readonly message: string;
}

/** An API with the same response to every call. */
const mockResponse = (status: number, headers: Record<string, string> = {}, body = '{}'): InterceptedApi =>
  mockApi(() => new HttpResponse(body, { status, headers: { 'content-type': 'application/json', ...headers } }));

const unknownId = '0199c8d4-0000-7000-8000-000000000000';

describe('exit codes of commands', () => {
  test.each([
    [2, 'E-USAGE', ['orgs', 'lst']],
    [2, 'E-USAGE', ['orgs', 'list', '--page-size', '7']],
    [2, 'E-USAGE', ['orgs', 'list', '--nonsense']],
    [2, 'E-USAGE', ['orgs', 'list', '--where', 'nme=x']],
    [2, 'E-USAGE', ['eulas', 'create', '--version', '2.1', '--file', 'a.csv', '--yes']],
    [2, 'E-USAGE', ['orgs', 'delete', unknownId, '-V']],
    [2, 'E-USAGE', ['orgs', 'get']],
    [6, 'E-NOT-FOUND', ['orgs', 'get', unknownId]],
    [2, 'E-USAGE', ['orgs', 'get', 'not-an-id']],
    [7, 'E-REQUEST-INVALID', ['directory', 'search', '--state', 'ZZ']],
    [6, 'E-CODE-UNKNOWN', ['explain', 'E-FORBIDEN']],
    [6, 'E-PROFILE-UNKNOWN', ['profile', 'show', 'nowhere']],
    [6, 'E-PROFILE-UNKNOWN', ['whoami', '--profile', 'nowhere']],
    [2, 'E-USAGE', ['orgs', 'list', '--api', 'http://carepost.example.com']],
    [2, 'E-USAGE', ['orgs', 'list', '--api', 'notaurl']],
  ])('exit %i %s: %j', async (exit, code, args) => {
    const result = await sandbox.run([...args, '--output', 'json']);
    expect([result.code, result.stdout]).toEqual([exit, '']);
    expect(JSON.parse(result.stderr)).toMatchObject({ code, exit });
    const text = await sandbox.run([...args, '--output', 'table']);
    expect(text.stderr.trim().split('\n').at(-1)).toMatch(new RegExp(`^exit ${exit} \\(`));
  });

  test.each([
    [['frobnicate'], 2],
    [['frobnicate', '--help'], 2],
    [['orgs', 'frobnicate'], 2],
    [['orgs', '--quiet', 'frobnicate', '--help'], 2],
    [['orgs', 'login', 'frobnicate', '--help'], 2],
    [['help', 'frobnicate'], 2],
  ])('an unknown command is a usage error, as the help says: %j', async (args, exit) => {
    expect((await sandbox.run(args)).code).toBe(exit);
    const { stdout } = await sandbox.run(['help', 'exit-codes']);
    expect(stdout).toMatch(/^ +2 +usage +wrong command/m);
    expect(stdout).not.toMatch(/^ +6 .*command/m);
  });

  test('--version is a flag of the program alone', async () => {
    const inside = await sandbox.run(['--profile', 'default', 'orgs', 'delete', unknownId, '--version']);
    expect([inside.code, inside.stdout, inside.stderr]).toEqual([2, '', expect.stringContaining("'--version'")]);
    for (const args of [['--version'], ['-V'], ['--quiet', '--version'], ['-V', 'orgs', 'list']]) {
      const { code, stdout } = await sandbox.run(args);
      expect([args, code, stdout]).toEqual([args, 0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
    }
  });

  test('a role without access is exit 5, no sign-in or an expired token is exit 4, and stdout stays empty', async () => {
    for (const [caller, exit] of [
      ['User', 5],
      ['SysAdminReporting', 5],
      ['disabled', 4],
      ['expired', 4],
    ] as const) {
      const other = await createCliSandbox({ api: server.url, token: server.as(caller) });
      const result = await other.run(['orgs', 'list', '--output', 'json']);
      expect([caller, result.code, result.stdout]).toEqual([caller, exit, '']);
      expect((JSON.parse(result.stderr) as JsonRecord).exit).toBe(exit);
    }
    const signedOut = await createCliSandbox({ api: server.url });
    const result = await signedOut.run(['orgs', 'list', '--output', 'json']);
    expect([result.code, (JSON.parse(result.stderr) as JsonRecord).code]).toEqual([4, 'E-NOT-SIGNED-IN']);
  });

  test('no server is exit 69; a server that keeps responding with Retry-After is exit 75', async () => {
    const closed = await sandbox.run(['orgs', 'types', '--api', 'http://127.0.0.1:9', '--max-wait', '0s']);
    expect(closed.code).toBe(69);
    const limited = mockResponse(429, { 'retry-after': '30' });
    const result = await sandbox.run(['orgs', 'types', '--api', limited.url, '--max-wait', '1s']);
    expect(result.code).toBe(75);
    const broken = mockResponse(503);
    const down = await sandbox.run(['orgs', 'types', '--api', broken.url, '--max-wait', '0s']);
    expect(down.code).toBe(69);
  });

  test.each([
    ['a page', { 'content-type': 'text/html' }, '<!doctype html><title>Welcome</title>'],
    ['another shape', {}, '{"rows":[]}'],
  ])('a server that answers %s is exit 69, and the hint names the address', async (_what, headers, body) => {
    const other = mockResponse(200, headers, body);
    const result = await sandbox.run(['orgs', 'types', '--api', other.url, '--output', 'json']);
    expect(JSON.parse(result.stderr)).toMatchObject({
      code: 'E-ANSWER',
      exit: 69,
      hint: 'Check the address of the server.',
    });
  });

  test('Ctrl-C is 130 and SIGTERM 143, named in the last line', async () => {
    for (const [signal, exit] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      let run: StartedRun | undefined;
      const silent = mockApi(() => {
        run?.kill(signal);
        return new Promise<never>(() => undefined);
      });
      const result = await sandbox.run(['orgs', 'types', '--api', silent.url], {
        onStart: (started) => (run = started),
      });
      expect(result.code).toBe(exit);
      expect(result.stderr).toContain(`Stopped by ${signal}.`);
      expect(result.stderr.trim().split('\n').at(-1)).toBe(`exit ${exit} (interrupted)`);
    }
  });

  test('an empty result is a result: exit 0, and still well-formed', async () => {
    const args = ['orgs', 'list', '--search', 'no organization is called this'];
    expect(await sandbox.run([...args, '--output', 'json'])).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    const csv = await sandbox.run([...args, '--output', 'csv']);
    expect(csv.stdout.split('\n')).toHaveLength(2);
    expect((await sandbox.run([...args, '--output', 'ndjson'])).stdout).toBe('');
  });

  test.each([
    ['orgs list --serch x', 'Run: carepost orgs list --help', true],
    ['apps create --name X', 'Run: carepost apps create --help', false],
    ['apps create --fil=X', 'Run: carepost apps create --help', true],
    ['org ls --limit -1', 'Run: carepost orgs list --help', false],
    ['orgs frobnicate', 'Run: carepost orgs --help', false],
    ['guid --format X', 'Run: carepost guid --help', false],
    ['nothing', 'Run: carepost --help', false],
  ])('a wrong command line names the help that explains it: %s', async (line, hint, guesses) => {
    const { code, stderr } = await sandbox.run(line.split(' '));
    expect(code).toBe(2);
    expect(stderr).toContain(`hint: ${hint}\n`);
    expect(stderr.includes('Did you mean')).toBe(guesses);
  });

  test('notes go to stderr, and --quiet leaves them out', async () => {
    const logged = await sandbox.run(['orgs', 'list', '--limit', '2']);
    expect(JSON.parse(logged.stdout)).toHaveLength(2);
    expect(logged.stderr).toContain('--all shows all');
    expect((await sandbox.run(['orgs', 'list', '--limit', '2', '--quiet'])).stderr).toBe('');
  });

  test('removing without a terminal and without --yes changes nothing and is exit 9', async () => {
    const other = await createCliSandbox();
    await other.run(['profile', 'add', 'staging', '--api', 'https://staging.example.com']);
    const refused = await other.run(['profile', 'remove', 'staging']);
    expect(refused.code).toBe(9);
    expect(refused.stderr).toContain('--yes');
    expect((await other.run(['profile', 'list', '--output', 'ids'])).stdout).toBe('default\nstaging\n');
    expect((await other.run(['profile', 'remove', 'staging', '--yes'])).code).toBe(0);
    expect((await other.run(['profile', 'list', '--output', 'ids'])).stdout).toBe('default\n');
  });

  test('a broken configuration file is exit 78 and names the file', async () => {
    const other = await createCliSandbox();
    await other.run(['profile', 'add', 'a']);
    await writeFile(join(other.configFolder, 'config.json'), '{ not json');
    const result = await other.run(['orgs', 'list', '--output', 'json']);
    expect(result.code).toBe(78);
    expect((JSON.parse(result.stderr) as JsonRecord).message).toContain('config.json');
  });
});

describe('text from a server', () => {
  test('cannot drive the terminal: control characters and direction marks are written out', async () => {
    const name = 'Evil\u001b[31m\u0007\u009b2J\u202eCinilc\nNext';
    const body = JSON.stringify({ items: [{ id: unknownId, name }] });
    const fake = mockResponse(200, {}, body);
    for (const format of ['table', 'json', 'ndjson', 'yaml', 'ids']) {
      const { stdout } = await sandbox.run(['orgs', 'types', '--api', fake.url, '--output', format]);
      // oxlint-disable-next-line no-control-regex -- these must not be there
      expect(stdout, format).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    const refusal = mockResponse(400, {}, JSON.stringify({ code: 'E-REQUEST-INVALID', message: name }));
    const { stderr } = await sandbox.run(['orgs', 'types', '--api', refusal.url]);
    // oxlint-disable-next-line no-control-regex -- these must not be there
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test('stays as it is in CSV; --escape-formulas defuses cells a spreadsheet would run', async () => {
    const body = JSON.stringify({ items: [{ id: unknownId, name: '=HYPERLINK("http://x")' }] });
    const fake = mockResponse(200, {}, body);
    const args = ['orgs', 'types', '--api', fake.url, '--output', 'csv', '--fields', 'name'];
    expect((await sandbox.run(args)).stdout).toBe('name\n"=HYPERLINK(""http://x"")"\n');
    expect((await sandbox.run([...args, '--escape-formulas'])).stdout).toContain("'=HYPERLINK");
  });
});
