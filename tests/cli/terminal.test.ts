import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox, type TerminalOptions } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({
    api: server.url,
    token: server.as('SysAdmin'),
    keep: true,
    env: { TERM: 'xterm' },
  });
});

const onTerminal = (line: string, options?: TerminalOptions) => sandbox.runOnTerminal(line, options);

describe('on a terminal', () => {
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

  test('names the columns that a narrow terminal leaves out', async () => {
    const { text } = await onTerminal('orgs list --limit 1', { columns: 80 });
    expect(text).toMatch(/Too narrow for .*loginType; choose with --fields/);
  });

  test('NO_COLOR and --color never turn colours off, --color always turns them on', async () => {
    expect((await onTerminal('orgs types', { env: { NO_COLOR: '1' } })).text).not.toContain('\u001b[');
    expect((await onTerminal('orgs types --color never')).text).not.toContain('\u001b[');
    expect((await onTerminal('orgs types --color always', { env: { NO_COLOR: '1' } })).text).toContain('\u001b[1m');
  });

  test('asks before removing; "no" is exit 9 and changes nothing, --no-input does not ask', async () => {
    await sandbox.run(['profile', 'add', 'staging', '--api', server.url]);
    const prompted = await onTerminal('profile remove staging', { response: ['Remove the profile staging?', 'n\n'] });
    expect(prompted.code).toBe(9);
    const silent = await onTerminal('profile remove staging --no-input');
    expect([silent.code, silent.text.includes('(y/N)')]).toEqual([9, false]);
    expect((await sandbox.run(['profile', 'list', '--output', 'ids'])).stdout).toContain('staging');
    const agreed = await onTerminal('profile remove staging', { response: ['Remove the profile staging?', 'y\n'] });
    expect(agreed.code, agreed.text).toBe(0);
    expect((await sandbox.run(['profile', 'list', '--output', 'ids'])).stdout).not.toContain('staging');
  });

  test('Ctrl-C at a prompt is exit 130 and no internal error', async () => {
    const prompted = await onTerminal('networks create --set name=Stopped', {
      response: ['Add the network Stopped?', '\u0003'],
    });
    expect(
      [prompted.code, prompted.text.includes('Stopped at the question; nothing was sent.')],
      prompted.text,
    ).toEqual([130, true]);
    expect(prompted.text).not.toContain('Please report it');
  });

  test('a change that cannot be sent needs no confirmation', async () => {
    const { code, text } = await onTerminal('networks create --set name=Nobody', {
      env: { CAREPOST_TOKEN_FILE: '/nowhere' },
    });
    expect([code, text.includes('?')], text).toEqual([4, false]);
  });
});
