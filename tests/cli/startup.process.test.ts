// Property of the process: the modules of Node that a start loads.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
let hook = '';
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  hook = join(sandbox.home, 'loaded.mjs');
  const tell = "process.stderr.write('\\nloaded ' + process.moduleLoadList.join(' ').replaceAll('NativeModule ', ''))";
  await writeFile(hook, `process.on('exit', () => ${tell});`);
});
afterAll(() => server.close());

/** Node's own modules a run loaded; what they cost is what start-up costs (times themselves are measured by the bench). */
const loaded = async (...args: string[]) => {
  const result = await sandbox.run(args, { real: true, env: { NODE_OPTIONS: `--import ${hook}` } });
  expect(result.code, result.stderr).toBe(0);
  return result.stderr.slice(result.stderr.lastIndexOf('\nloaded ')).split(' ');
};

describe('starting stays cheap', () => {
  test.each([[['--version']], [['--help']], [['__complete', '--', 'orgs', 'l']]])(
    '%j loads no network at all',
    async (args) => {
      const modules = await loaded(...args);
      for (const dear of ['http', 'https', 'tls', 'internal/deps/undici/undici']) expect(modules).not.toContain(dear);
    },
  );

  test('a call loads http and loads no prompts', async () => {
    const modules = await loaded('orgs', 'list');
    expect(modules).toContain('http');
    for (const dear of ['readline', 'repl']) expect(modules).not.toContain(dear);
  });
});
