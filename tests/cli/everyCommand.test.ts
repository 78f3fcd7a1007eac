import type { StartedRun } from '../support/runCli.ts';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands, type Listed } from '../../cli/tree/catalogue.ts';
import { flagsOf } from '../../cli/tree/flags.ts';
import { type CliMachine, type CliResult, cliMachine } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { writeExampleFiles } from './exampleWorld.ts';

/**
 * Exit codes and what stands on which stream, for every command of the tree: without an answer, with an ended token, stopped in the
 * middle, without a terminal to ask on, and with a wrong flag. That each example succeeds is the business of commandTree.test.ts.
 */
const commands = await allCommands();

/** Their calls go to the sign-in service, they make any call there is (api.test.ts), or they start with a plan or a run (bulk*.test.ts). */
const ownWays = new Set([
  'login',
  'logout',
  'doctor',
  'whoami',
  'serve',
  'api',
  'bulk approve',
  'bulk resume',
  'bulk retry',
  'bulk undo',
]);
/** They need a terminal of their own and say so before anything else. */
const needsTerminal = (path: string) => path.endsWith(' edit');

const isCalling = ({ path, command }: Listed) =>
  !ownWays.has(path) && !needsTerminal(path) && (command.calls === 'all' || command.calls.length > 0);
const calling = commands.filter(isCalling);
const writing = commands.filter(
  ({ command, path }) => command.takes?.includes('write') === true && isCalling({ path, command }),
);

const someId = '0199c8d4-0000-7000-8000-000000000000';
/** What the placeholders stand for where nobody looks them up. */
const filled = (word: string): string =>
  word.replace(/<([\w-]+)>/g, (_all, name: string) => {
    if (/^(sender|recipient)$/.test(name)) return `${name}@direct.clinic.example`;
    return /^(message|attachment)$/.test(name)
      ? '1'
      : /^(oid|entry|domain|address|name|run)$/.test(name)
        ? `2.16.840.1.113883.3.${name.length}`
        : someId;
  });

/** The words of an example that calls the API, as a shell would split them. */
const wordsOf = ({ path, command }: Listed): string[] => {
  const line = command.examples.find(
    (one) => one.startsWith('carepost ') && !/[|>;&]/.test(one.replaceAll(/"[^"]*"|'[^']*'|<[^>]*>/g, '')),
  );
  if (line === undefined) throw new Error(`${path} has no example that stands alone`);
  const words = [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replaceAll(/["']/g, ''));
  return words.slice(words[0] === 'carepost' ? 1 : 0).map(filled);
};
const without = (words: readonly string[], ...flags: readonly string[]): string[] =>
  words.filter((word) => !flags.includes(word));

let server: TestServer;
let expired: CliMachine;
let place: CliMachine;
beforeAll(async () => {
  server = await startServer();
  place = await cliMachine({ api: server.url, token: server.as('SysAdmin'), keep: true });
  expired = await cliMachine({ api: server.url, token: server.as('expired'), keep: true });
  for (const machine of [place, expired]) await writeExampleFiles(machine.folder);
});
const silentServers: Server[] = [];
afterAll(async () => {
  for (const silent of silentServers) silent.close().closeAllConnections();
  await server.close();
});

/** Takes requests and never answers them; each goes to the listener. */
const silentServer = async (onRequest: () => void) => {
  const http = createServer(onRequest);
  silentServers.push(http);
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
};

/** The last line states the code; stdout holds nothing that was not asked for. */
const isWellEnded = (result: CliResult, exit: number) => {
  expect([result.code, result.stdout], result.stderr).toEqual([exit, '']);
  expect(result.stderr.trim().split('\n').at(-1)).toMatch(new RegExp(`^exit ${exit} \\(`));
};

// Most of the time of these is waiting: for a second try, for an answer that never comes, for what is under way.
describe.concurrent('every command that calls the server', () => {
  test.each(calling.map((one) => [one.path, one] as const))(
    '%s without a server is exit 69 and leaves stdout empty',
    async (_path, one) => {
      const result = await place.run([
        ...wordsOf(one),
        '--api',
        'http://127.0.0.1:9',
        '--max-wait',
        '0s',
        '--output',
        'table',
      ]);
      isWellEnded(result, 69);
    },
  );

  test.each(calling.map((one) => [one.path, one] as const))(
    '%s with an ended token is exit 4, told as one JSON object',
    async (_path, one) => {
      const result = await expired.run([
        ...without(wordsOf(one), '--output', 'ids', 'yaml', 'csv', 'json'),
        '--output',
        'json',
      ]);
      expect([result.code, result.stdout], result.stderr).toEqual([4, '']);
      const last = result.stderr.trim().split('\n').at(-1) ?? '';
      expect(JSON.parse(last)).toMatchObject({ exit: 4, code: expect.stringMatching(/^E-/) });
    },
  );

  test.each(calling.map((one) => [one.path, one] as const))(
    '%s stopped while it waits is exit 130',
    async (_path, one) => {
      let running: StartedRun | undefined;
      const api = await silentServer(() => running?.kill('SIGINT'));
      const result = await place.run([...wordsOf(one), '--api', api, '--output', 'table'], {
        onStart: (child) => {
          running = child;
        },
      });
      isWellEnded(result, 130);
    },
  );
});

describe('every command that writes', () => {
  test.each(writing.map((one) => [one.path, one] as const))(
    '%s sends nothing without --yes and without a terminal: exit 9 or the record is not there',
    async (path, one) => {
      const sent = await place.run([...without(wordsOf(one), '--yes', '-y'), '--output', 'json']);
      expect([path, [9, 6, 7, 2].includes(sent.code ?? -1), sent.stdout], sent.stderr).toEqual([path, true, '']);
      if (sent.code === 9) expect(sent.stderr).toContain('--yes');
    },
  );

  test('has the flags that guard a write', () => {
    for (const { path, command } of writing) {
      const flags = flagsOf(command)
        .map(({ flags: text }) => text)
        .join(' ');
      for (const flag of ['--yes', '--confirm-profile', '--reason'])
        expect([path, flags.includes(flag)]).toEqual([path, true]);
    }
  });
});

test.each(commands.map((one) => [one.path] as const))(
  '%s refuses a flag it does not know: exit 2, stdout empty, the help is named',
  async (path) => {
    const result = await place.run([...path.split(' '), '--no-such-flag', '--output', 'table']);
    isWellEnded(result, 2);
    expect(result.stderr).toContain('--help');
  },
);

const listing = commands.filter(
  ({ command }) => command.takes?.includes('rows') === true && command.fields !== undefined,
);
test.each(listing.map((one) => [one.path, one] as const))(
  '%s: an unknown field is refused before anything is asked',
  async (_path, one) => {
    const result = await place.run([...wordsOf(one), '--where', 'nosuchfield=1', '--api', 'http://127.0.0.1:9']);
    expect([result.code, result.stdout], result.stderr).toEqual([2, '']);
  },
);
