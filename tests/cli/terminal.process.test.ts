// Property of the process: its streams are a real terminal (util-linux' script): width, raw keys of a question, a pager that shares it.
import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox, launcher } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

const hasScript = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false;

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({
    api: server.url,
    token: server.as('SysAdmin'),
    keep: true,
    env: { TERM: 'xterm', CI: '' },
  });
});
afterAll(() => server.close());

interface Terminal {
  readonly columns?: number;
  /** Typed when the text shows up. */
  readonly response?: readonly [when: string, text: string];
}

const onTerminal = async (line: string, { columns = 200, response: answer }: Terminal = {}) => {
  const program = `stty cols ${columns}; "${process.execPath}" "${launcher}" ${line}`;
  let responseCount = false;
  const { code, stdout } = await sandbox.run(['-qec', program, '/dev/null'], {
    program: ['script'],
    ...(answer && {
      onStdout: (all, run) => {
        if (responseCount || !all.includes(answer[0])) return;
        responseCount = true;
        run.write(answer[1]);
      },
    }),
  });
  return { code, text: stdout.replaceAll('\r\n', '\n') };
};

describe.skipIf(!hasScript)('on a real terminal', () => {
  test('a list is a table with headings in bold, never wider than the terminal', async () => {
    const { text } = await onTerminal('orgs list --limit 4 --quiet', { columns: 60 });
    const lines = stripVTControlCharacters(text).trimEnd().split('\n');
    expect(text).toContain('\u001b[1mID');
    expect(
      lines.every((line) => line.length <= 60),
      text,
    ).toBe(true);
    expect(lines).toHaveLength(5);
  });

  test('a question takes "no", Ctrl-C and Ctrl-D from the keyboard: exit 9 and 130', async () => {
    const refused = await onTerminal('networks create --set name=Refused', {
      response: ['Add the network Refused?', 'n\n'],
    });
    expect(refused.code, refused.text).toBe(9);
    const stopped = await onTerminal('networks create --set name=Stopped', {
      response: ['Add the network Stopped?', '\u0003'],
    });
    expect([stopped.code, stopped.text.includes('nothing was sent')], stopped.text).toEqual([130, true]);
    const ended = await onTerminal('networks create --set name=Ended', {
      response: ['Add the network Ended?', '\u0004'],
    });
    expect([ended.code, ended.text.includes('nothing was sent')], ended.text).toEqual([130, true]);
    expect(ended.text).not.toContain('Warning');
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
