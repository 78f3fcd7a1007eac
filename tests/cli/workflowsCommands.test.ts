import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox, type RunOptions } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { exampleExchange } from './exampleExchange.ts';

/** Without its queue: a retry job stays as it was made until a test changes it. */
let server: TestServer;
let sandbox: CliSandbox;
let values: ReturnType<typeof exampleExchange>;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  values = exampleExchange(server);
});
afterAll(() => server.close());

type Output = Record<string, unknown>;
const run = async (args: readonly string[], options?: RunOptions) => {
  const result = await sandbox.run([...args, '--output', 'json'], options);
  const error = result.stderr.trim().split('\n').at(-1) ?? '';
  return {
    ...result,
    output: JSON.parse(result.stdout || '{}') as Output,
    error: (error.startsWith('{') ? JSON.parse(error) : {}) as Output,
  };
};
const workflows = (...args: string[]) => run(['workflows', ...args]);
const failed = async () => (await values('workflows get'))['workflow'] ?? '';
const job = async () => (await values('workflows jobs show'))['job'] ?? '';
const completed = async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select id from workflows w where type = 'MessageSendWorkflow' and status = 'Completed'
       and not exists (select from workflow_steps s where s.workflow_id = w.id and s.status <> 'Completed') limit 1`,
  );
  return rows[0]?.id ?? '';
};

describe('an empty filter selects nothing', () => {
  const flags = ['--from', '--to', '--step', '--error', '--org', '--since', '--until', '--status', '--type'];
  const cases = [
    ...['workflows list', 'workflows bulk-retry'].flatMap((path) => flags.map((flag) => [path, flag] as const)),
    ...['--channel', '--direction'].map((flag) => ['workflows bulk-retry', flag] as const),
    ...['--since', '--until'].map((flag) => ['workflows failures', flag] as const),
    ...['--from', '--to', '--since', '--until'].map((flag) => ['messages list', flag] as const),
  ];
  test.each(cases)('%s %s', async (path, flag) => {
    const dry = path.endsWith('retry') ? ['--dry-run'] : [];
    for (const empty of ['', ' ']) {
      const { code, stdout, error } = await run([...path.split(' '), flag, empty, ...dry]);
      expect([code, stdout, error['code']]).toEqual([2, '', 'E-USAGE']);
      expect(error['message']).toContain(flag);
    }
  });

  test('the hint is to omit the flag', async () => {
    const { error } = await workflows('bulk-retry', '--from', '', '--dry-run');
    expect(error).toMatchObject({ message: '--from is empty.', hint: expect.stringContaining('Omit --from') });
  });
});

describe('a misspelt value is an error before any prompt or request', () => {
  test.each([
    ['--step', 'ResolveRoute', 'ResolveRoutes'],
    ['--error', 'noroute', 'no-route'],
  ])('%s %s', async (flag, word, meant) => {
    const { code, stdout, error } = await workflows('list', flag, word);
    expect([code, stdout, error['code']]).toEqual([2, '', 'E-USAGE']);
    expect(error['message']).toContain(`Did you mean "${meant}"?`);
  });

  test('case does not matter', async () => {
    await failed();
    const listed = await run(['workflows', 'list', '--step', 'resolveroutes', '--error', 'NO-ROUTE']);
    expect([listed.code, listed.output.length], listed.stderr).toEqual([0, expect.any(Number)]);
    expect((listed.output as unknown as Output[])[0]).toMatchObject({
      failedStep: 'ResolveRoutes',
      errorCode: 'no-route',
    });
  });

  test.each([
    ['get', 'abc'],
    ['retry', 'abc', '--all-not-completed', '--yes'],
    ['bulk-retry', '--id', 'abc', '--yes'],
    ['list', '--org', 'abc'],
    ['jobs', 'show', 'abc'],
    ['jobs', 'items', 'abc'],
    ['jobs', 'pause', 'abc', '--yes'],
    ['jobs', 'resume', 'abc', '--yes'],
    ['jobs', 'cancel', 'abc', '--yes'],
    ['jobs', 'retry-failed', 'abc', '--yes'],
  ])('an id that is none: %s %s', async (...commandLine) => {
    const { code, stdout, error } = await workflows(...commandLine);
    expect([code, stdout, error['code']]).toEqual([2, '', 'E-USAGE']);
    expect(error['message']).toContain('"abc" is not the id of');
  });

  test('a step or a type that the workflow does not have is a usage error', async () => {
    const id = await failed();
    for (const flag of [
      ['--step', 'Nope'],
      ['--type', 'ProcessWorkflow'],
    ]) {
      const { code, error } = await workflows('retry', id, ...flag, '--yes');
      expect([code, error['code']], JSON.stringify(error)).toEqual([2, 'E-USAGE']);
    }
  });

  test('flags that exclude each other say so', async () => {
    const id = await failed();
    for (const commandLine of [
      ['retry', id, '--step', 'Deliver', '--all-not-completed', '--dry-run'],
      ['bulk-retry', '--id', id, '--status', 'Failed', '--dry-run'],
    ]) {
      const { code, error } = await workflows(...commandLine);
      expect([code, error['message']]).toEqual([2, expect.stringContaining('exclude each other')]);
    }
  });
});

describe('a value that a field never has is refused with the values it has', () => {
  test.each([
    ['workflows list', '--where', 'type=Direct', 'MessageSendWorkflow'],
    ['workflows list', '--where', 'status!=Faild', 'Failed'],
    ['workflows list', '--where', 'errorCode in (no-route,nope)', 'no-route'],
    ['workflows list', '--channel', 'Pigeon', 'Direct, Fax, Network'],
    ['workflows failures', '--where', 'channel=Pigeon', 'Direct, Fax, Network'],
    ['workflows jobs list', '--where', 'state=Ended', 'Running, Paused, Canceled, Completed'],
    ['messages list', '--where', 'statusName=Faild', 'Failed'],
    ['messages list', '--where', 'channel=Pigeon', 'Direct, Fax, Network'],
    ['messages list', '--status', 'Faild', 'Failed'],
    ['messages list', '--type', 'Direct', 'intake, release'],
    ['health channels', '--where', 'state=Broken', 'OK, Warn, Error'],
    ['health alerts', '--where', 'state=closed', 'open, acknowledged, resolved'],
    ['doctor', '--where', 'state=broken', 'ok, warning, failed'],
  ])('%s %s %s', async (path, flag, value, allowed) => {
    const { code, stdout, error } = await run([...path.split(' '), flag, value]);
    expect([code, stdout, error['code']]).toEqual([2, '', 'E-USAGE']);
    expect(`${String(error['message'])} ${String(error['hint'])}`).toContain(allowed);
  });
});

describe('bulk-retry', () => {
  test('a dry run prints the counts and each workflow, in all formats', async () => {
    const [id, done] = [await failed(), await completed()];
    const commandLine = ['bulk-retry', '--id', id, '--id', done, '--dry-run'];
    const { code, output, stderr } = await workflows(...commandLine);
    expect(code, stderr).toBe(0);
    expect(output).toMatchObject({
      action: 'workflows bulk-retry',
      verdict: 'do',
      total: 2,
      eligible: 1,
      reasons: [{ reason: 'completed', count: 1 }],
      shown: 2,
    });
    expect(output['workflows']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, type: 'MessageSendWorkflow', stepName: 'ResolveRoutes', isEligible: true }),
        expect.objectContaining({ id: done, isEligible: false, reason: 'completed' }),
      ]),
    );
    const table = await sandbox.run(['workflows', ...commandLine, '--output', 'table']);
    expect(table.stdout).toContain(`${id} MessageSendWorkflow ResolveRoutes would be retried`);
    expect(table.stdout).toContain(`${done} cannot be retried: completed`);
  });

  test('if nothing can be retried the dry run prints the reasons and exits like the retry', async () => {
    const commandLine = ['bulk-retry', '--id', await completed()];
    const dry = await workflows(...commandLine, '--dry-run');
    const real = await workflows(...commandLine, '--yes');
    expect(dry.output).toMatchObject({ verdict: 'unchanged', total: 1, eligible: 0 });
    expect(real.stdout).toBe('');
    for (const { code, error } of [dry, real]) {
      expect([code, error['code']]).toEqual([8, 'E-RETRY-NOTHING']);
      expect(error['details']).toEqual(['1 cannot be retried: completed']);
    }
    const none = await workflows('bulk-retry', '--from', 'nobody-at-all', '--dry-run');
    expect([none.code, none.error['details']]).toEqual([8, ['The flags select no workflow.']]);
  });

  /** The job of this reason, as soon as the command has made it. */
  const madeFor = async (reason: string) => {
    let id: string | undefined;
    await expect
      .poll(
        async () => {
          const { rows } = await server.database.pool.query<{ id: string }>(
            'select id from retry_jobs where reason = $1',
            [reason],
          );
          id = rows[0]?.id;
          return id;
        },
        { timeout: 15_000, interval: 100 },
      )
      .toBeDefined();
    return id ?? '';
  };

  test('Ctrl-C ends the waiting and names the job, which continues', async () => {
    const which = ['--id', await failed(), '--id', await completed()];
    const commandLine = ['workflows', 'bulk-retry', ...which, '--yes', '--reason', 'Stopped'];
    let made = '';
    const { code, output, stderr, error } = await run(commandLine, {
      onStart: (child) =>
        void (async () => {
          made = await madeFor('Stopped');
          setTimeout(() => child.kill('SIGINT'), 700);
        })(),
    });
    expect(code, stderr).toBe(130);
    expect(output).toMatchObject({ id: made, state: 'Running', total: 2, skipped: 1 });
    expect(error['code']).toBe('E-INTERRUPTED');
    expect(error['hint']).toContain(`carepost workflows jobs show ${made}`);
    expect(error['hint']).toContain(`carepost workflows jobs cancel ${made}`);
    expect((await workflows('jobs', 'show', made)).output['state']).toBe('Running');
  });

  test('the counts that it prints are those of the job', async () => {
    const which = ['--id', await failed(), '--id', await completed()];
    const { code, stderr } = await sandbox.run([
      'workflows',
      'bulk-retry',
      ...which,
      '--yes',
      '--no-wait',
      '--reason=Numbers',
      '--output=table',
    ]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('1 of 2 workflows can be retried.');
    expect(stderr).toContain('Retry 1 workflow; 1 of the 2 selected will be skipped');
    expect(stderr).toContain('has 2 workflows: 1 to retry, 1 skipped.');
  });

  test('a row that failed again has a code and a remedy', async () => {
    const { pool } = server.database;
    const commandLine = ['workflows', 'bulk-retry', '--id', await failed(), '--yes', '--reason', 'Fails again'];
    const ended = run(commandLine);
    const made = await madeFor('Fails again');
    await pool.query(`update retry_job_items set status = 'Failed', at = now() where job_id = $1`, [made]);
    await pool.query(`update retry_jobs set state = 'Completed', finished_at = now() where id = $1`, [made]);
    const { code, output, error, stderr } = await ended;
    expect([code, error['code']], stderr).toEqual([3, 'E-RETRY-FAILED']);
    expect(error['hint']).toContain(`carepost workflows jobs retry-failed ${made}`);
    expect(output).toMatchObject({ id: made, state: 'Completed', failed: 1 });
  });
});

test('a job whose state forbids the command has the same exit in a dry run', async () => {
  const id = await job();
  const tried = async (command: string, ...more: string[]) => {
    const { code, stdout, error } = await workflows('jobs', command, id, ...more);
    return [code, stdout === '' ? error['code'] : 'record'];
  };
  const refused = [8, 'E-RETRY-JOB-STATE'];
  expect(await tried('resume', '--dry-run')).toEqual(refused);
  expect(await tried('resume', '--yes')).toEqual(refused);
  expect(await tried('retry-failed', '--dry-run')).toEqual(refused);
  expect(await tried('pause', '--dry-run')).toEqual([0, 'record']);
  expect((await tried('cancel', '--yes'))[0]).toBe(0);
  for (const command of ['pause', 'cancel', 'resume']) {
    expect(await tried(command, '--dry-run')).toEqual(refused);
    expect(await tried(command, '--yes')).toEqual(refused);
  }
  expect(await tried('retry-failed', '--dry-run')).toEqual([8, 'E-RETRY-NOTHING']);
});

describe('retry', () => {
  test('of what is Completed shows the workflow and that nothing was sent', async () => {
    const id = await completed();
    const whole = await workflows('retry', id, '--all-not-completed', '--yes');
    expect([whole.code, whole.output]).toEqual([0, expect.objectContaining({ id, step: null, sent: 0 })]);
    const dry = await workflows('retry', id, '--all-not-completed', '--dry-run');
    expect([dry.code, dry.output]).toEqual([0, expect.objectContaining({ id, verdict: 'unchanged', changes: [] })]);
    const step = await workflows('retry', id, '--step', 'deliver', '--yes');
    expect([step.code, step.output]).toEqual([0, expect.objectContaining({ id, step: 'Deliver', sent: 0 })]);
  });

  test('a dry run shows the change of the step; the retry reports that it was sent', async () => {
    const id = await failed();
    const dry = await workflows('retry', id, '--all-not-completed', '--dry-run');
    expect(dry.output['changes']).toEqual([
      { field: 'steps', before: 'ResolveRoutes Failed', after: 'ResolveRoutes Retry' },
    ]);
    const { output, stderr } = await workflows('retry', id, '--step', 'resolveroutes', '--yes');
    expect(output, stderr).toMatchObject({ id, step: 'ResolveRoutes', sent: 1 });
  });

  test('without --step the only failed step is retried, and of several failed ones the command asks for one', async () => {
    const id = await failed();
    const dry = await workflows('retry', id, '--dry-run');
    expect([dry.code, dry.output['changes']], dry.stderr).toEqual([
      0,
      [{ field: 'steps', before: expect.stringMatching(/^ResolveRoutes /), after: 'ResolveRoutes Retry' }],
    ]);
    const { pool } = server.database;
    await pool.query(`update workflow_steps set status = 'Failed' where workflow_id = $1 and step_name = 'Deliver'`, [
      id,
    ]);
    const several = await workflows('retry', id, '--dry-run');
    await pool.query(`update workflow_steps set status = 'Pending' where workflow_id = $1 and step_name = 'Deliver'`, [
      id,
    ]);
    expect([several.code, several.stdout, several.error]).toEqual([
      2,
      '',
      expect.objectContaining({
        message: 'Several steps failed: ResolveRoutes, Deliver.',
        hint: 'Add --step or --all-not-completed.',
      }),
    ]);
    const none = await workflows('retry', await completed(), '--dry-run');
    expect([none.code, none.output['verdict']]).toEqual([0, 'unchanged']);
  });

  test('a step that may deliver twice is refused in a dry run as well', async () => {
    const id = await failed();
    const { pool } = server.database;
    await pool.query(
      `update workflow_steps set error_code = 'delivery-unknown' where workflow_id = $1 and status = 'Failed'`,
      [id],
    );
    await pool.query(`update workflows set error_code = 'delivery-unknown' where id = $1`, [id]);
    for (const last of ['--dry-run', '--yes']) {
      const { code, stdout, error } = await workflows('retry', id, '--all-not-completed', last);
      expect([code, stdout, error['code']]).toEqual([8, '', 'E-MAY-DUPLICATE']);
      expect(error['hint']).toContain('--allow-duplicate');
    }
    const allowed = await workflows('retry', id, '--all-not-completed', '--allow-duplicate', '--dry-run');
    expect([allowed.code, allowed.output['verdict']]).toEqual([0, 'do']);
  });
});
