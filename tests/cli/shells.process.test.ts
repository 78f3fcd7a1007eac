// Property of the process: its streams are real pipes and files of a shell (pipes, redirections, lists, completion).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCommands } from '../../cli/tree/catalogue.ts';
import { allOrSome } from '../support/isHard.ts';
import { type CliSandbox, createCliSandbox, launcher } from '../support/runCli.ts';
import { isPlainCommand } from '../support/shellWords.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { writeExampleFiles } from './exampleFiles.ts';
import { createExampleValues, fillPlaceholders } from './exampleValues.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  await writeExampleFiles(sandbox.folder);
});
afterAll(() => server.close());

const examples = (await allCommands()).flatMap(({ path, command }) =>
  // The editor needs a terminal (orgsEdit).
  path === 'orgs edit'
    ? []
    : command.examples.filter((line) => !isPlainCommand(line)).map((line) => [line, path] as const),
);

test('few examples need a shell', () => {
  expect(examples.length).toBeGreaterThan(3);
  expect(examples.length).toBeLessThan(20);
});

test.each(allOrSome(examples, 2))('example runs: %s', { tags: ['scaled'] }, async (line, path) => {
  const values = /<|update\.csv/.test(line) ? await createExampleValues(server, sandbox)(path) : {};
  const program = `carepost() { "${process.execPath}" "${launcher}" "$@"; }\n${fillPlaceholders(line, values)}`;
  const result = await sandbox.run(['-c', program], { program: ['sh'] });
  expect([result.code, result.stderr.includes('error[')], result.stderr).toEqual([0, false]);
  expect(result.stdout).not.toBe('');
});

test('a closed output pipe ends the run without an error', async () => {
  const result = await sandbox.run(['orgs', 'list', '--all', '--output', 'csv'], { shell: '"$@" | head -1' });
  expect([result.code, result.stderr]).toEqual([0, '']);
  expect(result.stdout.startsWith('id,')).toBe(true);
});

test('a closed output pipe leaves the work of the command whole', async () => {
  const plan = ['bulk', 'plan', 'orgs.update', '--select', '--set', 'phone=5550601234', '--plan-out', 'piped.json'];
  await sandbox.run(plan, { shell: '{ "$@"; echo $? > piped.code; } | head -1' });
  expect(await readFile(join(sandbox.folder, 'piped.code'), 'utf8')).toBe('0\n');
  expect((await readFile(join(sandbox.folder, 'piped.json'), 'utf8')).startsWith('{')).toBe(true);
});

test.skipIf(process.platform !== 'linux')('output that cannot be written is an error with its cause', async () => {
  const result = await sandbox.run(['orgs', 'list', '--output', 'csv'], { shell: '"$@" > /dev/full' });
  expect(result.code).toBe(74);
  expect(result.stderr).toContain('The output cannot be written: no space is left on the disk.');
});

test('the bash script completes in a real shell', async () => {
  const { stdout: script } = await sandbox.run(['completion', 'bash']);
  const lines = [
    script,
    `carepost() { "${process.execPath}" "${launcher}" "$@"; }`,
    'COMP_WORDS=(carepost orgs che)',
    'COMP_CWORD=2',
    '_carepost',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ];
  const result = await sandbox.run(['-c', lines.join('\n')], { program: ['bash'] });
  expect(result.stdout).toBe('check-subdomain\n');
});
