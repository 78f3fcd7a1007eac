import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, startApp, type TestApp } from '../../support/startApp.ts';
import { refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

describe.each(['networks', 'resellers', 'plans', 'brands'] as const)('%s', (area) => {
  test('come by name, a page at a time, with the number of all', async () => {
    const all = await client[area].list({ query: { pageSize: 5000 } });
    const names = all.items.map(({ name }) => name);
    expect(names).toEqual([...names].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
    expect(all.totalCount).toBe(names.length);
    const second = await client[area].list({ query: { pageSize: 3, pageNumber: 2, sortDir: 'desc' } });
    expect(second.items.map(({ name }) => name)).toEqual([...names].reverse().slice(3, 6));
    expect(second.totalCount).toBe(names.length);
  });

  test('are searched anywhere in the name, with no character special', async () => {
    const { items } = await client[area].list({ query: { pageSize: 5000 } });
    const expected = items[2]?.name ?? '';
    const match = await client[area].list({ query: { search: expected.slice(1, -1).toUpperCase() } });
    expect(match.items.map(({ name }) => name)).toContain(expected);
    expect(await client[area].list({ query: { search: '%' } })).toEqual({ items: [], totalCount: 0 });
  });
});

describe.each(['networks', 'resellers'] as const)('one of %s', (area) => {
  test('answers as in the list', async () => {
    const { items } = await client[area].list({ query: {} });
    const [expected] = items;
    expect(await client[area].get({ params: { id: expected?.id ?? '' } })).toMatchObject({ ...expected });
  });

  test('is not found under a made-up id', async () => {
    const call = client[area].get({ params: { id: crypto.randomUUID() } });
    expect(await refusal(call)).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});

test('the demo data has resellers of both types and an unlimited plan', async () => {
  const resellers = await client.resellers.list({ query: { pageSize: 5000 } });
  expect(new Set(resellers.items.map(({ type }) => type))).toEqual(new Set([0, 1]));
  const plans = await client.plans.list({ query: { pageSize: 100 } });
  expect(plans.items.some(({ allowedUsers }) => allowedUsers === -1)).toBe(true);
});

test.each([
  ['D', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['N', /^[0-9a-f]{32}$/],
  ['B', /^\{[0-9a-f-]{36}\}$/],
  ['P', /^\([0-9a-f-]{36}\)$/],
] as const)('a GUID in format %s', async (format, form) => {
  const lower = await client.guid.create({ query: { format } });
  const upper = await client.guid.create({ query: { format, toUpper: 'true' } });
  expect(lower.value).toMatch(form);
  expect(upper.value).toBe(upper.value.toUpperCase());
  expect(upper.value.toLowerCase()).toMatch(form);
  expect(lower.value).not.toBe(upper.value.toLowerCase());
});

test('whether API calls can be captured is a setting', async () => {
  expect(await client.apicaptureconfig.get({})).toEqual({ apiCaptureEnabled: true });
  const without = await startApp({ env: { API_CAPTURE_ENABLED: 'false' } });
  try {
    expect(await without.client('User').apicaptureconfig.get({})).toEqual({ apiCaptureEnabled: false });
  } finally {
    await without.close();
  }
});
