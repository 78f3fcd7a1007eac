import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldListCounts } from '../../../server/database/listCounts.ts';
import { newId } from '../../../server/database/newId.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newOrganization } from '../areas/organizationBuilders.ts';

let server: TestApp;
let organizationId = '';
let webhookId = '';
beforeAll(async () => {
  server = await startApp();
  const client = server.client('SysAdmin');
  ({ id: organizationId } = await client.organizations.create({ body: newOrganization() }));
  ({ id: webhookId } = await client.webhooks.save({
    body: { organizationId, name: 'Counted', url: 'https://hooks.clinic.example/in', events: ['message.received'] },
  }));
});
afterAll(() => server.close());

const query = (text: string, values: readonly unknown[] = []) => server.database.pool.query(text, [...values]);
/** Kept numbers that differ from those of the tables, of one snapshot. */
const differences = async () => {
  const { rows } = await query(`
    with kept as (
      select list, key, sum(count) as count from (
        select list, key, count from list_counts union all select list, key, sign from list_count_changes) k
      where list not like '%.all' group by 1, 2),
    present as (
      select 'users' as list, jsonb_build_object('isDeleted', deleted_at is not null, 'roleName', role, 'isEnabled', is_enabled,
        'hasSignedIn', last_login_date is not null) as key, count(*) as count from users group by 2
      union all
      select 'documentSources', jsonb_build_object('type', type), count(*) from document_sources group by 2
      union all
      select 'webhookDeliveries', jsonb_build_object('webhookId', webhook_id, 'status', status, 'eventType', event_type), count(*)
      from webhook_deliveries group by 2)
    select list, key, k.count as kept, p.count as present from kept k full join present p using (list, key)
    where coalesce(k.count, 0) <> coalesce(p.count, 0)`);
  return rows;
};

const addUsers = (count: number, name: string) =>
  query(
    `insert into users (id, first_name, last_name, user_name, role, is_enabled, last_login_date)
     select gen_random_uuid(), $2, 'Counted ' || i, $2 || i || '@counted.example', case when i % 3 = 0 then 'Administrator' else 'User' end,
       i % 4 <> 0, case when i % 5 = 0 then now() end
     from generate_series(1, $1::int) i`,
    [count, name],
  );
const addDeliveries = (count: number) =>
  query(
    `insert into webhook_deliveries (id, webhook_id, event_id, event_type, sequence, data)
     select gen_random_uuid(), $2, gen_random_uuid(), case when i % 2 = 0 then 'message.received' else 'message.sent' end,
       nextval('webhook_event_sequence'), '{}' from generate_series(1, $1::int) i`,
    [count, webhookId],
  );

describe('the totals of long lists', () => {
  test('are exact at every moment while writers and folds are at work', { tags: ['hard'] }, async () => {
    const written = new AbortController();
    const writer = async (name: string) => {
      for (let turn = 0; turn < 8; turn += 1) {
        await addUsers(3, `${name}${turn}x`);
        await query(`update users set is_enabled = not is_enabled, role = 'User' where user_name = $1`, [
          `${name}${turn}x3@counted.example`,
        ]);
        await query(`update users set deleted_at = now() where user_name = $1`, [`${name}${turn}x1@counted.example`]);
        await query(`delete from users where user_name = $1`, [`${name}${turn}x2@counted.example`]);
        await addDeliveries(2);
        await query(
          `update webhook_deliveries set status = 'Failed' where id = (select id from webhook_deliveries where status = 'Pending' limit 1 for update skip locked)`,
        );
        await query(
          `insert into document_sources (id, organization_id, type, address, display_name) values ($1, $2, 'Fax', $3, 'Fax')`,
          [newId(), organizationId, `${name}${turn}`],
        );
      }
    };
    const folder = async () => {
      while (!written.signal.aborted) await foldListCounts(server.database);
    };
    const compare = async () => {
      let compared = 0;
      for (; !written.signal.aborted; compared += 1) expect(await differences()).toEqual([]);
      return compared;
    };
    const others = Promise.all([folder(), folder(), compare()]);
    const writers = Promise.all([writer('a'), writer('b'), writer('c')]).finally(() => written.abort());
    const [[, , compared]] = await Promise.all([others, writers]);
    expect(compared).toBeGreaterThan(3);
    await foldListCounts(server.database);
    expect(await differences()).toEqual([]);
    expect((await query('select from list_count_changes')).rowCount).toBe(0);
    expect((await query('select from list_counts where count < 1')).rowCount).toBe(0);
  });

  test('are those of each filter, folded or not, and not of what is rolled back', async () => {
    const client = server.client('SysAdmin');
    const userFilters = ['false', 'true'].flatMap((deleted) =>
      [
        {},
        { roleName: 'Administrator' as const },
        { isEnabled: 'false' },
        { hasSignedIn: 'true', isEnabled: 'true' },
      ].map((filter) => ({ deleted, ...filter })),
    );
    const listed = async () => ({
      users: await Promise.all(
        userFilters.map(async (filter) => {
          const { users, totalUsersCount } = await client.users.list({ query: { ...filter, pageSize: 1000 } });
          expect(users.length, JSON.stringify(filter)).toBe(totalUsersCount);
          return totalUsersCount;
        }),
      ),
      contacts: (await client.users.contacts({ query: { pageSize: 100 } })).totalCount,
      sources: (await client.documentsources.list({ query: { type: 'Fax' } })).totalCount,
      deliveries: (await client.webhooks.deliveries({ query: { status: 'Failed', eventType: 'message.sent' } }))
        .totalCount,
      own: (await client.webhooks.deliveries({ query: { webhookId } })).totalCount,
    });
    const { own } = await listed();
    await addUsers(7, 'filtered');
    await addDeliveries(5);
    const unfolded = await listed();
    expect(unfolded.own).toBe(own + 5);
    await foldListCounts(server.database);
    expect(await listed()).toEqual(unfolded);
    await query(
      `do $$ begin insert into users (id, first_name, last_name, user_name, role) values (gen_random_uuid(), 'A', 'B', 'gone@counted.example', 'User');
         raise 'given up'; end $$`,
    ).catch(() => undefined);
    expect(await listed()).toEqual(unfolded);
  });

  test('of searches that were counted before follow every change of a name, a filter and a row', async () => {
    const client = server.client('SysAdmin');
    const searches = ['willow', 'zz'];
    const expectExact = async () => {
      for (const search of searches)
        for (const filter of [{}, { isEnabled: 'true', roleName: 'User' as const }]) {
          const { totalUsersCount } = await client.users.list({ query: { search, pageSize: 10, ...filter } });
          const { rows } = await query(
            `select count(*)::int as count from users where deleted_at is null and search_text like '%' || $1 || '%'
               and ($2::boolean is null or is_enabled = $2) and ($3::text is null or role = $3)`,
            [search, 'isEnabled' in filter ? 'true' : null, 'roleName' in filter ? filter.roleName : null],
          );
          expect(totalUsersCount, search).toBe(rows[0]?.count);
        }
      const sources = await client.documentsources.list({ query: { search: 'willow' } });
      const { rows } = await query(
        `select count(*)::int as count from document_sources where search_text like '%willow%'`,
      );
      expect(sources.totalCount).toBe(rows[0]?.count);
    };
    // So many that the cached total leads to the page; that of few is counted with their page.
    await addUsers(1200, 'Willow');
    await expectExact();
    for (const [index, change] of [
      `update users set first_name = 'Willow Oak' where user_name = 'Willow1@counted.example'`,
      // What they are called and may do is exchanged, so that no number of the list changes.
      `update users u set first_name = o.first_name, role = o.role from users o
         where (u.user_name, o.user_name) in (('Willow3@counted.example', 'Willow1@counted.example'), ('Willow1@counted.example', 'Willow3@counted.example'))`,
      `update users set is_enabled = not is_enabled where first_name like 'Willow%'`,
      `update users set deleted_at = now() where user_name = 'Willow2@counted.example'`,
      `update organizations set name = 'Willow Clinic' where id = '${organizationId}'`,
    ].entries()) {
      await query(change);
      if (index % 2 === 1) await foldListCounts(server.database);
      await expectExact();
      await foldListCounts(server.database);
      await expectExact();
    }
    // An open transaction is not seen, and counts from its end on.
    const writer = await server.database.pool.connect();
    try {
      await writer.query('begin');
      await writer.query(`update users set last_name = 'zz' where user_name = 'Willow4@counted.example'`);
      await expectExact();
      await foldListCounts(server.database);
      await expectExact();
      await writer.query('commit');
      await expectExact();
    } finally {
      writer.release();
    }
  });

  test('lose the deliveries of a webhook with it, and all of a table that is emptied', async () => {
    const client = server.client('SysAdmin');
    await client.webhooks.delete({ params: { id: webhookId } });
    expect((await client.webhooks.deliveries({ query: {} })).totalCount).toBe(0);
    expect(await differences()).toEqual([]);
    await foldListCounts(server.database);
    await asOwner(server.database, 'truncate document_sources cascade');
    expect(await differences()).toEqual([]);
    expect((await client.documentsources.list({ query: {} })).totalCount).toBe(0);
  });

  // 60,000 rows: below that the matches of a search are gathered.
  test('of searches with many matches lead to the same pages as those of few', {
    tags: ['hard'],
    timeout: 60_000,
  }, async () => {
    for (const part of ['a', 'b', 'c', 'd', 'e', 'f']) await addUsers(10_000, `Frequent${part}`);
    await asOwner(server.database, 'analyze users');
    const client = server.client('SysAdmin');
    const page = (search: string, pageNumber: number, dir: 'asc' | 'desc') =>
      client.users.list({
        query: { search, pageNumber, pageSize: 20, sort: JSON.stringify({ field: 'userName', dir }) },
      });
    const total = (await page('frequent', 1, 'asc')).totalUsersCount;
    expect(total).toBe(60_000);
    for (const dir of ['asc', 'desc'] as const) {
      const { rows } = await query(
        `select id from users where deleted_at is null and search_text like '%frequent%' order by user_name_sort ${dir}, id ${dir}`,
      );
      for (const pageNumber of [1, 2, 1500, 1501, 3000]) {
        const { users } = await page('frequent', pageNumber, dir);
        expect(users.map(({ id }) => id)).toEqual(
          rows.slice((pageNumber - 1) * 20, pageNumber * 20).map(({ id }) => id),
        );
      }
    }
    expect((await page('frequent', 3001, 'asc')).users).toEqual([]);
  });
});
