/** @module-tag scaled */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refreshGramCounts } from '../../../server/areas/organizations/list/gramCounts.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lookupId, newOrganization } from './organizationBuilders.ts';
import { allOrSome } from '../../support/isHard.ts';

let server: TestApp;
let client: Client;
const ids = { networkId: '', resellerId: '', typeId: '', specialtyId: '', brandId: '', planId: '' };

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  const { rows } = await server.database.pool.query<typeof ids>(
    `select (select network_id from organizations where network_id is not null group by 1 order by count(*) desc limit 1) as "networkId",
      (select reseller_id from organizations where reseller_id is not null group by 1 order by count(*) desc limit 1) as "resellerId",
      (select type_id from organizations group by 1 order by count(*) desc limit 1) as "typeId",
      (select specialty_id from organizations where specialty_id is not null group by 1 order by count(*) desc limit 1) as "specialtyId",
      (select brand_id from organizations where brand_id is not null group by 1 order by count(*) desc limit 1) as "brandId",
      (select plan_id from organizations where plan_id is not null group by 1 order by count(*) desc limit 1) as "planId"`,
  );
  Object.assign(ids, rows[0]);
});
afterAll(() => server.close());

type Query = NonNullable<NonNullable<Parameters<Client['organizations']['list']>[0]>['query']>;
const list = (query: Query) => client.organizations.list({ query });

/** Names that meet the condition, in the list's order, straight from the tables. */
const expected = async (condition: string, direction = 'asc', values: unknown[] = []) => {
  const { rows } = await server.database.pool.query<{ name: string }>(
    `select o.name from organizations o left join plans p on p.id = o.plan_id left join brands b on b.id = o.brand_id
     where ${condition} order by lower(o.name) ${direction}, o.id ${direction}`,
    values,
  );
  return rows.map(({ name }) => name);
};

const allPages = async (query: Query, pageSize: number) => {
  const names: string[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { items, totalCount } = await list({ ...query, pageSize, pageNumber });
    names.push(...items.map(({ name }) => name));
    if (items.length === 0) return { names, totalCount };
  }
};

const filters = (): [Query, string, unknown[]][] => [
  [{ isActivated: 'true' }, 'is_activated', []],
  [{ isActivated: 'false' }, 'not is_activated', []],
  [{ isEnabled: 'false' }, 'not is_enabled', []],
  [{ apiCapture: '1' }, 'api_capture', []],
  [{ loginType: 'SSO' }, 'connection_name is not null', []],
  [{ loginType: 'Password' }, 'connection_name is null', []],
  [{ networkId: ids.networkId }, 'network_id = $1', [ids.networkId]],
  [{ resellerId: ids.resellerId }, 'reseller_id = $1', [ids.resellerId]],
  [{ typeId: ids.typeId }, 'type_id = $1', [ids.typeId]],
  [{ specialtyId: ids.specialtyId }, 'specialty_id = $1', [ids.specialtyId]],
  [{ brandId: ids.brandId }, 'brand_id = $1', [ids.brandId]],
  [{ planId: ids.planId }, 'plan_id = $1', [ids.planId]],
  [{ tierCode: 'small' }, `tier_code = 'SMALL'`, []],
  [
    { isActivated: 'true', loginType: 'Password', cancelling: 'true' },
    'is_activated and connection_name is null and cancel_at is not null',
    [],
  ],
  [{ isEnabled: 'true', search: 'clinic' }, `is_enabled and search_text like '%clinic%'`, []],
  [{ networkId: ids.networkId, search: 'a' }, `network_id = $1 and search_text like '%a%'`, [ids.networkId]],
  [{ isEnabled: 'true', search: "'s" }, `is_enabled and position('''s' in search_text) > 0`, []],
];

describe('a filter', () => {
  test('of each column, alone and with others, gives exactly its organizations on pages of any size and direction', async () => {
    for (const [query, condition, values] of filters()) {
      for (const sortDir of ['asc', 'desc'] as const) {
        const whole = await expected(condition, sortDir, values);
        expect(whole.length, JSON.stringify(query)).toBeGreaterThan(0);
        for (const pageSize of allOrSome([3, 10, 100], 1)) {
          expect(await allPages({ ...query, sortDir }, pageSize), JSON.stringify(query)).toEqual({
            names: whole,
            totalCount: whole.length,
          });
        }
      }
    }
  });

  test('of a plan leaves out another plan with the same tier code', async () => {
    const [one, other] = await Promise.all(
      ['one', 'other'].map((name) =>
        client.plans.create({ body: { name: `Twin ${name}`, tierCode: 'TWIN', allowedUsers: -1 } }),
      ),
    );
    for (const plan of [one, other])
      await client.organizations.create({ body: newOrganization({ name: `With ${plan?.name}`, planId: plan?.id }) });
    expect((await list({ tierCode: 'TWIN' })).totalCount).toBe(2);
    expect((await list({ planId: one?.id })).items.map(({ name }) => name)).toEqual(['With Twin one']);
  });

  test('that nothing meets gives an empty page and the total 0', async () => {
    expect(await list({ tierCode: 'NO-SUCH-TIER' })).toEqual({ items: [], totalCount: 0 });
    expect(await list({ networkId: crypto.randomUUID() })).toEqual({ items: [], totalCount: 0 });
  });

  test('shows a change at once, and the row is the one of the list without a filter', async () => {
    const created = await client.organizations.create({ body: newOrganization({ name: 'Filtered Fern' }) });
    const find = async (query: Query) => (await list({ search: 'filtered fern', ...query })).items;
    expect(await find({ isActivated: 'true' })).toEqual([]);
    expect(await find({ isActivated: 'false' })).toEqual(await find({}));
    await client.organizations.activate({ params: { id: created.id }, body: { activated: true, seedRecords: false } });
    expect((await find({ isActivated: 'true' })).map(({ id }) => id)).toEqual([created.id]);
    expect(await find({ isActivated: 'false' })).toEqual([]);
  });

  test('left empty is no filter', async () => {
    const empty = { isActivated: '', networkId: '', loginType: '', tierCode: '' } as const;
    expect(await list({ ...empty })).toEqual(await list({}));
  });

  test('finds the organizations of a brand with a connection under SSO and the others, without a brand too, under Password', async () => {
    const brandId = await lookupId(server, 'brands', 'connection_name is not null');
    await client.organizations.create({ body: newOrganization({ name: 'Gilded Gate One', brandId }) });
    await client.organizations.create({ body: newOrganization({ name: 'Gilded Gate Two' }) });
    const named = async (loginType: 'SSO' | 'Password') =>
      (await list({ search: 'gilded gate', loginType })).items.map(({ name }) => name);
    expect(await named('SSO')).toEqual(['Gilded Gate One']);
    expect(await named('Password')).toEqual(['Gilded Gate Two']);
  });
});

test('an organization with an enabled connection of its own is SSO in list, filters, totals and report, from the next call on', async () => {
  const created = await client.organizations.create({ body: newOrganization({ name: 'Own Connection Oak' }) });
  const body = {
    name: 'own-oak',
    displayName: 'Oak',
    issuer: 'https://login.oak.example',
    clientId: 'oak',
    domains: [],
  };
  const connection = await client.connections.create({ body: { ...body, organizationId: created.id } });
  await refreshGramCounts(server.database, 1);
  const seen = async () => {
    const [sso, password, found, all, csv] = await Promise.all([
      list({ loginType: 'SSO' }),
      list({ loginType: 'Password' }),
      list({ search: 'own connection oak', loginType: 'SSO' }),
      list({ search: 'own connection oak' }),
      server.app.inject({
        url: '/api/admin/reports/organizations',
        headers: { authorization: `Bearer ${server.as('SysAdmin')}` },
      }),
    ]);
    const line = csv.body.split('\n').find((row) => row.includes('Own Connection Oak'));
    return {
      sso: sso.totalCount,
      all: sso.totalCount + password.totalCount,
      found: found.totalCount,
      loginType: all.items[0]?.loginType,
      report: line?.includes(',SSO,'),
    };
  };
  const enabled = await seen();
  expect(enabled).toMatchObject({ found: 1, loginType: 'SSO', report: true });
  const { id, version } = connection;
  await client.connections.update({ params: { id }, body: { isEnabled: false, version } });
  const password = { sso: enabled.sso - 1, all: enabled.all, found: 0, loginType: 'Password', report: false };
  expect(await seen()).toEqual(password);
  await client.connections.update({ params: { id }, body: { isEnabled: true, version: version + 1 } });
  expect(await seen()).toEqual(enabled);
  await client.connections.delete({ params: { id } });
  expect(await seen()).toEqual(password);
});

test.each([
  ['isActivated', 'perhaps'],
  ['loginType', 'Carrier pigeon'],
  ['networkId', '7'],
  ['brandId', 'northwind'],
  ['specialtyId', 'cardiology'],
  ['planId', 'PRO'],
  ['tierCode', 'x'.repeat(51)],
])('refuses %s=%s by name', async (field, value) => {
  const response = await server.app.inject({
    url: `/api/organizations?${field}=${value}`,
    headers: { authorization: `Bearer ${server.as('SysAdmin')}` },
  });
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json<{ modelState: object }>().modelState)).toEqual([field]);
});

test('page and total are of one moment, while others add and delete', { tags: ['hard'] }, async () => {
  const brandId = await lookupId(server, 'brands', 'connection_name is not null');
  const stop = new AbortController();
  const churn = (async () => {
    while (!stop.signal.aborted) {
      const { id } = await client.organizations.create({ body: newOrganization({ name: 'Zz Churn', brandId }) });
      await client.organizations.delete({ params: { id } });
    }
  })();
  try {
    for (let turn = 0; turn < 40; turn += 1) {
      const { items, totalCount } = await list({ loginType: 'SSO', pageSize: 5000 });
      expect(items).toHaveLength(totalCount);
    }
  } finally {
    stop.abort();
    await churn;
  }
});
