import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOwner } from '../support/database/databases.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { exampleExchange } from './exampleExchange.ts';

type Output = Record<string, unknown>;

let server: TestServer;
let sandbox: CliSandbox;
let values: ReturnType<typeof exampleExchange>;
beforeAll(async () => {
  server = await startServer();
  values = exampleExchange(server);
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

const json = async (...args: string[]) => {
  const result = await sandbox.run([...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};

describe('timestamps', () => {
  test.each([
    ['--since', 'messages list --since 999999999999d'],
    ['--since', 'messages list --since 1900-01-01'],
    ['--until', 'messages list --until 9999-12-31'],
    ['--since', 'messages list --since 2026-02-30'],
    ['--where', 'messages list --where createdDate>=-999999999999d'],
    ['--where', 'messages list --where createdDate>=2026-02-30'],
    ['--since', 'workflows list --since 999999999999d'],
    ['--since', 'workflows failures --since 999999999999d'],
    ['--until', 'workflows failures --until 9999-12-31'],
    ['--since', 'workflows bulk-retry --since 999999999999d --reason x --yes'],
    ['--where', 'workflows list --where createdTime>=2026-02-30'],
  ])('%s is named: %s', async (flag, commandLine) => {
    const { code, output } = await json(...commandLine.split(' '));
    expect([code, output['code'], output['message']]).toEqual([2, 'E-USAGE', expect.stringContaining(`${flag} names`)]);
  });

  test.each(['messages list', 'workflows list', 'workflows failures'])(
    '%s takes the first day there is',
    async (commandLine) => {
      const { code, stderr } = await json(...commandLine.split(' '), '--since', '1901-01-01');
      expect(code, stderr).toBe(0);
    },
  );

  test('a time without an offset is UTC in every time zone of the machine', async () => {
    const { output } = await json('messages', 'list', '--limit', '1');
    const at = String((output as unknown as Output[])[0]?.['createdDate']).slice(0, 19);
    const match = await sandbox.run(['messages', 'list', '--since', at, '--limit', '1', '--output', 'ids'], {
      env: { TZ: 'America/Los_Angeles' },
    });
    expect([match.code, match.stdout.trim()]).toEqual([0, String((output as unknown as Output[])[0]?.['id'])]);
  });
});

describe('health acknowledge', () => {
  test('keeps the fields without a flag, and a dry run shows the changes', async () => {
    const { alert = '' } = await values('health acknowledge');
    const ack = (...args: string[]) => json('health', 'acknowledge', alert, ...args, '--yes');
    const first = await ack('--owner', 'Night shift', '--note', 'Looking');
    expect(first.output, first.stderr).toMatchObject({ owner: 'Night shift', note: 'Looking' });
    expect((await ack('--owner', 'Day shift')).output).toMatchObject({ owner: 'Day shift', note: 'Looking' });
    expect((await ack('--note', 'Found')).output).toMatchObject({ owner: 'Day shift', note: 'Found' });
    const dry = await ack('--note', 'Mended', '--dry-run');
    expect(dry.output).toMatchObject({ changes: [{ field: 'note', before: 'Found', after: 'Mended' }] });
    expect((await ack('--note', '')).output).toMatchObject({ owner: 'Day shift', note: null });
  });
});

describe('health check', () => {
  test.each([
    ['--warn 30', '--warn (30 %) is above --error (25 %).'],
    ['--error 5', '--warn (10 %) is above --error (5 %).'],
    ['--queue-warn 1h', '--queue-warn (1h 0m) is above --queue-error (10m 0s).'],
  ])('%s is refused', async (commandLine, message) => {
    const { code, output } = await json('health', 'check', ...commandLine.split(' '));
    expect([code, output['message']]).toEqual([2, message]);
  });

  test('help lists the meaning of the exit codes', async () => {
    const { stdout } = await sandbox.run(['health', 'check', '--help']);
    expect(stdout).toMatch(/0 ok +OK\n +1 internal +WARNING, .*\n +2 usage +CRITICAL, /);
  });
});

describe('a terminal of 80 columns', () => {
  const visible = async (commandLine: string) =>
    (await sandbox.runOnTerminal(commandLine, { columns: 80, env: { NO_COLOR: '1' } })).text;

  test('alerts: times are shortened before a column is left out, the id stays whole', async () => {
    const { alert = '' } = await values('health acknowledge');
    const text = await visible('health alerts');
    expect(text).toMatch(/^ID +STATUS +STATE +NAME +CREATED AT$/m);
    expect(text).toMatch(new RegExp(`^${alert} +Warn +open +Example +\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`, 'm'));
    expect(text).toContain('Too narrow for owner, channel, direction; choose with --fields');
  });

  test('channels and kinds of failures never shorten their deciding columns', async () => {
    expect(await visible('health channels')).toMatch(
      /^DIRECTION +CHANNEL +STATE +FAILURE % +FAILURE +SUCCESS +TOTAL +QUEUE DEPTH$/m,
    );
    await values('workflows retry');
    expect(await visible('workflows failures')).toMatch(/ no-route +\S+ +Outbound/);
  });
});

describe('health watch', () => {
  const watch = ['health', 'watch', '--interval', '1s'];

  test.each([[[]], [['--output', 'json']]])(
    'JSON is a record a line, also when it is broken off: %s',
    async (format) => {
      const { code, stdout } = await sandbox.run([...watch, ...format], {
        onStdout: (all, child) => {
          if (all.split('\n').length > 2) child.kill('SIGINT');
        },
      });
      const lines = stdout.trim().split('\n');
      expect([code, lines.length >= 2]).toEqual([130, true]);
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('state');
    },
  );

  test('the YAML rows of all checks are one list', async () => {
    const { stdout } = await sandbox.run([...watch, '--count', '2', '--output', 'yaml', '--fields', 'state,waiting']);
    expect(stdout).toMatch(/^- state: \w+\n {2}waiting: \d+\n- state: \w+\n {2}waiting: \d+\n$/);
  });

  test('a terminal of 80 columns shows the time and all counters under one heading', async () => {
    const { text } = await sandbox.runOnTerminal('health watch --interval 1s --count 2', { columns: 80 });
    const [head = '', ...looks] = text.trim().split('\n');
    expect(head).toMatch(/^AT +STATE +IN +IN FAILED +OUT +OUT FAILED +WAITING +ALERTS$/);
    expect(looks).toHaveLength(2);
    for (const look of looks) expect(look).toMatch(/^\d\d-\d\d \d\d:\d\d:\d\d {2}\w+( +\d+){6}$/);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

// Last: a workflow that changes after its counters were deleted has negative ones.
describe('health check without traffic', () => {
  test('without waiting messages no limit is exceeded; the figures have their limits', async () => {
    const { pool } = server.database;
    await asOwner(server.database, 'truncate traffic_buckets, traffic_changes');
    await pool.query(`update workflows set status = 'Completed' where status in ('Pending', 'Processing')`);
    await pool.query(`update system_alerts set state = 'resolved', resolved_at = now() where state <> 'resolved'`);
    const { code, stdout } = await sandbox.run(['health', 'check', '--queue-warn', '0s', '--warn', '0']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('| failed=0%;0;25 waiting=0s;0;600 alerts=0')]);
  });
});
