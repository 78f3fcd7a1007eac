import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '../../../shared/contract/api.ts';
import type { Area, Endpoint } from '../../../shared/contract/endpoint.ts';
import { commonErrors, type ErrorBody, errorCatalogue } from '../../../shared/contract/errors.ts';
import { broken, valid } from '../../support/arbitraries.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

// Deleting comes last, so that the others still find their records.
const rows = Object.values(api)
  .flatMap((area: Area) => Object.values(area))
  .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
const callsInAll = 2000;

let running: TestApp;
let knownIds: string[] = [];
let ownOrganizations: string[] = [];
/** Somebody who belongs to no organization yet. */
let newcomer = '';
/** Records that exist, so that calls get further than "not found": the parameters of a row, often. */
let existing: Record<string, Record<string, string>[]> = {};

beforeAll(async () => {
  running = await startApp();
  const sysAdmin = running.client('SysAdmin');
  const [organizations, cancelling, networks, resellers, plans, brands] = await Promise.all([
    sysAdmin.organizations.list({ query: { pageSize: 40 } }),
    sysAdmin.organizations.list({ query: { cancelling: 'true', pageSize: 40 } }),
    sysAdmin.networks.list(),
    sysAdmin.resellers.list(),
    sysAdmin.plans.list(),
    sysAdmin.brands.list(),
  ]);
  const { rows: accounts } = await running.database.pool.query<Record<string, string>>(
    'select organization_id as id, id as "accountId" from service_accounts',
  );
  const { rows: people } = await running.database.pool.query<Record<string, string>>(
    'select organization_id as id, user_id as "userId" from organization_users',
  );
  const { rows: own } = await running.database.pool.query<{ id: string }>(
    `select organization_users.organization_id as id from organization_users join users on users.id = user_id where user_name = 'admin@carepost.example'`,
  );
  ownOrganizations = own.map(({ id }) => id);
  const { rows: users } = await running.database.pool.query<{ id: string }>('select id from users limit 40');
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => ({ id }));
  newcomer =
    (await running.database.pool.query<{ id: string }>(`select id from users where role = 'SysAdmin' limit 1`)).rows[0]
      ?.id ?? '';
  existing = {
    '/api/networks/{id}': idsOf(networks),
    '/api/resellers/{id}': idsOf(resellers),
    '/api/organizations/{id}/clearcancel': idsOf(cancelling),
    '/api/organizations/{id}/serviceaccounts/{accountId}/ipaddresses/limit': accounts,
    '/api/admin/organizations/{id}/users/{userId}': people,
    organizations: idsOf(organizations),
  };
  const lookups: { items: readonly { id: string }[] }[] = [organizations, networks, resellers, plans, brands];
  knownIds = [...lookups.flatMap(({ items }) => items), ...users].map(({ id }) => id);
});
afterAll(() => running.close());

const statusOf = (row: Endpoint) =>
  row.answer.kind === 'json' ? (row.answer.status ?? 200) : row.answer.kind === 'none' ? 204 : 200;
const documentedStatuses = (row: Endpoint) =>
  new Set([statusOf(row), ...[...commonErrors, ...row.errors].map((code) => errorCatalogue[code].status)]);

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const addressOf = (row: Endpoint, { params, query }: Input) => {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOf(asRecord(params)[name] ?? 'missing');
    return encodeURIComponent(text.isWellFormed() ? text : 'lone-surrogate') || '%20';
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asRecord(query))) search.append(name, textOf(value));
  return `${path}?${search.toString()}`;
};

const inputOf = (row: Endpoint): fc.Arbitrary<Input> => {
  const ids = row.path === '/api/account/change' ? ownOrganizations : knownIds;
  const part = (schema: Endpoint['body']) =>
    schema
      ? fc.oneof({ weight: 3, arbitrary: valid(schema, ids) }, { weight: 2, arbitrary: broken(schema, ids) })
      : fc.constant(undefined);
  const known = existing[row.path] ?? existing['organizations'] ?? [];
  const params =
    row.params && known.length > 0
      ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, part(row.params))
      : part(row.params);
  return fc.record({ params, query: part(row.query), body: part(row.body) });
};

/** Calls that succeed for sure, where chance alone might not find one. */
const certain = (row: Endpoint): [Input][] => {
  const params = existing[row.path]?.[0] ?? existing['organizations']?.[0];
  const bodies: Record<string, unknown> = {
    'POST /api/organizations': { name: 'Random Clinic', subdomain: 'random-clinic' },
    'PUT /api/organizations/{id}': { name: 'Random Clinic' },
    'POST /api/account/change': { orgId: ownOrganizations[0] },
    'POST /api/admin/organizations/{id}/users': { userId: newcomer },
  };
  const body = bodies[`${row.method} ${row.path}`];
  return body === undefined ? [] : [[{ params, query: undefined, body }]];
};

test(`${callsInAll} random calls made from the contract never meet a 500, a hang or an undocumented answer`, async () => {
  const reached = new Set<string>();
  let calls = 0;
  for (const row of rows) {
    const share = Math.ceil(callsInAll / rows.length);
    // Only people with organizations can change between them.
    const authorization = `Bearer ${running.as(row.path === '/api/account/change' ? 'Administrator' : 'SysAdmin')}`;
    await fc.assert(
      fc.asyncProperty(inputOf(row), async (input) => {
        const answer = await running.app.inject({
          method: row.method,
          url: addressOf(row, input),
          headers: { authorization, ...(input.body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
        });
        calls += 1;
        const where = `${row.method} ${row.path} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`;
        expect(answer.statusCode, where).toBeLessThan(500);
        expect([...documentedStatuses(row)], where).toContain(answer.statusCode);
        if (answer.statusCode < 300) {
          reached.add(`${row.method} ${row.path}`);
          return;
        }
        const error = answer.json<ErrorBody>();
        expect(Object.keys(errorCatalogue), where).toContain(error.code);
        expect(error.message.length, where).toBeGreaterThan(3);
        expect(error.correlationId, where).toBe(answer.headers['x-correlation-id']);
        if (error.code === 'E-REQUEST-INVALID') {
          const texts = Object.entries(error.modelState ?? {});
          expect(texts.length, where).toBeGreaterThan(0);
          for (const [field, all] of texts) {
            expect(typeof field, where).toBe('string');
            expect(
              all.every((text) => text.length > 1),
              where,
            ).toBe(true);
          }
        }
      }),
      { numRuns: share, examples: certain(row), interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
    );
  }
  expect(calls).toBeGreaterThanOrEqual(callsInAll);
  const unreached = rows.map((row) => `${row.method} ${row.path}`).filter((row) => !reached.has(row));
  expect(unreached, 'rows that no call ever reached').toEqual([]);
}, 300_000);
