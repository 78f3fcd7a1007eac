import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox, type StartedRun } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});

/** Types each answer when its question shows up on stderr. */
const answering = (...responses: readonly (readonly [question: string, text: string])[]) => {
  let next = 0;
  return (all: string, run: StartedRun) => {
    const [question, text] = responses[next] ?? [];
    if (question === undefined || text === undefined || !all.includes(question)) return;
    next += 1;
    run.write(text);
  };
};
const terminal = { columns: 100 };

describe('a missing argument on a terminal', () => {
  test('of an organization can be searched by its subdomain', async () => {
    const { items } = await server.client('SysAdmin').organizations.list({ query: { pageSize: 1 } });
    const [organization] = items;
    const name = organization?.name ?? '';
    const subdomain = organization?.subDomain ?? '';
    const result = await sandbox.run(['orgs', 'get', '--output', 'json'], {
      terminal,
      onStderr: answering(['❯ ', subdomain], [`${subdomain}\n❯ ${name} (${subdomain})\n\n`, '\r']),
    });
    expect(result.code, result.stderr).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ id: organization?.id, name });
  });

  test('is a list to choose from if the values are fixed', async () => {
    const result = await sandbox.run(['completion'], {
      terminal,
      onStderr: answering(['❯ bash', 'zsh'], [': zsh\n❯ zsh\n\n', '\r']),
    });
    expect(result.code, result.stderr).toBe(0);
    expect(result.stdout).toContain('compdef');
  });

  test('of bulk apply is an action and a file', async () => {
    const { items } = await server.client('SysAdmin').organizations.list({ query: { pageSize: 1 } });
    await writeFile(join(sandbox.folder, 'asked.csv'), `id,city\n${items[0]?.id ?? ''},Tucson\n`);
    const result = await sandbox.run(['bulk', 'apply', '--dry-run', '--output', 'json'], {
      terminal,
      onStderr: answering(['Action:', 'orgs.update'], ['❯ orgs.update\n\n', '\r'], ['CSV file:', 'asked.csv\r']),
    });
    expect(result.code, result.stderr).toBe(0);
    expect(result.stderr).toContain('orgs.update');
    expect(JSON.parse(result.stdout)).toBeInstanceOf(Array);
  });

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s at the question is exit 130 and nothing is sent', async (_key, text) => {
    const result = await sandbox.run(['orgs', 'get'], { terminal, onStderr: answering(['Organization:', text]) });
    expect([result.code, result.stdout], result.stderr).toEqual([130, '']);
    expect(result.stderr).toContain('Stopped at the question; nothing was sent.');
  });

  test('the end of the input at the question is exit 130', async () => {
    const onStderr = (all: string, run: StartedRun) => {
      if (all.includes('Organization:')) run.end('');
    };
    const result = await sandbox.run(['orgs', 'get'], { terminal, onStderr });
    expect([result.code, result.stdout], result.stderr).toEqual([130, '']);
  });

  test('a signal from outside ends the question as well', async () => {
    const onStderr = (all: string, run: StartedRun) => {
      if (all.includes('Organization:') && !all.includes('exit')) run.kill('SIGTERM');
    };
    const result = await sandbox.run(['orgs', 'get'], { terminal, onStderr });
    expect([result.code, result.stderr.includes('may or may not')], result.stderr).toEqual([143, false]);
  });

  test.each([
    ['--no-input', ['orgs', 'get', '--no-input'], { terminal }],
    ['no terminal', ['orgs', 'get'], {}],
    ['a CI job', ['orgs', 'get'], { terminal, env: { CI: 'true' } }],
  ])('with %s it is a usage error that names the argument', async (_when, args, options) => {
    const result = await sandbox.run(args, options);
    expect([result.code, result.stdout]).toEqual([2, '']);
    expect(result.stderr).toContain("missing required argument 'id'");
    expect(result.stderr).not.toContain('Organization:');
  });
});
