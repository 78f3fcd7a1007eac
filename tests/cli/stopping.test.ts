import { setTimeout as wait } from 'node:timers/promises';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { brokenConnection, mockApi } from '../support/mockApi.ts';
import { createCliSandbox, type StartedRun } from '../support/runCli.ts';

const id = '0199c8d4-0000-7000-8000-000000000000';
const network = { id, name: 'North', isEnabled: true, enabledFeatures: [], version: 1 };

/** An API whose response to each write is the test's. */
const setup = async (respond: () => Response | Promise<Response>) => {
  const writes: string[] = [];
  const api = mockApi(({ method, path }) => {
    // The list in which a name is looked up, and the record.
    if (method === 'GET')
      return HttpResponse.json(path.startsWith('/api/networks?') ? { items: [], totalCount: 0 } : network);
    writes.push(`${method} ${path}`);
    return respond();
  });
  const sandbox = await createCliSandbox({ api: api.url, token: 'opaque-token-of-a-test' });
  return { sandbox, writes };
};

const create = ['networks', 'create', '--set', 'name=North', '--yes'];
const lastLine = (text: string) => text.trim().split('\n').at(-1);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s lets a change that is under way finish, shows it, and is exit %i', async (signal, exit) => {
  let run: StartedRun | undefined;
  const { sandbox, writes } = await setup(async () => {
    run?.kill(signal);
    await wait(300);
    return HttpResponse.json(network, { status: 201 });
  });
  const { code, stdout, stderr } = await sandbox.run([...create, '--output', 'ids'], {
    onStart: (started) => (run = started),
  });
  expect([code, stdout, writes], stderr).toEqual([exit, `${id}\n`, ['POST /api/networks']]);
  expect(stderr).toContain('The network was added successfully.');
  expect(stderr).toContain('The change in progress was finished first.');
  expect([stderr, lastLine(stderr)]).toEqual([
    expect.stringContaining(`Stopped by ${signal}.`),
    `exit ${exit} (interrupted)`,
  ]);
});

test('a second Ctrl-C ends at once and says that the outcome is not known', async () => {
  let run: StartedRun | undefined;
  const { sandbox } = await setup(() => {
    run?.kill('SIGINT');
    setTimeout(() => run?.kill('SIGINT'), 200);
    return new Promise<never>(() => undefined);
  });
  const { code, stdout, stderr } = await sandbox.run([...create, '--output', 'json'], {
    onStart: (started) => (run = started),
  });
  expect([code, stdout]).toEqual([130, '']);
  expect(JSON.parse(stderr)).toMatchObject({
    code: 'E-INTERRUPTED',
    exit: 130,
    details: ['A change that was in progress may or may not have been made.'],
  });
});

test('a server that dies over a change leaves it unknown: exit 3', { tags: ['hard'] }, async () => {
  const { sandbox } = await setup(brokenConnection);
  const created = await sandbox.run([...create, '--output', 'json']);
  expect([created.code, JSON.parse(created.stderr)]).toMatchObject([3, { code: 'E-UNKNOWN-OUTCOME' }]);
});
