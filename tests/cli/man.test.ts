import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { topicNames } from '../../cli/program.ts';
import { allCommands } from '../../cli/tree/catalogue.ts';
import { flagsOf, rootFlags } from '../../cli/tree/flags.ts';
import { exitsOf } from '../../cli/tree/help.ts';
import { exits } from '../../cli/exits.ts';
import { pageName } from '../../cli/tree/manPage.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';

const commands = (await allCommands()).filter(({ command }) => command.hidden !== true);
const hasGroff = spawnSync('groff', ['--version']).status === 0;
let sandbox: CliSandbox;
let pages: Map<string, string>;
beforeAll(async () => {
  sandbox = await createCliSandbox({ keep: true });
  const written = await sandbox.run(['man', '--out-dir', 'pages']);
  expect([written.code, written.stderr]).toEqual([0, '']);
  const folder = join(sandbox.folder, 'pages');
  pages = new Map(
    await Promise.all(
      (await readdir(folder)).map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const),
    ),
  );
});

const unescaped = (page: string | undefined) =>
  (page ?? '')
    .replaceAll('\\-', '-')
    .replaceAll('\\e', '\\')
    .replace(/\\\[u([0-9A-F]+)\]/g, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

test('there is a page for the program, each command and each topic, and no other', () => {
  expect([...pages.keys()].sort()).toEqual(
    [
      'carepost.1',
      ...commands.map(({ path }) => `${pageName(path)}.1`),
      ...topicNames.map((name) => `${pageName(name)}.7`),
    ].sort(),
  );
});

test('a page says what the help says: summary, arguments, flags, examples, exit codes', () => {
  for (const { path, command } of commands) {
    const page = unescaped(pages.get(`${pageName(path)}.1`));
    const expected = [
      command.summary,
      ...(command.arguments ?? []).map(({ name }) => name),
      ...[...flagsOf(command), ...rootFlags].map(({ flags }) => flags),
      ...command.examples,
      ...exitsOf(command).map((exit) => command.exitMeanings?.[exit] ?? exits[exit].meaning),
    ];
    for (const text of expected) expect(page, path).toContain(text);
  }
});

test('the page of the program names every command', () => {
  const page = unescaped(pages.get('carepost.1'));
  for (const { path, command } of commands) expect(page).toContain(`.B ${path}\n${command.summary}`);
});

test.skipIf(!hasGroff)(
  'roff reads every page without a warning (skipped where groff is not installed)',
  { tags: ['hard'] },
  async () => {
    const files = [...pages.keys()].map((file) => join(sandbox.folder, 'pages', file));
    const { stderr } = await promisify(execFile)('groff', ['-man', '-Tutf8', '-ww', '-z', ...files]);
    expect(stderr).toBe('');
  },
);

test('one page goes to stdout; an unknown one names its neighbour', async () => {
  const { code, stdout } = await sandbox.run(['man', 'orgs', 'list']);
  expect([code, stdout]).toEqual([0, pages.get('carepost-orgs-list.1')]);
  const wrong = await sandbox.run(['man', 'orgs', 'lits']);
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toContain('Did you mean "orgs list"');
});
