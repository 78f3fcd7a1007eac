import { setTimeout as wait } from 'node:timers/promises';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { brokenConnection, mockApi } from '../support/mockApi.ts';
import { createCliSandbox, type StartedRun } from '../support/runCli.ts';

const network = { id: 'n-1', name: 'North', isEnabled: true, enabledFeatures: [], version: 1 };

/** An API whose response to each write is the test's. */
const setup = async (respond: () => Response | Promise<Response>) => {
  const writes: string[] = [];
  const api = mockApi(({ method, path }) => {
    if (method === 'GET') return HttpResponse.json(network);
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
  expect([code, stdout, writes], stderr).toEqual([exit, 'n-1\n', ['POST /api/networks']]);
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

test('a server that dies over a change leaves it unknown: exit 3, also when a repetition meets the change itself', async () => {
  const dying = await setup(brokenConnection);
  const created = await dying.sandbox.run([...create, '--output', 'json']);
  expect([created.code, JSON.parse(created.stderr)]).toMatchObject([3, { code: 'E-UNKNOWN-OUTCOME' }]);

  let calls = 0;
  const { sandbox } = await setup(() => {
    calls += 1;
    return calls === 1 ? brokenConnection() : HttpResponse.json({ code: 'E-VERSION-CONFLICT' }, { status: 409 });
  });
  const update = ['networks', 'update', 'n-1', '--set', 'name=South', '--yes', '--output', 'json'];
  const updated = await sandbox.run(update);
  expect([updated.code, JSON.parse(updated.stderr)]).toMatchObject([3, { code: 'E-UNKNOWN-OUTCOME' }]);
  expect(calls).toBe(2);
});
