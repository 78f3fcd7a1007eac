import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GridFilter } from '../../../shared/contract/exchangeSchemas.ts';
import { foldTraffic } from '../../../server/exchange/traffic.ts';
import { workflowDuration, workflowFilterSql } from '../../../server/exchange/workflowFilter.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addWorkflow, withoutHistory } from '../exchange/trafficRows.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const client = () => server.client('SysAdmin').diagnostics;
const filter = (field: GridFilter['field'], value: GridFilter['value'], mode: GridFilter['mode'] = 'equals') => ({
  field,
  mode,
  value,
});
const search = (filtering: GridFilter[], paging = { pageNumber: 1, pageSize: 100 }) =>
  client().search({ body: { filtering, paging } });

describe('the workflow grid', () => {
  beforeAll(() => withoutHistory(server.database));
  beforeEach(() => withoutHistory(server.database));

  test('shows steps, duration and message of each workflow', async () => {
    const createdTime = new Date(Date.now() - 60_000);
    await addWorkflow(server.database, { createdTime, completedTime: new Date(createdTime.getTime() + 1500) });
    const { messageHealthDataValues: rows } = await search([]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      status: 'Completed',
      duration: 1500,
      createdTime: createdTime.toISOString(),
      workflow: { duration: 1500, steps: [{ stepName: 'Accept', status: 'Completed', elapsed: 0, attempts: 1 }] },
      mailMessage: { sender: 'ann@partner.example', mailTo: 'care@clinic.example', attachmentEvents: [] },
    });
    expect(rows[0]?.organizationName).not.toBe('');
  });

  test('counts exactly whatever the bounds of time are', async () => {
    const base = Date.parse('2026-01-05T10:07:00Z');
    for (let minute = 0; minute < 60; minute += 1)
      await addWorkflow(server.database, {
        createdTime: new Date(base + minute * 60_000),
        status: minute % 4 === 0 ? 'Failed' : 'Completed',
      });
    const at = (minute: number) => new Date(base + minute * 60_000).toISOString();
    const countOf = async (...filters: GridFilter[]) => (await search(filters)).messageHealthDataValuesCount;
    const failed = filter('status', 'Failed');
    expect(await countOf(filter('createdTime', at(10), 'gte'), filter('createdTime', at(41), 'lt'))).toBe(31);
    expect(await countOf(filter('createdTime', at(10), 'gt'), filter('createdTime', at(41), 'lte'), failed)).toBe(8);
    expect(await countOf(filter('createdTime', at(20)))).toBe(1);
    expect(await countOf(filter('createdTime', at(20), 'notEquals'), failed)).toBe(14);
    expect(await countOf(filter('createdTime', '2026-01-05'))).toBe(60);
    expect(await countOf(filter('createdTime', '2026-01-05', 'gt'))).toBe(0);
    expect(await countOf(filter('status', ['Failed', 'Completed'], 'in'), filter('direction', 'Inbound'))).toBe(60);
    expect(await countOf(failed, filter('sender', 'PARTNER', 'contains'))).toBe(15);
    const query = { status: 'Failed', from: at(10), to: at(41), search: 'ann@' } as const;
    expect((await client().workflows({ query })).messageHealthDataValuesCount).toBe(8);
  });

  test('counts exactly whatever the bounds of duration are', { tags: ['hard'] }, async () => {
    const createdTime = new Date('2026-01-05T10:00:00Z');
    const durations = [0, 5, 99, 100, 149, 150, 155, 159, 160, 1999, 2000, 61_234, 3_600_000];
    for (const [index, ms] of durations.entries())
      await addWorkflow(server.database, {
        createdTime,
        completedTime: new Date(createdTime.getTime() + ms),
        status: index % 2 === 0 ? 'Failed' : 'Completed',
      });
    await addWorkflow(server.database, { createdTime, status: 'Pending' });
    const modes = {
      lt: (ms: number, value: number) => ms < value,
      lte: (ms: number, value: number) => ms <= value,
      gt: (ms: number, value: number) => ms > value,
      gte: (ms: number, value: number) => ms >= value,
      equals: (ms: number, value: number) => ms === value,
    } as const;
    const expectExact = async () => {
      for (const value of [0, 100, 150, 155.5, 159, 2000, 4_000_000]) {
        for (const [mode, holds] of Object.entries(modes)) {
          const match = durations.map((ms) => holds(ms, value));
          const countOf = async (...filters: GridFilter[]) =>
            (await search([filter('duration', value, mode as keyof typeof modes), ...filters]))
              .messageHealthDataValuesCount;
          expect(await countOf(), `${mode} ${value}`).toBe(match.filter(Boolean).length);
          expect(await countOf(filter('status', 'Failed')), `${mode} ${value}, failed`).toBe(
            match.filter((holdsHere, index) => holdsHere && index % 2 === 0).length,
          );
        }
      }
    };
    await expectExact();
    await foldTraffic(server.database);
    await expectExact();
    // Half of them are taken back: their numbers go.
    await server.database.pool.query(
      `update workflows set status = 'Retrying', completed_time = null where status = 'Failed'`,
    );
    expect((await search([filter('duration', 0, 'gte')])).messageHealthDataValuesCount).toBe(6);
  });

  test('compares and sorts durations as they are displayed, in whole milliseconds', async () => {
    const second = new Date('2026-01-05T10:00:00Z');
    const micros = [
      [600, 1_500_200],
      [0, 1_499_900],
      [100, 1_499_050],
    ] as const;
    for (const [start, end] of micros) {
      const id = await addWorkflow(server.database, { createdTime: second, completedTime: second });
      await server.database.pool.query(
        `update workflows set created_time = created_time + $2 * interval '1 microsecond',
           completed_time = completed_time + $3 * interval '1 microsecond' where id = $1`,
        [id, start, end],
      );
    }
    const rows = await search([filter('duration', 1490, 'gte')]);
    const displayed = rows.messageHealthDataValues.map(({ duration }) => duration);
    expect(displayed.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1498, 1499, 1499]);
    for (const duration of displayed)
      expect((await search([filter('duration', duration ?? -1, 'equals')])).messageHealthDataValuesCount).toBe(
        duration === 1499 ? 2 : 1,
      );
    expect((await search([filter('duration', 1500, 'gte')])).messageHealthDataValuesCount).toBe(0);
    await foldTraffic(server.database);
    expect((await search([filter('duration', 1499, 'gte')])).messageHealthDataValuesCount).toBe(2);
  });

  test('sorts and filters by duration with its index', async () => {
    const plan = await server.database.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_sort = off`);
      const condition = workflowFilterSql([filter('duration', 1500, 'gte')]);
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`
        explain (costs off) select w.id from workflows w where ${condition}
        order by ${workflowDuration}, w.created_time, w.id limit 20`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index (?:Only )?Scan using workflows_duration on workflows w\s+Index Cond: /);
    expect(plan).not.toContain('Sort');
  });

  test('finds parts of a Message-ID', async () => {
    const id = await addWorkflow(server.database);
    const other = await addWorkflow(server.database);
    const { rows } = await server.database.pool.query<{ messageId: string }>(
      `with workflow as (
         update workflows set hisp_message_id = '<Part-Of.Id@direct.example>' where id = $1 returning mail_message_id)
       update mail_messages set hisp_message_id = '<Part-Of.Id@direct.example>'
       where id = (select mail_message_id from workflow) returning hisp_message_id as "messageId"`,
      [id],
    );
    expect(rows).toHaveLength(1);
    for (const [part, mode] of [
      ['part-of.', 'contains'],
      [' <PART-of.Id@direct.example> ', 'contains'],
      ['<Part', 'startsWith'],
      [' part-', 'startsWith'],
      ['<Part-Of.Id@direct.example>', 'equals'],
      [' Part-Of.Id@direct.example ', 'equals'],
      [['Part-Of.Id@direct.example>', 'another'], 'in'],
    ] as const) {
      const page = await search([filter('hispMessageId', typeof part === 'string' ? part : [...part], mode)]);
      expect(page.messageHealthDataValues.map((row) => row.id)).toEqual([id]);
      expect(page.messageHealthDataValuesCount).toBe(1);
    }
    const others = await search([filter('hispMessageId', 'Part-Of.Id@direct.example', 'notEquals')]);
    expect(others.messageHealthDataValues.map((row) => row.id)).toEqual([other]);
  });

  test.each<[GridFilter['mode'], string]>([
    ['equals', '  Some.Id@direct.example '],
    ['equals', '<Some.Id@direct.example>'],
    ['equals', ' <Some.Id@direct.example> '],
    ['in', 'Some.Id@direct.example'],
    ['contains', ' <some.ID@direct.example> '],
    ['startsWith', 'some.id@'],
    ['startsWith', '\t<some.id@'],
  ])('takes a Message-ID with and without angle brackets and spaces: %s «%s»', async (mode, text) => {
    const stored = { bracketed: '<Some.Id@direct.example>', bare: 'Some.Id@direct.example' };
    const others = ['<Other.Id@direct.example>', 'Xsome.id@direct.example2'];
    const ids: string[] = [];
    for (const hispMessageId of [...Object.values(stored), ...others]) {
      const id = await addWorkflow(server.database);
      await server.database.pool.query(
        `with message as (update mail_messages set hisp_message_id = $2 where id = (select mail_message_id from workflows where id = $1))
         update workflows set hisp_message_id = $2 where id = $1`,
        [id, hispMessageId],
      );
      ids.push(id);
    }
    const expected = mode === 'contains' ? [ids[0], ids[1], ids[3]] : ids.slice(0, 2);
    const page = await search([filter('hispMessageId', text, mode)]);
    expect(new Set(page.messageHealthDataValues.map(({ id }) => id))).toEqual(new Set(expected));
    expect(page.messageHealthDataValuesCount).toBe(expected.length);
    if (mode !== 'equals') return;
    const without = await search([filter('hispMessageId', text, 'notEquals')]);
    expect(new Set(without.messageHealthDataValues.map(({ id }) => id))).toEqual(new Set(ids.slice(2)));
    const query = { search: text } as const;
    expect((await client().workflows({ query })).messageHealthDataValuesCount).toBe(2);
  });

  test('gives every workflow on one page and only one, also where many are alike', async () => {
    const createdTime = new Date();
    for (let turn = 0; turn < 23; turn += 1) await addWorkflow(server.database, { createdTime });
    for (const sorting of [
      [],
      [{ field: 'status', dir: 'asc' }],
      [{ field: 'organizationName', dir: 'desc' }],
      [
        { field: 'duration', dir: 'asc' },
        { field: 'channel', dir: 'desc' },
      ],
    ] as const) {
      const seen = new Set<string>();
      for (let pageNumber = 1; pageNumber <= 3; pageNumber += 1) {
        const page = await client().search({ body: { sorting: [...sorting], paging: { pageNumber, pageSize: 10 } } });
        expect(page.messageHealthDataValuesCount).toBe(23);
        for (const { id } of page.messageHealthDataValues) seen.add(id);
      }
      expect(seen.size, JSON.stringify(sorting)).toBe(23);
    }
  });

  test('is in the order of organizations and channels also where there are too many workflows to sort them all', {
    tags: ['hard'],
  }, async () => {
    await addWorkflow(server.database);
    const { pool } = server.database;
    // Two of the same name are one group.
    await pool.query(
      `update organizations set name = case when org_id % 2 = 0 then '0 same' else '0 SAME' end
       where id in (select id from organizations order by id limit 2)`,
    );
    const now = new Date().toISOString();
    await asOwner(
      server.database,
      `insert into workflows (id, type, status, channel, direction, organization_id, mail_message_id, hisp_message_id, correlation_id,
           command, created_time)
         select gen_random_uuid(), w.type, case when n % 3 = 0 then 'Failed' else 'Completed' end,
           case n % 10 when 0 then 'Direct' when 1 then 'Network' else 'Fax' end, w.direction, o.ids[1 + n % 40], w.mail_message_id,
           'many', 'many', '{}', $2::timestamptz - n % 7 * interval '1 minute'
         from (select * from workflows where hisp_message_id <> 'many') w, generate_series(1, $1::int) n,
           (select array_agg(id) as ids from (select id from organizations order by id limit 40) few) o`,
      [31_000, now],
    );
    const orders = [
      { field: 'organizationName', column: 'lower(o.name)', pageNumbers: [9] },
      // Where one channel ends and the next one begins: 3,100 of 31,000, or 2,066 of those that are Completed.
      { field: 'channel', column: 'w.channel', pageNumbers: [1, 21, 31, 32] },
    ] as const;
    for (const { field, column, pageNumbers } of orders) {
      for (const dir of ['asc', 'desc'] as const) {
        for (const filtering of [[], [filter('status', 'Completed')]]) {
          for (const pageNumber of pageNumbers) {
            const body = { sorting: [{ field, dir }], filtering, paging: { pageNumber, pageSize: 100 } };
            const page = await client().search({ body });
            const { rows } = await pool.query<{ id: string }>(
              `select w.id from workflows w join organizations o on o.id = w.organization_id where $1 or w.status = 'Completed'
               order by ${column} ${dir}, w.created_time ${dir}, w.id ${dir} limit 100 offset $2`,
              [filtering.length === 0, (pageNumber - 1) * 100],
            );
            expect(page.messageHealthDataValuesCount).toBeGreaterThan(20_000);
            expect(page.messageHealthDataValues.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
          }
        }
      }
    }
    // Two keys, and a channel that its own filter leaves alone.
    const { messageHealthDataValues: mixed } = await client().search({
      body: {
        sorting: [
          { field: 'channel', dir: 'desc' },
          { field: 'createdTime', dir: 'asc' },
        ],
        filtering: [filter('channel', ['Fax'], 'in')],
        paging: { pageNumber: 2, pageSize: 50 },
      },
    });
    const { rows: faxes } = await pool.query<{ id: string }>(
      `select id from workflows where channel = 'Fax' order by created_time, id limit 50 offset 50`,
    );
    expect(mixed.map(({ id }) => id)).toEqual(faxes.map(({ id }) => id));
  });

  test('takes signs of patterns as they are and refuses what a filter cannot mean', async () => {
    await addWorkflow(server.database, { sender: 'o%neil_1@partner.example' });
    await addWorkflow(server.database, { sender: `o'neil@partner.example` });
    const match = async (value: string) =>
      (await search([filter('sender', value, 'contains')])).messageHealthDataValuesCount;
    expect(await match('%')).toBe(1);
    expect(await match('_')).toBe(1);
    expect(await match(`o'neil`)).toBe(1);
    expect(await match(`'; drop table workflows; --`)).toBe(0);
    await expect(search([filter('createdTime', 'yesterday', 'gte')])).rejects.toMatchObject({ status: 400 });
    await expect(search([filter('status', 'Failed', 'gt')])).rejects.toMatchObject({ status: 400 });
    await expect(
      client().search({ body: { filtering: [filter('password' as GridFilter['field'], 'x')] } }),
    ).rejects.toMatchObject({ status: 400 });
  });
});
