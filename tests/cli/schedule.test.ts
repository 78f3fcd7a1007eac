/** @module-tag scaled */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { cronLine } from '../../cli/commands/schedule.ts';
import type { Schedule } from '../../cli/commands/schedule.ts';
import { systemdUnits } from '../../cli/commands/schedule.ts';
import { windowsTask } from '../../cli/commands/schedule.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { makeFolder } from './exportRun.ts';
import { isHard } from '../support/isHard.ts';

let sandbox: CliSandbox;
beforeAll(async () => {
  sandbox = await createCliSandbox({ keep: true });
});

const print = async (...commandLine: string[]): Promise<string> => {
  const { code, stdout, stderr } = await sandbox.run(['schedule', 'print', ...commandLine]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** What an element of the XML holds; it has no markup of its own. */
const elementText = (xml: string, name: string): string => {
  const parts = new RegExp(`<${name}>([^<>]*)</${name}>`).exec(xml);
  if (parts === null) throw new Error(`There is no element ${name}`);
  return (parts[1] ?? '').replaceAll(/&\w+;/g, (entity) => entities[entity] ?? 'unknown entity');
};

const command = ['reports', 'export', 'users', '--out-dir', '/srv/my reports', '--latest', '--quiet'];

test('systemd: a service and a timer with what a nightly run needs', async () => {
  const text = await print('systemd', '--at', '06:05', '--user', 'reports', '--', ...command, '--deadline', '45m');
  for (const line of [
    '# /etc/systemd/system/carepost-reports-export-users.service',
    'ExecStart=/usr/bin/carepost reports export users --out-dir "/srv/my reports" --latest --quiet --deadline 45m',
    'User=reports',
    'LoadCredential=carepost-key:/etc/carepost/key.pem',
    // A minute more than the command gives itself, so that it can clear up.
    'TimeoutStartSec=46min',
    '# /etc/systemd/system/carepost-reports-export-users.timer',
    'OnCalendar=*-*-* 06:05:00',
    'Persistent=true',
    'RandomizedDelaySec=5min',
    'WantedBy=timers.target',
  ])
    expect(text.split('\n')).toContain(line);
});

test('cron: one line, for an account in /etc/cron.d with --user', async () => {
  const text = await print('cron', '--every', '15m', '--user', 'reports', '--', 'carepost', ...command);
  expect(text.split('\n')[1]).toBe(
    "*/15 * * * * reports /usr/bin/carepost reports export users --out-dir '/srv/my reports' --latest --quiet",
  );
  expect((await print('cron', '--at', '23:00', '--', ...command)).split('\n')[1]).toMatch(
    /^0 23 \* \* \* \/usr\/bin\/carepost /,
  );
});

test('windows: a task that does not start a second copy', async () => {
  const text = await print('windows', '--every', '6h', '--name', 'nightly', '--jitter', '10m', '--', ...command);
  const element = (name: string) => elementText(text, name);
  expect(element('Command')).toBe('carepost.cmd');
  expect(element('Arguments')).toBe('reports export users --out-dir "/srv/my reports" --latest --quiet');
  expect([element('Interval'), element('RandomDelay'), element('ExecutionTimeLimit')]).toEqual([
    'PT360M',
    'PT10M',
    'PT21M',
  ]);
  expect(element('MultipleInstancesPolicy')).toBe('IgnoreNew');
});

test.each([
  [['systemd', '--at', '6:00', '--', 'guid'], 'must be a time of day'],
  [['cron', '--every', '7m', '--', 'guid'], 'does not divide an hour'],
  [['cron', '--every', '5h', '--', 'guid'], 'does not divide'],
  [['cron', '--at', '06:00', '--every', '1h', '--', 'guid'], 'exclude each other'],
  [['crn', '--', 'guid'], 'Did you mean "cron"'],
  [['cron', '--name', 'a b', '--', 'guid'], 'must be the name of a job'],
  [['cron', '--', 'guid', 'a\nb'], 'line end'],
  [['cron'], 'command'],
])('%j is a usage error that says why', async (commandLine, why) => {
  const { code, stdout, stderr } = await sandbox.run(['schedule', 'print', ...commandLine]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)]);
});

const hard = fc.constantFrom(
  "'",
  '"',
  '\\',
  '$',
  '$HOME',
  '%',
  '%h',
  '`',
  ' ',
  '\t',
  ';',
  '&',
  '|',
  '*',
  '~',
  '#',
  '(',
  '!',
  'é',
  '',
  'a',
  '<',
  '&amp;',
);
const word = fc.array(hard, { maxLength: 6 }).map((parts) => parts.join(''));
const schedule = (commandLine: readonly string[]): Schedule => ({
  name: 'job',
  words: ['/bin/echo', ...commandLine],
  when: { at: '06:00' },
  user: undefined,
  jitterMinutes: 5,
  deadlineMinutes: 20,
});

test('a crontab line passes exactly the arguments of the command', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (commandLine) => {
      const line = cronLine(schedule(commandLine)).split('\n')[1] ?? '';
      // What cron does before the shell sees it: five fields, then the rest with \% as %; a bare % would cut it.
      const shell = line.split(' ').slice(5).join(' ');
      expect(shell.replaceAll('\\%', '')).not.toContain('%');
      const script = `echo() { :; }\nset -f\nshow() { printf '%s\\n' "$@"; }\nshow ${shell.replaceAll('\\%', '%')}`;
      const { stdout, status } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
      expect([status, stdout.split('\n').slice(1, -1)]).toEqual([0, commandLine]);
    }),
    { numRuns: isHard ? 60 : 25 },
  );
});

/** Takes ExecStart apart as systemd.service(5) says: quotes, C escapes, %% and $$. */
const takenApart = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare]) =>
    (quoted ?? bare ?? '')
      .replaceAll(/\\(.)/g, (_, one: string) => ({ n: '\n', t: '\t' })[one] ?? one)
      .replaceAll('%%', '%')
      .replaceAll('$$', '$'),
  );

test('a systemd unit passes exactly the arguments of the command', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (commandLine) => {
      const line = /^ExecStart=(.*)$/m.exec(systemdUnits(schedule(commandLine)))?.[1] ?? '';
      expect(takenApart(line)).toEqual(['/bin/echo', ...commandLine]);
      // No specifier and no variable is left for systemd to fill in.
      expect(line.replaceAll('%%', '')).not.toContain('%');
      expect(line.replaceAll('$$', '')).not.toContain('$');
    }),
  );
});

/** Takes arguments apart as programs on Windows do: a quote counts behind an even number of backslashes. */
const windowsArguments = (text: string): string[] =>
  [...text.matchAll(/(?:"((?:[^"\\]|\\+[^"\\]|(?:\\\\)*\\")*(?:\\\\)*)"|([^\s"]+))(?:\s|$)/g)].map(
    ([, quoted, bare]) =>
      quoted === undefined
        ? (bare ?? '')
        : quoted
            .replaceAll(/(\\*)"/g, (_, slashes: string) => `${'\\'.repeat(slashes.length >> 1)}"`)
            .replace(/(\\+)$/, (slashes) => '\\'.repeat(slashes.length >> 1)),
  );

test('a Windows task passes exactly the arguments of the command', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (commandLine) => {
      expect(windowsArguments(elementText(windowsTask(schedule(commandLine)), 'Arguments'))).toEqual(commandLine);
    }),
  );
});

const analyze = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!analyze)('systemd itself finds nothing wrong with the units', async () => {
  const folder = await makeFolder();
  await mkdir(folder, { recursive: true });
  const text = await print(
    'systemd',
    '--every',
    '1h',
    '--program',
    process.execPath,
    '--',
    'orgs',
    'list',
    '--where',
    "name~O'Brien 100%",
  );
  const files = text.split(/^# \/etc\/systemd\/system\/(.*)$/m).slice(1);
  const paths: string[] = [];
  for (let index = 0; index < files.length; index += 2) {
    const path = join(folder, files[index] ?? '');
    await writeFile(path, files[index + 1] ?? '');
    paths.push(path);
  }
  expect(paths).toHaveLength(2);
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
  const ours = stderr.split('\n').filter((line) => line.includes('carepost'));
  expect([status, ours]).toEqual([0, []]);
});

test('the topic explains all steps', async () => {
  const { stdout } = await sandbox.run(['help', 'scheduling']);
  for (const text of ['LoadCredential=', 'schedule print systemd', '0 6 * * * reports', '--max-drop', 'exit codes'])
    expect(stdout).toContain(text);
});

test.each([
  ['nope', 'There is no command "nope"'],
  ['reports exprt', 'There is no command "reports exprt". Did you mean "export"?'],
  ['orgs list --frob', "unknown option '--frob'"],
  ['reports export users --keep many', '"many" must be a whole number'],
])('a command, flag or value that does not exist is refused: %s', async (line, message) => {
  const { code, stderr } = await sandbox.run(['schedule', 'print', 'cron', '--', ...line.split(' ')]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
