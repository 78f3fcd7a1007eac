import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

const scenarios: readonly (readonly string[])[] = [
  ['orgs', 'list', '--debug'],
  ['orgs', 'list', '-v', '--all'],
  ['orgs', 'get', 'not-an-id', '--debug'],
  ['orgs', 'get', '0199c8d4-0000-7000-8000-000000000000', '--debug', '--output', 'json'],
  ['orgs', 'types', '--debug', '--api', 'http://127.0.0.1:9', '--max-wait', '0s'],
  ['whoami', '--check', '--debug'],
  ['doctor', '--debug', '--output', 'json'],
  ['config', 'explain', '--output', 'json'],
  ['profile', 'list', '--output', 'json'],
  ['logout', '--debug'],
];

const signedInSandbox = async (): Promise<CliSandbox> => {
  const sandbox = await createCliSandbox({ api: server.url });
  const file = join(sandbox.home, 'secret');
  await writeFile(file, 'demo-automation-secret');
  const args = [
    'login',
    '--client-credentials',
    '--client-id',
    'demo-automation',
    '--client-secret-file',
    file,
    '--insecure-storage',
  ];
  const trace = join(sandbox.home, 'login.trace');
  const login = await sandbox.run([...args, '--debug', '--trace-file', trace]);
  expect(login.code, login.stderr).toBe(0);
  const printed = login.stdout + login.stderr + (await readFile(trace, 'utf8'));
  expect(printed).not.toContain('demo-automation-secret');
  expect(printed).not.toMatch(/eyJ[\w-]{10,}/);
  return sandbox;
};

test('no output and no trace ever shows a token or a secret', async () => {
  const sandbox = await signedInSandbox();
  const secrets = await readFile(join(sandbox.stateFolder, 'secrets', 'default.json'), 'utf8');
  const { accessToken } = JSON.parse(secrets) as { accessToken: string };
  const trace = join(sandbox.home, 'run.trace');
  for (const args of scenarios) {
    const { stdout, stderr } = await sandbox.run([...args, '--trace-file', trace]);
    for (const text of [stdout, stderr]) {
      expect(text, args.join(' ')).not.toContain(accessToken);
      expect(text, args.join(' ')).not.toContain(accessToken.split('.')[2]);
      expect(text, args.join(' ')).not.toMatch(/[Bb]earer ey/);
    }
  }
  const traced = await readFile(trace, 'utf8');
  expect(traced).not.toContain(accessToken);
  expect(
    traced
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string })
      .some(({ event }) => event === 'call'),
  ).toBe(true);
  expect((await stat(trace)).mode & 0o777).toBe(0o600);
}, 60_000);

test('-v logs each call by its path template, without ids and search text', async () => {
  const sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin') });
  const { stderr } = await sandbox.run(['orgs', 'list', '--search', 'Secret Patient Name', '-v']);
  expect(stderr).toMatch(/^GET \/api\/organizations 200 /m);
  expect(stderr).not.toContain('Patient');
});
