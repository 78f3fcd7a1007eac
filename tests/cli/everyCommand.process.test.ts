// Property of the process: its exit code and streams, for the failures that everyCommand.test.ts tries with every command.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CliSandbox, type CliResult, createCliSandbox, type StartedRun } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

const isWellEnded = (result: CliResult, exit: number) => {
  expect([result.code, result.stdout], result.stderr).toEqual([exit, '']);
  expect(result.stderr.trim().split('\n').at(-1)).toMatch(new RegExp(`^exit ${exit} \\(`));
};

const create = ['networks', 'create', '--set', 'name=Processes'];
describe.each([
  ['a list', ['orgs', 'list']],
  ['a change', [...create, '--yes']],
])('%s', (_name, commandLine) => {
  const table = [...commandLine, '--output', 'table'];

  test('without a server is exit 69', async () => {
    isWellEnded(await sandbox.run([...table, '--api', 'http://127.0.0.1:9', '--max-wait', '0s'], { real: true }), 69);
  });

  test('with an expired token is exit 4', async () => {
    const expired = await createCliSandbox({ api: server.url, token: server.as('expired') });
    isWellEnded(await expired.run(table, { real: true }), 4);
  });

  test('stopped by SIGINT while the server does not answer is exit 130', async () => {
    let run: StartedRun | undefined;
    const silent = createServer(() => run?.kill('SIGINT'));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => silent.close().closeAllConnections());
    const api = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const onStart = (started: StartedRun) => {
      run = started;
    };
    isWellEnded(await sandbox.run([...table, '--api', api], { real: true, onStart }), 130);
  });

  test('with an unknown flag is exit 2', async () => {
    isWellEnded(await sandbox.run([...table, '--no-such-flag'], { real: true }), 2);
  });
});

test.each([[create], [['networks', 'delete', '0199c8d4-0000-7000-8000-000000000000']]])(
  'without a terminal and without --yes nothing is sent: %j',
  async (commandLine) => {
    const { code, stdout } = await sandbox.run(commandLine, { real: true });
    expect([[9, 6].includes(code ?? -1), stdout]).toEqual([true, '']);
  },
);
