/** @module-tag scaled */
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { GramCounter } from '../../../server/areas/organizations/list/gramCounter.ts';
import { frequentWords, WordCounter } from '../../../server/areas/organizations/list/wordCounter.ts';
import { readGramCounts, refreshGramCounts } from '../../../server/areas/organizations/list/gramCounts.ts';
import { deleteFutureRows, pruneCountChanges } from '../../../server/areas/organizations/list/totalsJobs.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { seed } from '../../../server/seed/seed.ts';
import { quietLog } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { isHard } from '../../support/isHard.ts';

let server: TestApp;
/** Another process on the same database, as far as totals are concerned: an app and a pool of its own. */
let second: { inject: TestApp['app']['inject']; close(): Promise<void> };

beforeAll(async () => {
  server = await startApp();
  const database = await openDatabase(server.config, quietLog);
  const app = await buildApp({ config: server.config, database });
  await app.ready();
  second = {
    inject: app.inject.bind(app),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const filters = [
  '',
  'search=clinic',
  'search=a',
  'search=qz',
  'search=%C3%A9',
  'cancelling=true',
  'cancelling=true&search=e',
  'isActivated=true',
  'isActivated=false&cancelling=true',
  'isEnabled=false&search=clinic',
  'apiCapture=true&search=e',
  'loginType=Password&isActivated=true',
  'loginType=SSO&search=clinic',
  'tierCode=small&isEnabled=true',
  'typeId=TYPE',
  'networkId=NETWORK&isActivated=true',
  'networkId=NETWORK&typeId=TYPE',
];
/** Ids that stand for themselves in the filters above. */
const ids = { NETWORK: '', TYPE: '' };
beforeAll(async () => {
  const { rows } = await server.database.pool.query<typeof ids>(
    `select (select network_id from organizations where network_id is not null group by 1 order by count(*) desc limit 1) as "NETWORK",
       (select type_id from organizations group by 1 order by count(*) desc limit 1) as "TYPE"`,
  );
  Object.assign(ids, rows[0]);
});
const withIds = (query: string) => query.replace(/NETWORK|TYPE/g, (name) => ids[name as keyof typeof ids]);

const listed = async (inject: TestApp['app']['inject'], query: string) => {
  const response = await inject({
    url: `/api/organizations?pageSize=1&${withIds(query)}`,
    headers: { authorization: `Bearer ${server.as('SysAdmin')}` },
  });
  expect(response.statusCode).toBe(200);
  return response.json<{ totalCount: number }>().totalCount;
};

const counted = async (query: string) => {
  const expected = Object.fromEntries(new URLSearchParams(withIds(query)));
  const { rows } = await server.database.pool.query<{ count: number }>(
    `select count(*)::int as count
     from organizations o left join brands b on b.id = o.brand_id left join plans p on p.id = o.plan_id
     where position(lower($1) in search_text) > 0 and ($2::boolean is not true or cancel_at is not null)
       and is_activated = coalesce($3, is_activated) and is_enabled = coalesce($4, is_enabled)
       and api_capture = coalesce($5, api_capture)
       and ($6::text is null or (connection_name is not null
         or exists (select from sso_connections c where c.organization_id = o.id and c.is_enabled)) = ($6 = 'SSO'))
       and ($7::text is null or lower(tier_code) = lower($7))
       and ($8::uuid is null or type_id = $8) and ($9::uuid is null or network_id = $9)`,
    [
      expected['search'] ?? '',
      expected['cancelling'],
      expected['isActivated'],
      expected['isEnabled'],
      expected['apiCapture'],
      expected['loginType'],
      expected['tierCode'],
      expected['typeId'],
      expected['networkId'],
    ],
  );
  return rows[0]?.count;
};

const expectExact = async () => {
  await Promise.all(
    filters.map(async (query) => {
      const truth = await counted(query);
      expect(await listed(server.app.inject.bind(server.app), query), query).toBe(truth);
      expect(await listed(second.inject, query), query).toBe(truth);
    }),
  );
};

let made = 0;
const insert = (db: Pick<PoolClient, 'query'>, name: string, cancelling = false) => {
  made += 1;
  return db.query(
    `insert into organizations (id, name, subdomain, cancel_at, created_by, modified_by)
     values (gen_random_uuid(), $1, $2, case when $3 then now() end, 'test', 'test')`,
    [name, `totals-${made}`, cancelling],
  );
};
const somewhere = 'id = (select id from organizations order by md5(id::text || $1) limit 1)';

describe('totals', () => {
  test('are exact for every filter in both processes after any writes', async () => {
    const name = fc.constantFrom('Quiet Clinic', 'Café Qz', 'ÉCOLE', 'plain', '100% \\ back', 'a');
    const step = fc.oneof(
      fc.tuple(fc.constant('insert' as const), name, fc.boolean()),
      fc.tuple(fc.constant('rename' as const), name, fc.boolean()),
      fc.tuple(fc.constant('cancel' as const), name, fc.boolean()),
      fc.tuple(fc.constant('delete' as const), name, fc.boolean()),
      fc.tuple(fc.constant('activate' as const), name, fc.boolean()),
      fc.tuple(fc.constant('move' as const), name, fc.boolean()),
    );
    const { pool } = server.database;
    const take = {
      insert: (text: string, flag: boolean) => insert(pool, text, flag),
      rename: (text: string) =>
        pool.query(`update organizations set name = $2 where ${somewhere}`, [String(made), text]),
      cancel: (_: string, flag: boolean) =>
        pool.query(`update organizations set cancel_at = case when $2 then now() end where ${somewhere}`, [
          String(made),
          flag,
        ]),
      delete: () => pool.query(`delete from organizations where ${somewhere}`, [String(made)]),
      activate: (_: string, flag: boolean) =>
        pool.query(`update organizations set is_activated = $2, is_enabled = not $2 where ${somewhere}`, [
          String(made),
          flag,
        ]),
      move: (_: string, flag: boolean) =>
        pool.query(
          `update organizations set network_id = case when $2 then $3::uuid end, api_capture = $2,
             brand_id = (select id from brands order by id limit 1) where ${somewhere}`,
          [String(made), flag, ids.NETWORK],
        ),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.boolean(), async (steps, atOnce) => {
        const acts = steps.map(
          ([kind, text, flag]) =>
            () =>
              take[kind](text, flag),
        );
        if (atOnce) await Promise.all(acts.map((act) => act()));
        else for (const act of acts) await act();
        await expectExact();
      }),
      { numRuns: isHard ? 12 : 5 },
    );
  }, 60_000);

  test('leave out what is not committed yet, and count it from then on', { tags: ['hard'] }, async () => {
    const writer = await server.database.pool.connect();
    try {
      await expectExact();
      await writer.query('begin');
      await insert(writer, 'Uncommitted Clinic Qz');
      await expectExact();
      // Others commit meanwhile, and kept counts move on past the open transaction.
      for (let turn = 0; turn < 3; turn += 1) {
        await insert(server.database.pool, 'Meanwhile Clinic');
        await expectExact();
      }
      await writer.query('commit');
      await expectExact();
      await writer.query('begin');
      await insert(writer, 'Never Clinic');
      await expectExact();
      await writer.query('rollback');
      await expectExact();
    } finally {
      writer.release();
    }
  });

  test('by columns are exact from the numbers that are kept, too', { tags: ['hard'] }, async () => {
    const keep = () => refreshGramCounts(server.database, 1);
    for (const change of [
      'update organizations set is_activated = not is_activated where org_id % 3 = 0',
      'update organizations set type_id = null where org_id % 5 = 0',
      `insert into sso_connections (name, display_name, issuer, client_id, organization_id)
       select id::text, name, 'https://login.example', 'carepost', id from organizations where org_id % 4 = 0`,
      `update sso_connections set is_enabled = false where organization_id = (select max(organization_id::text)::uuid from sso_connections)`,
      'delete from organizations where id = (select max(id::text)::uuid from organizations)',
    ]) {
      await keep();
      await expectExact();
      await server.database.pool.query(change);
      await expectExact();
    }
    await keep();
    await expectExact();
    const { rows } = await server.database.pool.query<{ counted: number; negative: number }>(
      `select sum(count) filter (where dimension = 'all')::int as counted, (count(*) filter (where count < 1))::int as negative
       from organization_filter_counts`,
    );
    expect(rows).toEqual([{ counted: await counted(''), negative: 0 }]);
  });

  test('survive that changes are forgotten while counts are kept', { tags: ['hard'] }, async () => {
    await expectExact();
    for (let turn = 0; turn < 3; turn += 1) {
      await insert(server.database.pool, 'Pruned Clinic');
      await pruneCountChanges(server.database, -1);
      await pruneCountChanges(server.database, -1);
      await expectExact();
    }
    // A transaction anywhere on the database server, of another test too, holds changes back until it ends.
    await vi.waitFor(
      async () => {
        await pruneCountChanges(server.database, -1);
        const { rows } = await server.database.pool.query<{ count: number }>(
          'select count(*)::int as count from organization_count_changes',
        );
        expect(rows[0]?.count).toBe(0);
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  test('keep the changes of a transaction that is open while others are forgotten', async () => {
    const writer = await server.database.pool.connect();
    try {
      await writer.query('begin');
      await insert(writer, 'Long Clinic');
      await expectExact();
      for (let turn = 0; turn < 3; turn += 1) await pruneCountChanges(server.database, -1);
      await writer.query('commit');
      for (let turn = 0; turn < 3; turn += 1) await pruneCountChanges(server.database, -1);
      await expectExact();
    } finally {
      writer.release();
    }
  });

  test('are right after a restore that brought transaction numbers of another server', async () => {
    const { pool } = server.database;
    await pool.query('update organization_count_horizon set pruned_below = 1000000000000, candidate = 1000000000000');
    await pool.query(
      `insert into organization_gram_counts (id, snapshot, counts) values (1, '1000000000000:1000000000000:', '{"a": 7}')
       on conflict (id) do update set snapshot = excluded.snapshot, counts = excluded.counts`,
    );
    await pool.query(
      `insert into organization_count_changes (xid, sign, search_text, is_canceling) values (1000000000000, 1, 'a clinic', true)`,
    );
    await expectExact();
    await deleteFutureRows(server.database);
    await insert(pool, 'Restored Clinic');
    await expectExact();
    const { rows } = await pool.query<{ left: number }>(
      `select (select count(*) from organization_count_changes where xid >= 1000000000000)::int
         + (select count(*) from organization_gram_counts)::int
         + (select count(*) from organization_count_horizon where greatest(pruned_below, candidate) >= 1000000000000)::int as left`,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  test('follow when the demo data is replaced as a whole', { tags: ['hard'] }, async () => {
    await expectExact();
    await seed(server.database, { organizations: 35, force: true });
    expect(await listed(second.inject, 'search=e')).toBe(await counted('search=e'));
    const responses = await Promise.all([listed(second.inject, 'cancelling=true'), counted('cancelling=true')]);
    expect(responses[0]).toBe(responses[1]);
  });
});

describe('counts of one and two letters', () => {
  const matches = async () => {
    const stored = await readGramCounts(server.database.pool);
    const { rows } = await server.database.pool.query<{ text: string }>(
      'select search_text as text from organizations',
    );
    const brute = new Map<string, number>();
    for (const { text } of rows) {
      const letters = Array.from(text);
      const grams = new Set(letters.flatMap((letter, at) => [letter, letter + (letters[at + 1] ?? '')]));
      for (const gram of grams) brute.set(gram, (brute.get(gram) ?? 0) + 1);
    }
    const kept = Object.entries(stored?.counts ?? {});
    const isWord = (text: string) => Array.from(text).length > 2;
    expect(new Map(kept.filter(([text]) => !isWord(text)))).toEqual(brute);
    for (const [word, count] of kept.filter(([text]) => isWord(text)))
      expect(count, word).toBe(rows.filter(({ text }) => text.includes(word)).length);
  };

  /** The server's own job may hold the lock, or forget the counts of so small a table, in between. */
  const broughtForward = () =>
    vi.waitFor(
      async () => {
        await refreshGramCounts(server.database, 1);
        await matches();
      },
      { timeout: 10_000, interval: 100 },
    );

  beforeEach(() => refreshGramCounts(server.database, 1));

  test('are those of the table, at first and after being brought forward', async () => {
    await broughtForward();
    await insert(server.database.pool, 'Ünïcode 診療所 Qz \\ \t end');
    await server.database.pool.query(`delete from organizations where ${somewhere}`, ['forward']);
    await broughtForward();
  });

  test('give exact totals together with the changes since', async () => {
    const app = await buildApp({ config: server.config, database: server.database });
    try {
      await insert(server.database.pool, 'Qz after the count');
      for (const query of ['search=qz', 'search=a', 'search=zq', 'search=e']) {
        expect(await listed(app.inject.bind(app), query), query).toBe(await counted(query));
      }
    } finally {
      await app.close();
    }
  });

  test('of frequent words are those of the table, wherever in a text they stand', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', 'é'), maxLength: 14 });
    const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(words, fc.array(letters, { maxLength: 12 }), (chosen, texts) => {
        const stored = new WordCounter(chosen);
        for (const text of texts) stored.add(text);
        const resumed = new WordCounter(chosen, stored.result());
        const [gone, ...left] = texts;
        if (gone !== undefined) resumed.add(gone, -1);
        const brute = (among: readonly string[]) =>
          Object.fromEntries(chosen.map((word) => [word, among.filter((text) => text.includes(word)).length]));
        expect(stored.result()).toEqual(brute(texts));
        expect(resumed.result()).toEqual(brute(left));
      }),
    );
    expect(frequentWords(['the clinic', 'clinics', 'x'])).toEqual(['the', 'cli', 'clin', 'clini', 'clinic', 'clinics']);
  });

  test('come out the same in whatever order texts come and go', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 12 }), (texts) => {
        const whole = new GramCounter();
        for (const text of texts) whole.add(text);
        const stored = texts.filter((_, at) => at % 2 === 0);
        const gone = texts.filter((_, at) => at % 2 === 1);
        const resumed = new GramCounter(whole.result());
        for (const text of gone) resumed.add(text, -1);
        const direct = new GramCounter();
        for (const text of stored) direct.add(text);
        expect(resumed.result()).toEqual(direct.result());
      }),
    );
  });
});
