import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lookupId, newOrganization } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

type Query = NonNullable<NonNullable<Parameters<Client['organizations']['list']>[0]>['query']>;
const list = (query: Query = {}) => client.organizations.list({ query });

/** Every name that matches, in the list's order, straight from the table. */
const expected = async (condition = 'true', direction = 'asc', values: unknown[] = []) => {
  const { rows } = await server.database.pool.query<{ name: string }>(
    `select name from organizations where ${condition} order by lower(name) ${direction}, id ${direction}`,
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

describe('pages', () => {
  test.each(['asc', 'desc'] as const)('of any size put together are the whole list, %s', async (sortDir) => {
    const whole = await expected('true', sortDir);
    for (const pageSize of [1, 7, 10, 25, 59, 100]) {
      expect(await allPages({ sortDir }, pageSize)).toEqual({ names: whole, totalCount: whole.length });
    }
  });

  test('have ten rows by name when nothing is asked for', async () => {
    const { items } = await list();
    expect(items.map(({ name }) => name)).toEqual((await expected()).slice(0, 10));
  });

  test('a trailing slash is the same call', async () => {
    const headers = { authorization: `Bearer ${server.as('SysAdmin')}` };
    const [plain, slash] = await Promise.all(
      ['/api/organizations', '/api/organizations/'].map((url) => server.app.inject({ url, headers })),
    );
    expect(slash?.json()).toEqual(plain?.json());
  });

  test.each([
    ['pageSize', 'pageSize=0'],
    ['pageSize', 'pageSize=5001'],
    ['pageNumber', 'pageNumber=0'],
    ['pageNumber', 'pageNumber=1.5'],
    ['sortDir', 'sortDir=sideways'],
    ['cancelling', 'cancelling=perhaps'],
    ['search', `search=${'x'.repeat(201)}`],
  ])('refuses %s by name (%s)', async (field, query) => {
    const response = await server.app.inject({
      url: `/api/organizations?${query}`,
      headers: { authorization: `Bearer ${server.as('SysAdmin')}` },
    });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json<{ modelState: object }>().modelState)).toEqual([field]);
  });

  test('far beyond the last one are empty and keep the total', async () => {
    expect(await list({ pageNumber: 10_000_000, pageSize: 5000 })).toEqual({
      items: [],
      totalCount: (await expected()).length,
    });
  });
});

describe('a search', () => {
  test.each(['a', 'ia', 'clinic', 'CLINIC', 'o f', '100', 'e, n', ', p.c.', "'s", '%', '_', '\\', 'zzzz', '-'])(
    'for %j finds name, subdomain and organization number, whatever the case',
    async (search) => {
      const condition = `position(lower($1) in lower(name)) > 0 or position(lower($1) in coalesce(subdomain, '')) > 0 or position($1 in org_id::text) > 0`;
      const whole = await expected(condition, 'asc', [search]);
      for (const pageSize of [3, 100]) {
        expect(await allPages({ search }, pageSize)).toEqual({ names: whole, totalCount: whole.length });
      }
    },
  );

  test('does not run from the name into the subdomain', async () => {
    await client.organizations.create({ body: newOrganization({ name: 'Border Alpha', subdomain: 'beta-border' }) });
    expect((await list({ search: 'alpha beta' })).totalCount).toBe(0);
    expect((await list({ search: 'alpha' })).items.map(({ subDomain }) => subDomain)).toContain('beta-border');
  });

  test('finds letters beyond ASCII in either case', async () => {
    await client.organizations.create({ body: newOrganization({ name: 'Clínica ÑANDÚ 診療所' }) });
    for (const search of ['ñandú', 'Clínica Ñ', 'ú', '診', '療所', 'íN']) {
      expect(
        (await list({ search })).items.map(({ name }) => name),
        search,
      ).toContain('Clínica ÑANDÚ 診療所');
    }
  });
});

describe('a row', () => {
  test('shows network, reseller, tier, login type and states', async () => {
    const [brandId, networkDbId, resellerId, planId] = await Promise.all([
      lookupId(server, 'brands', 'connection_name is not null'),
      lookupId(server, 'networks'),
      lookupId(server, 'resellers', 'type = 0'),
      lookupId(server, 'plans', 'allowed_users = -1'),
    ]);
    const body = newOrganization({ name: 'Rowena Row', subdomain: 'rowena', brandId, networkDbId, resellerId, planId });
    const created = await client.organizations.create({ body });
    await client.organizations.apiCapture({ params: { id: created.id }, body: { enabled: true } });
    const { items } = await list({ search: 'rowena row' });
    expect(items).toEqual([
      {
        id: created.id,
        orgId: created.orgId,
        name: 'Rowena Row',
        networkName: expect.any(String),
        subDomain: 'rowena',
        resellerName: expect.any(String),
        tierCode: 'ENT',
        isActivated: false,
        isEnabled: true,
        loginType: 'SSO',
        apiCapture: true,
        isPendingCancellation: false,
      },
    ]);
  });

  test('the cancelling toggle shows those canceling and canceled, and tells them apart', async () => {
    const made = await Promise.all(
      ['Ending One', 'Ended Two', 'Staying Three'].map((name) =>
        client.organizations.create({ body: newOrganization({ name }) }),
      ),
    );
    await server.database.pool.query(
      `update organizations set cancel_requested_at = now(), cancel_at = now() + case when id = $1 then '3 days' else '-3 days' end::interval where id in ($1, $2)`,
      [made[0]?.id, made[1]?.id],
    );
    const { items, totalCount } = await list({ cancelling: 'true', pageSize: 100 });
    expect(totalCount).toBe((await expected('cancel_at is not null')).length);
    const visible = new Map(items.map((item) => [item.name, item.isPendingCancellation]));
    expect(visible.get('Ending One')).toBe(true);
    expect(visible.get('Ended Two')).toBe(false);
    expect(visible.has('Staying Three')).toBe(false);
    expect((await list({ cancelling: 'true', search: 'ending one' })).totalCount).toBe(1);
  });
});
