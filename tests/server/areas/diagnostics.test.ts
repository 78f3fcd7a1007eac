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
