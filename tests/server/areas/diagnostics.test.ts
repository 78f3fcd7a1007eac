import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addWorkflow, withoutHistory } from '../exchange/trafficRows.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(() => withoutHistory(server.database));

const client = () => server.client('SysAdmin').diagnostics;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('the tiles of the dashboard', () => {
  test('count success, failure and the rest of each channel and direction, with a value for every 10 minutes of a day', async () => {
    await addWorkflow(server.database, { createdTime: minutesAgo(1) });
    await addWorkflow(server.database, { createdTime: minutesAgo(60) });
    await addWorkflow(server.database, { status: 'Failed', createdTime: minutesAgo(61) });
    await addWorkflow(server.database, { status: 'Retrying', createdTime: minutesAgo(30) });
    await addWorkflow(server.database, { createdTime: minutesAgo(25 * 60) });
    await addWorkflow(server.database, { channel: 'Fax', direction: 'Outbound', type: 'MessageSendWorkflow' });
    const { inboundMessages, outboundMessages } = await client().messageCounts();
    expect(inboundMessages.map(({ name }) => name)).toEqual(['Direct', 'Fax', 'Network']);
    const direct = inboundMessages[0];
    expect(direct).toMatchObject({ success: 2, failure: 1, other: 1, total: 4, queueDepth: 1, state: 'OK' });
    expect(direct?.dailyStats).toHaveLength(144);
    expect(direct?.dailyStats.reduce((sum, { value }) => sum + value, 0)).toBe(4);
    expect(direct?.failureStats.reduce((sum, { value }) => sum + value, 0)).toBe(1);
    const times = direct?.dailyStats.map(({ date }) => Date.parse(date)) ?? [];
    expect(times.every((at, index) => index === 0 || at - (times[index - 1] ?? 0) === 600_000)).toBe(true);
    expect(Date.parse(direct?.oldestWaiting ?? '')).toBeCloseTo(minutesAgo(30).getTime(), -4);
    expect(Date.parse(direct?.lastMessageAt ?? '')).toBeCloseTo(minutesAgo(1).getTime(), -4);
    expect(outboundMessages[1]).toMatchObject({ name: 'Fax', success: 1, total: 1 });
    expect(outboundMessages[2]).toMatchObject({ name: 'Network', total: 0, lastMessageAt: null, oldestWaiting: null });
  });

  describe('give the reason of their state', () => {
    const rule = (change: string, type: string) =>
      server.database.pool.query(`update alert_rules set ${change} where alert_type = $1`, [type]);
    const reasonOf = async (channel: string, direction: 'inbound' | 'outbound') => {
      const tiles = (await client().messageCounts())[`${direction}Messages`];
      const tile = tiles.find(({ name }) => name === channel);
      return [tile?.state, tile?.reason];
    };
    const add = async (status: string, count: number, minutes = 5) => {
      for (let made = 0; made < count; made += 1)
        await addWorkflow(server.database, { status, createdTime: minutesAgo(minutes) });
    };

    test('too few messages, or failures below the threshold', async () => {
      await add('Completed', 1);
      await add('Failed', 1);
      expect(await reasonOf('Direct', 'inbound')).toEqual(['OK', 'Too few messages to judge: 2 of 20 in 1 h']);
      await add('Completed', 19);
      expect(await reasonOf('Direct', 'inbound')).toEqual(['OK', '1 of 21 failed in 1 h, threshold 10 %']);
      await rule('is_enabled = false', 'FailureRate');
      expect(await reasonOf('Direct', 'inbound')).toEqual([
        'OK',
        '1 of 21 failed in 1 h; the failure rate rule is off',
      ]);
      await rule('is_enabled = true', 'FailureRate');
    });

    test('silence, and why there is no alert about it', async () => {
      expect(await reasonOf('Fax', 'outbound')).toEqual(['OK', 'No message in 7 days']);
      await add('Completed', 1, 5 * 60 + 1);
      expect(await reasonOf('Direct', 'inbound')).toEqual([
        'OK',
        'No message for 5 h 1 min; the silence rule needs 48 messages in 1 d',
      ]);
      await rule('is_enabled = false', 'Silence');
      expect(await reasonOf('Direct', 'inbound')).toEqual(['OK', 'No message for 5 h 1 min; the silence rule is off']);
      // A message of the last hour that is older than the threshold of silence: one reason, which fits two lines of the tile.
      await rule('is_enabled = true, threshold = 30', 'Silence');
      await add('Completed', 1, 40);
      expect(await reasonOf('Direct', 'inbound')).toEqual([
        'OK',
        'No message for 40 min; the silence rule needs 48 messages in 1 d',
      ]);
      await rule('threshold = 60', 'Silence');
      await rule('is_enabled = true', 'Silence');
    });

    test.each([
      ['FailureRate', 'Triggered', 31, 25, '31 % failed, threshold 25 %'],
      ['QueueAge', 'Warn', 180, 120, 'The oldest workflow waited 3 min, threshold 2 min'],
      ['Silence', 'Warn', 300, 60, 'No message for 5 h, threshold 1 h'],
      ['StepExhausted', 'Warn', 3, 1, '3 failed after the last attempt, threshold 1'],
    ])('the alert of the type %s', async (type, status, value, threshold, reason) => {
      const raise = (alertType: string, severity: string, measured: number, limit: number) =>
        server.database.pool.query(
          `insert into system_alerts (id, rule_id, status, name, link, alert_type, channel, direction, value, threshold)
           select gen_random_uuid(), id, $2, 'Alert', '/', $1, 'Direct', 'Inbound', $3, $4
           from alert_rules where alert_type = $1 limit 1`,
          [alertType, severity, measured, limit],
        );
      await raise(type, status, value, threshold);
      expect(await reasonOf('Direct', 'inbound')).toEqual([status === 'Warn' ? 'Warn' : 'Error', reason]);
      await raise(type === 'QueueAge' ? 'Silence' : 'QueueAge', 'Triggered', 700, 600);
      const [state, text] = await reasonOf('Direct', 'inbound');
      expect(state).toBe('Error');
      expect(text).toMatch(/; 1 more alert$/);
    });
  });

  test('lead to the grid: a filter by the same channel, state and time finds as many workflows', async () => {
    for (let turn = 0; turn < 7; turn += 1)
      await addWorkflow(server.database, { status: 'Failed', createdTime: minutesAgo(turn * 200) });
    await addWorkflow(server.database, { status: 'Failed', createdTime: minutesAgo(26 * 60) });
    const { inboundMessages } = await client().messageCounts();
    const from = inboundMessages[0]?.dailyStats[0]?.date ?? '';
    const grid = await client().workflows({
      query: { status: 'Failed', channel: 'Direct', direction: 'Inbound', from },
    });
    expect(grid.messageHealthDataValuesCount).toBe(7);
    expect(inboundMessages[0]?.failure).toBe(7);
  });

  test('are for both platform roles; the grid and the rules are not for reporting', async () => {
    const reporting = server.client('SysAdminReporting').diagnostics;
    expect((await reporting.messageCounts()).inboundMessages).toHaveLength(3);
    expect((await reporting.systemAlerts()).items).toEqual([]);
    await expect(reporting.workflows({ query: {} })).rejects.toMatchObject({ status: 403 });
    await expect(reporting.alertRules()).rejects.toMatchObject({ status: 403 });
  });
});

describe('worker statistics', () => {
  test('tell who works, what waits by task and how old the oldest is', async () => {
    await server.database.pool.query(
      `insert into worker_processes (id, host, started_at, last_seen_at, running, done, failed, threads_busy, threads_total)
       values ('w1', 'one', now() - interval '1 hour', now(), 2, 100, 3, 1, 2),
              ('w2', 'two', now() - interval '2 hours', now() - interval '20 minutes', 4, 50, 0, 2, 2)`,
    );
    await server.database.pool.query(
      `select graphile_worker.add_job('workflow.run', json_build_object('workflowId', 'none'), run_at => now() - interval '90 seconds')`,
    );
    await server.database.pool.query(
      `select graphile_worker.add_job('mail.send', json_build_object('mailId', 'none'), run_at => now() + interval '1 hour')`,
    );
    const { workers, queue, tasks, documentThreads } = await client().worker();
    expect(workers.map(({ id, isAlive, running, done }) => ({ id, isAlive, running, done }))).toEqual([
      { id: 'w1', isAlive: true, running: 2, done: 100 },
      { id: 'w2', isAlive: false, running: 0, done: 50 },
    ]);
    expect(queue).toMatchObject({ ready: 1, scheduled: 1, running: 0, failed: 0 });
    expect(queue.oldestReadySeconds).toBeGreaterThanOrEqual(90);
    expect(tasks).toEqual([
      { name: 'mail.send', waiting: 1, running: 0, failed: 0 },
      { name: 'workflow.run', waiting: 1, running: 0, failed: 0 },
    ]);
    expect(documentThreads).toEqual({ busy: 1, total: 2, waiting: 0 });
  });
});
