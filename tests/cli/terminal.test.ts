import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliMachine, cliMachine, launcher } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

/** util-linux' script gives a process a terminal; where it is missing nothing here can be tried. */
const hasScript = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false;

let server: TestServer;
let place: CliMachine;
beforeAll(async () => {
  server = await startServer();
  place = await cliMachine({ api: server.url, token: server.as('SysAdmin'), keep: true, env: { TERM: 'xterm' } });
});
afterAll(() => server.close());

interface OnTerminal {
  readonly columns?: number;
  readonly env?: Record<string, string>;
  /** Typed when the text shows up. */
  readonly answer?: readonly [when: string, text: string];
}

/** Runs on a terminal; what it shows, stdout and stderr alike. */
const onTerminal = async (words: string, { columns = 200, env = {}, answer }: OnTerminal = {}) => {
  const line = `stty cols ${columns}; "${process.execPath}" "${launcher}" ${words}`;
  let answered = false;
  const result = await place.run(['-qec', line, '/dev/null'], {
    program: ['script'],
    env: { CI: '', ...env },
    ...(answer === undefined
      ? {}
      : {
          onStdout: (all, child) => {
            if (answered || !all.includes(answer[0])) return;
            answered = true;
            child.stdin?.write(answer[1]);
          },
        }),
  });
  // In a checkout under work the launcher may say that it builds first; that is not what is looked at here.
  const text = result.stdout.replaceAll('\r\n', '\n').replace('Building the command line…\n', '');
  return { code: result.code, text };
};

describe.skipIf(!hasScript)('on a terminal', () => {
  test('a list is a table with headings in bold, never wider than the terminal', async () => {
    for (const columns of [200, 100, 60]) {
      const { text } = await onTerminal('orgs list --limit 4 --quiet', { columns });
      const lines = stripVTControlCharacters(text).trimEnd().split('\n');
      expect(text).toContain('\u001b[1mID');
      expect(
        lines.every((line) => line.length <= columns),
        `${columns}\n${text}`,
      ).toBe(true);
      expect(lines).toHaveLength(5);
    }
  });

  test('says which columns a narrow terminal leaves out', async () => {
    const { text } = await onTerminal('orgs list --limit 1', { columns: 80 });
    expect(text).toMatch(/Too narrow for .*loginType; choose with --fields/);
  });

  test('NO_COLOR and --color never take the colours away, --color always keeps them', async () => {
    expect((await onTerminal('orgs types', { env: { NO_COLOR: '1' } })).text).not.toContain('\u001b[');
    expect((await onTerminal('orgs types --color never')).text).not.toContain('\u001b[');
    expect((await onTerminal('orgs types --color always', { env: { NO_COLOR: '1' } })).text).toContain('\u001b[1m');
  });

  test('asks before removing; "no" is exit 9 and changes nothing, --no-input does not ask', async () => {
    await place.run(['profile', 'add', 'staging', '--api', server.url]);
    const asked = await onTerminal('profile remove staging', { answer: ['Remove the profile staging?', 'n\n'] });
    expect(asked.code).toBe(9);
    const silent = await onTerminal('profile remove staging --no-input');
    expect([silent.code, silent.text.includes('(y/N)')]).toEqual([9, false]);
    expect((await place.run(['profile', 'list', '--output', 'ids'])).stdout).toContain('staging');
    const agreed = await onTerminal('profile remove staging', { answer: ['Remove the profile staging?', 'y\n'] });
    expect(agreed.code, agreed.text).toBe(0);
    expect((await place.run(['profile', 'list', '--output', 'ids'])).stdout).not.toContain('staging');
  });

  test('a pager gets the result; leaving it early is no failure', async () => {
    const paged = await onTerminal('orgs types --output ids --quiet --pager "sed s/^/page:/"');
    expect(
      paged.text
        .trim()
        .split('\n')
        .every((line) => line.startsWith('page:')),
    ).toBe(true);
    expect((await onTerminal('orgs list --all --output csv --pager "head -1"')).code).toBe(0);
  });
});
