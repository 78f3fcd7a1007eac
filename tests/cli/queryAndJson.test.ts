import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

const run = async (...args: string[]) => {
  const result = await sandbox.run(args);
  return { ...result, json: result.code === 0 ? (JSON.parse(result.stdout) as unknown) : undefined };
};

describe('--json', () => {
  test('prints the named fields of a list and of a record as JSON', async () => {
    const list = await run('orgs', 'list', '--limit', '2', '--json', 'id,name', '--quiet');
    expect(list.json).toEqual([
      { id: expect.any(String), name: expect.any(String) },
      { id: expect.any(String), name: expect.any(String) },
    ]);
    const [{ id = '' } = {}] = list.json as { id?: string }[];
    expect((await run('orgs', 'get', id, '--json', 'id')).json).toEqual({ id });
  });

  test.each([
    [['orgs', 'list', '--json', 'nmae'], '"name"'],
    [['orgs', 'list', '--json', 'id', '--output', 'csv'], '--output'],
    [['orgs', 'list', '--json', 'id', '--fields', 'name'], '--fields'],
    [['completion', 'bash', '--json', 'id'], '--output json'],
  ])('%j is a usage error that says why', async (args, text) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    // With --json errors are JSON as well.
    expect((JSON.parse(stderr) as { message: string }).message).toContain(text);
  });
});

describe('--query', () => {
  test('selects from the JSON of a list and of a record by JMESPath', async () => {
    const all = await run('orgs', 'list', '--all', '--output', 'json', '--quiet');
    const rows = all.json as { id: string; name: string; tierCode: string | null }[];
    expect((await run('orgs', 'list', '--all', '--query', 'length(@)')).json).toBe(rows.length);
    const names = await run('orgs', 'list', '--all', '--query', '[?tierCode==`CLINIC`].name | sort(@)');
    expect(names.json).toEqual(
      rows
        .filter(({ tierCode }) => tierCode === 'CLINIC')
        .map(({ name }) => name)
        .sort(),
    );
    const one = await run('orgs', 'get', rows[0]?.id ?? '', '--query', '{label: name}');
    expect(one.json).toEqual({ label: rows[0]?.name });
    const yaml = await sandbox.run(['orgs', 'list', '--all', '--query', '[0].{n: name}', '--output', 'yaml']);
    expect(yaml.stdout).toMatch(/^n: \S/);
  });

  test('works on the response of a raw call', async () => {
    const response = await run('api', 'GET', '/api/organizations?pageSize=3', '--query', 'items[].id | length(@)');
    expect(response.json).toBe(3);
  });

  test.each([
    [['orgs', 'list', '--query', '[?name=='], 'not a valid JMESPath expression'],
    [['orgs', 'list', '--query', 'nosuch(@)'], 'not a valid JMESPath expression'],
    [['orgs', 'list', '--query', '[]', '--output', 'csv'], 'does not go with --output csv'],
    [['orgs', 'list', '--query', '[]', '--export', '--out-dir', '.'], 'does not go with an export'],
    [['reports', 'export', 'organizations', '--query', '[]', '--out-dir', '.'], 'does not go with an export'],
  ])('%j is refused before anything is requested', async (args, text) => {
    const { code, stdout, stderr } = await sandbox.run([...args, '--api', 'http://127.0.0.1:9', '--max-wait', '0s']);
    expect([code, stdout], stderr).toEqual([2, '']);
    expect(stderr).toContain(text);
  });
});
