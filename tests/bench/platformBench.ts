import { openLongConnection } from '../../server/database/longConnection.ts';
import { byFourCallers, line, rounded } from './measure.ts';
import type { Setup } from './setup.ts';

const goalMs = 50;
const calls = 200;
const extent = { users: 100_000, reservedWords: 50_000, apps: 10_000, deliveries: 1_000_000, webhooks: 20 };

/** Rows that the seed has too few of; names are made of syllables, so that parts of them are rare and frequent. */
async function fill({ database }: Setup): Promise<void> {
  const { client: pool } = await openLongConnection(
    { target: database.owner },
    { statementTimeoutMs: 0, name: 'carepost bench' },
  );
  const word = (seed: string) =>
    `(array['ar','bel','cor','dan','el','fin','gor','hal','is','jo','kel','lan','mor','nel','or','pen','ros','sol','tan','vel'])[1 + (${seed}) % 20]`;
  const name = `initcap(${word('i')} || ${word('i / 20')} || ${word('i / 7')})`;
  const series = (table: string, count: number, where = 'true') =>
    `generate_series(1, ${count} - (select count(*)::int from ${table} where ${where})) i`;
  const addUsers = (count: number, isDeleted: boolean) =>
    pool.query(
      `insert into users (id, first_name, last_name, user_name, role, organization_id, is_enabled, deleted_at, deleted_user_name, last_login_date)
       select gen_random_uuid(), ${name}, initcap(${word('i / 3')} || ${word('i / 11')}), 'bench' || i || $1 || ${word('i')} || '.example',
         case when i % 10 = 0 then 'Administrator' else 'User' end, null, i % 50 <> 0,
         case when $2 then now() end, case when $2 then 'gone' || i || '@bench.example' end,
         case when i % 4 > 0 then now() - make_interval(hours => i % 9000) end
       from ${series('users', count, isDeleted ? 'deleted_at is not null' : 'deleted_at is null')}`,
      [isDeleted ? '@deleted.' : '@', isDeleted],
    );
  await addUsers(extent.users, false);
  await addUsers(extent.users / 2, true);
  await pool.query(
    `insert into login_failures (kind, user_name, address, failures, locked_until)
     select 'user', lower(user_name), 'bench', 3, now() + interval '1 day' from users where user_name like 'bench%' and deleted_at is null limit 300
     on conflict do nothing`,
  );
  await pool.query(
    `insert into reserved_words (id, name, is_profanity)
     select gen_random_uuid(), lower(${name}) || i, i % 5 = 0 from ${series('reserved_words', extent.reservedWords)} on conflict do nothing`,
  );
  await pool.query(
    `insert into apps (id, name) select gen_random_uuid(), ${name} || ' ' || i from ${series('apps', extent.apps)}`,
  );
  await pool.query(
    `insert into webhooks (id, name, url, created_by, modified_by)
     select gen_random_uuid(), 'Bench ' || i, 'https://hooks.bench.example', 'bench', 'bench' from ${series('webhooks', extent.webhooks)}
     on conflict do nothing`,
  );
  await pool.query(
    `insert into webhook_deliveries (id, webhook_id, event_id, event_type, sequence, data, status, attempts, completed_at)
     select gen_random_uuid(), hook.ids[1 + i % array_length(hook.ids, 1)], gen_random_uuid(),
       (array['message.received', 'message.sent', 'message.failed', 'user.created'])[1 + i / 7 % 4], nextval('webhook_event_sequence'), '{}',
       case when i % 100 = 0 then 'Failed' else 'Delivered' end, 1, now()
     from ${series('webhook_deliveries', extent.deliveries)} cross join (select array_agg(id order by name) as ids from webhooks) hook`,
  );
  await pool.query('vacuum analyze users, reserved_words, apps, login_failures, webhook_deliveries');
  await pool.end();
}

const userSort = (field: string, dir: string) => `sort=${encodeURIComponent(JSON.stringify({ field, dir }))}`;
const userOrders = ['name', 'userName', 'roleName', 'createDate', 'lastLoginDate'].flatMap((field) =>
  ['asc', 'desc'].map((dir) => userSort(field, dir)),
);
const positions = (total: number, size: number) =>
  [1, 2, 0.25, 0.5, 0.75, 1].map((at, i) => (i < 2 ? at : Math.max(1, Math.ceil((total / size) * at))));
const parts = ['corfin', 'dan', 'el', 'ros', 'zz', 'gorhal', 'b', 'bench77', 'vel sol', '.example'];
const searches = parts.map((part) => `search=${encodeURIComponent(part)}`);

const deliveryPages = positions(extent.deliveries, 20).map((page) => `pageNumber=${page}&pageSize=20`);

/** Lists of the platform's administration: every order, pages from the first to the last, filters and searches. */
const lists = (
  firstOrganization: string,
): Readonly<Record<string, readonly [path: string, queries: readonly string[]]>> => ({
  'users, orders': ['/api/admin/users', userOrders],
  'users, deep pages': [
    '/api/admin/users',
    userOrders.flatMap((order) => positions(extent.users, 20).map((page) => `${order}&pageNumber=${page}&pageSize=20`)),
  ],
  'users, searches': [
    '/api/admin/users',
    searches.flatMap((search) => [search, `${search}&${userSort('userName', 'desc')}`]),
  ],
  'users, role': ['/api/admin/users', userOrders.map((order) => `${order}&roleName=Administrator`)],
  'users, disabled': ['/api/admin/users', userOrders.map((order) => `${order}&isEnabled=false`)],
  'users, enabled': ['/api/admin/users', userOrders.map((order) => `${order}&isEnabled=true`)],
  'users, locked': ['/api/admin/users', userOrders.map((order) => `${order}&isLocked=true`)],
  'users, not locked': ['/api/admin/users', userOrders.map((order) => `${order}&isLocked=false`)],
  'users, never signed in': ['/api/admin/users', userOrders.map((order) => `${order}&hasSignedIn=false`)],
  'users, signed in': ['/api/admin/users', userOrders.map((order) => `${order}&hasSignedIn=true`)],
  'users, organization': [
    '/api/admin/users',
    userOrders.map((order) => `${order}&organizationId=${firstOrganization}`),
  ],
  'users, deleted': ['/api/admin/users', userOrders.map((order) => `${order}&deleted=true`)],
  'users, deleted, searches': ['/api/admin/users', searches.map((search) => `${search}&deleted=true`)],
  contacts: ['/api/contacts', ['', 'pageStart=2000', 'pageStart=4000']],
  'contacts, searches': ['/api/contacts', searches],
  'reserved words': [
    '/api/reservedwords',
    ['', 'sortDir=desc', 'pageNumber=1250', 'pageNumber=2500', 'profanity=true'],
  ],
  'reserved words, searches': ['/api/reservedwords', searches],
  'document sources': ['/api/admin/documentsources', ['', ...searches]],
  'webhook deliveries': [
    '/api/webhooks/deliveries',
    ['', 'status=Failed', 'status=Delivered', 'eventType=user.created', ...deliveryPages],
  ],
  apps: ['/api/admin/apps', ['', 'sort=desc', 'col=id', 'page=250', 'page=500']],
  'apps, searches': ['/api/admin/apps', searches],
});

export const platformBench = async (setup: Setup): Promise<void> => {
  await fill(setup);
  line('Lists of the administration, four callers at once');
  const { rows } = await setup.database.pool.query<{ id: string }>(
    'select organization_id as id from organization_users group by 1 order by count(*) desc limit 1',
  );
  for (const [name, [path, queries]] of Object.entries(lists(rows[0]?.id ?? ''))) {
    const get = async (query: string) => {
      const response = await fetch(`${setup.url}${path}?${query}`, {
        headers: { authorization: `Bearer ${setup.token}` },
      });
      const body = (await response.json()) as { totalCount?: number; totalUsersCount?: number };
      if (!response.ok) throw new Error(`${path}?${query} returned ${response.status}: ${JSON.stringify(body)}`);
      return body.totalCount ?? body.totalUsersCount;
    };
    await byFourCallers(queries, queries.length, get);
    const { median, p95, max } = await byFourCallers(queries, Math.max(calls, queries.length * 4), get);
    line(
      `  ${name.padEnd(26)} p50 ${rounded(median).padStart(6)}  p95 ${rounded(p95).padStart(6)}  max ${rounded(max).padStart(7)} ms   goal p95 ${goalMs} ms   total ${(await get(queries[0] ?? ''))?.toLocaleString('en')}`,
    );
  }
};
