import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { foldTraffic, deleteOldTraffic } from '../../../server/exchange/traffic.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addWorkflow, withoutHistory } from './trafficRows.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(() => withoutHistory(server.database));

const client = () => server.client('SysAdmin').diagnostics;
const counts = async () => {
  const { results } = await client().messageCounts();
  return Object.fromEntries(results.map(({ type, status, count }) => [`${type} ${status}`, count]));
};
const truth = async () => {
  const match = await server.database.pool.query<{ name: string; count: number }>(
    `select type || ' ' || status as name, count(*)::int as count from workflows group by 1`,
  );
  return Object.fromEntries(match.rows.map(({ name, count }) => [name, count]));
};
const total = async () => (await client().search({ body: {} })).messageHealthDataValuesCount;
const changes = async () =>
  (await server.database.pool.query<{ count: number }>('select count(*)::int as count from traffic_changes')).rows[0]
    ?.count;

describe('the numbers of the dashboard', () => {
  test('follow a workflow that is made, changes its state and is deleted, folded or not', async () => {
    const id = await addWorkflow(server.database, { status: 'Pending' });
    expect(await counts()).toEqual({ 'MessageReceiveWorkflow Pending': 1 });
    await foldTraffic(server.database);
    await server.database.pool.query(`update workflows set status = 'Failed' where id = $1`, [id]);
    await server.database.pool.query(`update workflows set version = version + 1 where id = $1`, [id]);
    expect(await counts()).toEqual({ 'MessageReceiveWorkflow Failed': 1 });
    await foldTraffic(server.database);
    expect(await changes()).toBe(0);
    expect(await counts()).toEqual({ 'MessageReceiveWorkflow Failed': 1 });
    await server.database.pool.query('delete from workflows where id = $1', [id]);
    expect(await counts()).toEqual({});
    expect(await total()).toBe(0);
  });

  test('are exact at every moment while four writers and two folders are at work', async () => {
    const written = new AbortController();
    const writer = async (turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) {
        const id = await addWorkflow(server.database, { status: 'Pending' });
        await server.database.pool.query(`update workflows set status = $2 where id = $1`, [
          id,
          turn % 3 === 0 ? 'Failed' : 'Completed',
        ]);
        if (turn % 5 === 0) await server.database.pool.query('delete from workflows where id = $1', [id]);
      }
    };
    const folder = async () => {
      while (!written.signal.aborted) await foldTraffic(server.database);
    };
    // The numbers and the table, in one snapshot of the database.
    const compare = async () => {
      let compared = 0;
      while (!written.signal.aborted) {
        const { rows } = await server.database.pool.query<{ counted: string; there: string }>(
          `select (select coalesce(sum(count), 0) from (
                     select count from traffic_buckets where kind = 'workflow.all'
                     union all select sign from traffic_changes where kind = 'workflow') s) as counted,
                  (select count(*) from workflows) as there`,
        );
        expect(rows[0]?.counted).toBe(rows[0]?.there);
        compared += 1;
      }
      return compared;
    };
    const others = [folder(), folder(), compare()] as const;
    await Promise.all([writer(40), writer(40), writer(40), writer(40)]).finally(() => written.abort());
    const [, , compared] = await Promise.all(others);
    expect(compared).toBeGreaterThan(3);
    expect(await counts()).toEqual(await truth());
    await foldTraffic(server.database);
    expect(await counts()).toEqual(await truth());
    expect(await total()).toBe(128);
  });

  test('count messages and conversions by the minute and keep them when minutes are forgotten', async () => {
    await addWorkflow(server.database);
    await addWorkflow(server.database, { createdTime: new Date(Date.now() - 5 * 3_600_000) });
    const sum = async (hours: number) => {
      const { messages } = await client().stats({ query: { hours } });
      return { points: messages.length, messages: messages.reduce((all, { value }) => all + value, 0) };
    };
    expect(await sum(1)).toEqual({ points: 60, messages: 1 });
    expect(await sum(24)).toEqual({ points: 144, messages: 2 });
    expect(await sum(72)).toEqual({ points: 72, messages: 2 });
    await foldTraffic(server.database);
    await deleteOldTraffic(server.database);
    expect(await sum(1)).toEqual({ points: 60, messages: 1 });
    expect(await sum(24)).toEqual({ points: 144, messages: 2 });
  });
});
