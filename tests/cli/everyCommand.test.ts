/** @module-tag scaled */
import { AxiosError, type AxiosAdapter } from 'axios';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands, type Listed } from '../../cli/tree/catalogue.ts';
import { flagsOf } from '../../cli/tree/flags.ts';
import { contractHandlers } from '../support/contractHandlers.ts';
import { allOrSome, isHard } from '../support/isHard.ts';
import { type CliSandbox, type CliResult, createCliSandbox, type StartedRun } from '../support/runCli.ts';
import { splitShellLine } from '../support/shellWords.ts';
import { HttpResponse } from 'msw';
import { startServer, type TestServer } from '../support/startApp.ts';
import { writeExampleFiles } from './exampleFiles.ts';
import { withOffice } from './officeSandbox.ts';

/**
 * Exit codes and streams of every command of the tree: no server, an expired token, Ctrl-C while the server does not answer, no terminal
 * for a question, an unknown flag, an unknown field. commandTree.test.ts runs the examples; everyCommand.process.test.ts has two real
 * processes for each property.
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
/** Values of the placeholders where no call looks them up. */
const filled = (line: string): string =>
  line.replace(/<([\w-]+)>/g, (_all, name: string) => {
    if (/^(sender|recipient)$/.test(name)) return `${name}@direct.clinic.example`;
    return /^(message|attachment)$/.test(name)
      ? '1'
      : /^(oid|entry|domain|address|name|run)$/.test(name)
        ? `2.16.840.1.113883.3.${name.length}`
        : someId;
  });

/** The words of an example that calls the API, as a shell would split them. */
const argumentsOf = ({ path, command }: Listed): string[] => {
  const line = command.examples.find(
    (one) => one.startsWith('carepost ') && !/[|>;&]/.test(one.replaceAll(/"[^"]*"|'[^']*'|<[^>]*>/g, '')),
  );
  if (line === undefined) throw new Error(`${path} has no example that stands alone`);
  return splitShellLine(filled(line)).slice(1);
};
const without = (commandLine: readonly string[], ...flags: readonly string[]): string[] =>
  commandLine.filter((word) => !flags.includes(word));

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  const own = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  sandbox = await withOffice(own, server);
  await writeExampleFiles(sandbox.folder);
});
afterAll(() => server.close());

const refusing: AxiosAdapter = (config) =>
  Promise.reject(new AxiosError('connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED', config));

const expiredApi = 'https://expired.carepost.test';
/** The run that waits at a host of its own. */
const waiting = new Map<string, StartedRun>();
const silentHost = /^(\d+)\.silent\.carepost\.test$/;

/** In front of every call of the contract: a server that knows the token as expired, and hosts that stop the run instead of answering. */
const mocked = setupServer(
  ...contractHandlers(expiredApi, () =>
    HttpResponse.json({ code: 'E-TOKEN-INVALID', message: 'The access token has expired.' }, { status: 401 }),
  ),
  ...contractHandlers('https://:number.silent.carepost.test', ({ request }) => {
    waiting.get(silentHost.exec(new URL(request.url).hostname)?.[1] ?? '')?.kill('SIGINT');
    return new Promise<never>(() => undefined);
  }),
);

/** The last line states the code; stdout stays empty. */
const isWellEnded = (result: CliResult, exit: number) => {
  expect([result.code, result.stdout], result.stderr).toEqual([exit, '']);
  expect(result.stderr.trim().split('\n').at(-1)).toMatch(new RegExp(`^exit ${exit} \\(`));
};

/** In the usual suite every sixth command meets one of the three, in `npm run test:hard` each meets all of them. */
const everySixth = (part: number) =>
  calling.map((one) => [one.path, one] as const).filter((_one, index) => isHard || index % 18 === 6 * part);

// Most of the time of these is waiting: for a second try, for an answer that never comes, for what is under way.
describe.concurrent('every command that calls the server', { timeout: 120_000 }, () => {
  beforeAll(() => mocked.listen({ onUnhandledFrame: 'bypass' }));
  afterAll(() => mocked.close());

  test.each(everySixth(0))('%s without a server is exit 69 and leaves stdout empty', async (_path, one) => {
    const result = await sandbox.run([...argumentsOf(one), '--max-wait', '0s', '--output', 'table'], {
      adapter: refusing,
    });
    isWellEnded(result, 69);
  });

  test.each(everySixth(1))('%s with an expired token is exit 4, reported as one JSON object', async (_path, one) => {
    const commandLine = without(argumentsOf(one), '--output', 'ids', 'yaml', 'csv', 'json');
    const result = await sandbox.run([...commandLine, '--api', expiredApi, '--output', 'json']);
    expect([result.code, result.stdout], result.stderr).toEqual([4, '']);
    const last = result.stderr.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ exit: 4, code: expect.stringMatching(/^E-/) });
  });

  test.each(everySixth(2))('%s stopped while it waits is exit 130', async (_path, one) => {
    const number = String(waiting.size);
    const result = await sandbox.run(
      [...argumentsOf(one), '--api', `https://${number}.silent.carepost.test`, '--output', 'table'],
      {
        onStart: (run) => waiting.set(number, run),
      },
    );
    isWellEnded(result, 130);
  });
});

/** Of these in the usual suite. */
const aSixth = (some: typeof commands) =>
  allOrSome(
    some.map((one) => [one.path, one] as const),
    some.length / 6,
  );

describe('every command that writes', () => {
  test.each(aSixth(writing))(
    '%s sends nothing without --yes and without a terminal: exit 9 or the record is not there',
    async (path, one) => {
      const sent = await sandbox.run([...without(argumentsOf(one), '--yes', '-y'), '--output', 'json']);
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

test.each(aSixth(commands))(
  '%s refuses a flag it does not know: exit 2, stdout empty, the help is named',
  async (path) => {
    const result = await sandbox.run([...path.split(' '), '--no-such-flag', '--output', 'table']);
    isWellEnded(result, 2);
    expect(result.stderr).toContain('--help');
  },
);

const listing = commands.filter(
  ({ command }) => command.takes?.includes('rows') === true && command.fields !== undefined,
);
test.each(aSixth(listing))('%s: an unknown field is refused before any request', async (_path, one) => {
  const result = await sandbox.run([...argumentsOf(one), '--where', 'nosuchfield=1', '--api', 'http://127.0.0.1:9']);
  expect([result.code, result.stdout], result.stderr).toEqual([2, '']);
});
