/** @module-tag hard */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

const gathered = 9000;
let running: TestApp;

/** Matches of a word that stand side by side among many other names, where a walk along the names meets them late or never. */
beforeAll(async () => {
  running = await startApp();
  const insert = `insert into organizations (id, name, subdomain, cancel_at, created_by, modified_by)
    select gen_random_uuid(), $1 || to_char(n, 'FM00000'), $2 || n, case when n % 2 = 0 then now() end, 'test', 'test'
    from generate_series(1, $3::int) n`;
  await asOwner(running.database, insert, ['Alder Practice ', 'alder-', 9000]);
  await asOwner(running.database, insert, ['Mesquite Clinic ', 'mesquite-', gathered]);
  await asOwner(running.database, insert, ['Yarrow Practice ', 'yarrow-', 9000]);
  await asOwner(running.database, 'analyze organizations');
});
afterAll(() => running.close());

const page = (query: { sortDir?: 'asc' | 'desc'; pageNumber?: number; pageSize?: number; cancelling?: 'true' }) =>
  running.client('SysAdmin').organizations.list({ query: { search: 'mesquite', ...query } });
const numbers = (items: readonly { name: string }[]) => items.map(({ name }) => Number(name.slice(-5)));
const upFrom = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => first + index * step);

test('the first page is whole and in order, time and again', async () => {
  for (let time = 0; time < 3; time += 1) {
    const { items, totalCount } = await page({});
    expect(totalCount).toBe(gathered);
    expect(numbers(items)).toEqual(upFrom(1, 10));
  }
});

test('pages in the middle, at the end, the other way round and past the end are right', async () => {
  expect(numbers((await page({ pageNumber: 42 })).items)).toEqual(upFrom(411, 10));
  expect(numbers((await page({ pageNumber: 900 })).items)).toEqual(upFrom(8991, 10));
  expect(numbers((await page({ sortDir: 'desc' })).items)).toEqual(upFrom(9000, 10, -1));
  expect(numbers((await page({ sortDir: 'desc', pageNumber: 360, pageSize: 25 })).items)).toEqual(upFrom(25, 25, -1));
  expect(await page({ pageNumber: 901 })).toEqual({ items: [], totalCount: gathered });
});

test('the toggle and the search go together', async () => {
  const { items, totalCount } = await page({ cancelling: 'true', pageNumber: 2 });
  expect(totalCount).toBe(gathered / 2);
  expect(numbers(items)).toEqual(upFrom(22, 10, 2));
});

test('words that stand everywhere are met by a walk, and its pages are the same', async () => {
  await running.client('SysAdmin').organizations.list({ query: { search: 'practice' } });
  const { items, totalCount } = await running
    .client('SysAdmin')
    .organizations.list({ query: { search: 'practice', pageSize: 100 } });
  expect(totalCount).toBeGreaterThanOrEqual(18_000);
  expect(items).toHaveLength(100);
  expect(items.every(({ name }) => /practice/i.test(name))).toBe(true);
});

test('a match that appears before the first known one or behind the last is shown at once, and one that goes is gone', async () => {
  const client = running.client('SysAdmin');
  await page({});
  const before = await client.organizations.create({
    body: { name: 'Abbey Mesquite 00000', subdomain: 'abbey-mesquite' },
  });
  expect(numbers((await page({})).items)).toEqual(upFrom(0, 10));
  const behind = await client.organizations.create({
    body: { name: 'Zeal Mesquite 99999', subdomain: 'zeal-mesquite' },
  });
  expect(numbers((await page({ sortDir: 'desc' })).items).slice(0, 2)).toEqual([99_999, gathered]);
  expect((await page({})).totalCount).toBe(gathered + 2);
  await client.organizations.delete({ params: { id: before.id } });
  await client.organizations.delete({ params: { id: behind.id } });
  expect(numbers((await page({})).items)).toEqual(upFrom(1, 10));
  expect(numbers((await page({ sortDir: 'desc' })).items)).toEqual(upFrom(gathered, 10, -1));
});
