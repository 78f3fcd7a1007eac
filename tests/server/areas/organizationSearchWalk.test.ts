/** @module-tag hard */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { refreshGramCounts } from '../../../server/areas/organizations/list/gramCounts.ts';
import { OrganizationListStore } from '../../../server/areas/organizations/list/organizationListStore.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startApp();
  // A third of the table, all of them in the middle by name: a walk from either end meets none for long.
  await asOwner(
    server.database,
    `insert into organizations (id, name, subdomain, created_by, modified_by)
     select gen_random_uuid(), (array['aaa','mmm Hospital','zzz'])[1 + n % 3] || ' ' || n, 'walk-' || n, 'test', 'test'
     from generate_series(1, 27000) n`,
  );
  await refreshGramCounts(server.database, 1);
});
afterAll(() => server.close());

test('a search whose matches stand close together is found by index once, and between its first and last name afterwards', async () => {
  const store = new OrganizationListStore(server.database.pool);
  const query = vi.spyOn(server.database.pool, 'query');
  const search = async (offset: number) => {
    query.mockClear();
    const filter = { search: 'hospital', cancelling: false, columns: {} };
    const page = await store.page({ filter, sortDir: 'asc', offset, size: 10 });
    const texts = query.mock.calls.map((call: readonly unknown[]) => JSON.stringify(call[0]));
    return {
      totalCount: page.totalCount,
      names: page.items.map(({ name }) => name),
      walks: texts.filter((text) => text.includes('bounded')).length,
      byIndex: texts.filter((text) => text.includes('matched as materialized')).length,
    };
  };

  const first = await search(0);
  expect(first).toMatchObject({ walks: 1, byIndex: 1, names: { length: 10 } });
  const second = await search(0);
  expect(second).toMatchObject({ walks: 1, byIndex: 0 });
  expect([second.names, second.totalCount]).toEqual([first.names, first.totalCount]);
  const next = await search(10);
  expect(next).toMatchObject({ walks: 1, byIndex: 0, names: { length: 10 }, totalCount: first.totalCount });
  expect(first.names.filter((name) => next.names.includes(name))).toEqual([]);
});
