import { describe, expect, it } from 'vitest';
import { requestAt } from '../../../admin/providers/earlyList.ts';
import { listRequestOf } from '../../../admin/providers/restProvider.ts';
import { resources } from '../../../admin/resources.ts';
import { organizationQuery } from '../../../admin/providers/organizationQuery.ts';

describe('organizations dialect', () => {
  it.each([
    [{}, { cancelling: 'false', sortDir: 'asc', pageNumber: 1, pageSize: 10 }],
    [
      { pagination: { page: 3, perPage: 25 }, sort: { field: 'name', order: 'DESC' }, filter: { q: ' clinic ' } },
      { cancelling: 'false', sortDir: 'desc', pageNumber: 3, pageSize: 25, search: 'clinic' },
    ],
    [{ filter: { cancelling: true, q: '' } }, { cancelling: 'true', sortDir: 'asc', pageNumber: 1, pageSize: 10 }],
    [{ filter: { cancelling: 'true' } }, { cancelling: 'true', sortDir: 'asc', pageNumber: 1, pageSize: 10 }],
  ])('%j', (question, query) => {
    expect(organizationQuery(question)).toEqual(query);
  });
});

describe('first list by address', () => {
  const address = `?page=4&perPage=50&sort=name&order=DESC&filter=${encodeURIComponent('{"q":"a&b","cancelling":true}')}`;
  it('is the one the address says', () => {
    expect(organizationQuery(requestAt(address, { 'organizations.perPage': 25 }))).toEqual({
      cancelling: 'true',
      sortDir: 'desc',
      pageNumber: 4,
      pageSize: 50,
      search: 'a&b',
    });
  });
  it('has the stored page size where the address says nothing', () => {
    const stored = { 'organizations.perPage': 25 };
    expect(organizationQuery(requestAt('', stored))).toEqual(
      organizationQuery({ pagination: { page: 1, perPage: 25 } }),
    );
    expect(requestAt('?page=2', stored).pagination).toEqual({ page: 2, perPage: 10 });
  });
  it.each([
    ['page=-3', 1, 10],
    ['page=1.5', 1, 10],
    ['page=abc&perPage=abc', 1, 10],
    ['page=1e30&perPage=25', 1_000_000, 25],
    ['perPage=7', 1, 10],
    ['perPage=-1', 1, 10],
    ['perPage=100000', 1, 10],
  ])('shows only pages and sizes that a list has: %s', (query, page, perPage) => {
    expect(requestAt(`?${query}`, {}).pagination).toEqual({ page, perPage });
  });
  it.each(['ten', 7, null, {}])('has the default page size where %j is stored', (perPage) => {
    expect(organizationQuery(requestAt('', { 'organizations.perPage': perPage }))).toEqual(organizationQuery({}));
  });
});

describe('list requests of ra-data-simple-rest', () => {
  it('turns range, sort and filter into page, direction and search', () => {
    const search = new URLSearchParams({ range: '[20,39]', sort: '["name","DESC"]', filter: '{"q":" mid "}' });
    expect(resources['networks']?.query(listRequestOf(search))).toEqual({
      pageNumber: 2,
      pageSize: 20,
      sortDir: 'desc',
      search: 'mid',
    });
  });
  it('finds the ids of getMany', () => {
    expect(listRequestOf(new URLSearchParams({ filter: '{"id":["a","b"]}' })).filter).toEqual({ id: ['a', 'b'] });
  });
});

describe('a filter that a list does not know', () => {
  const request = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' } };
  const queryOf = (name: string, filter: Readonly<Record<string, unknown>>) => {
    const { query, odata } = resources[name] ?? {};
    return odata ? (odata.filter?.(filter) ?? filter) : query?.({ ...request, filter });
  };
  it.each(Object.keys(resources).filter((name) => name !== 'workflows'))('goes to the server: %s', (name) => {
    expect(queryOf(name, { nope: '1', q: '' })).toMatchObject({ nope: '1' });
  });
  it.each([
    ['organizations', { isActivated: 'maybe', cancelling: 'maybe', loginType: 7, apiCapture: 2 }],
    ['users', { state: 'nope' }],
    ['people', { state: 'nope', includeNetwork: 'maybe' }],
    ['eulas', { brand: 7 }],
  ])('so does a value: %s %j', (name, filter) => {
    expect(JSON.parse(JSON.stringify(queryOf(name, filter)))).toMatchObject(filter);
  });
  it('so does a value: messages, but not a date that is none, which the server would not name', () => {
    expect(queryOf('messages', { Status: 'zz', Type: 'zz' })).toMatchObject({ Status_eq: 'zz', Type_eq: 'zz' });
    for (const filter of [{ SystemReceivedDate: 'zz' }, { from: '2026-13-45' }, { to: 'zz' }])
      expect(() => queryOf('messages', filter)).toThrow('The filters are not valid.');
  });
});
