import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '../../../shared/contract/api.ts';
import { formOf } from '../../../shared/client/form.ts';
import type { Area, Endpoint, Role } from '../../../shared/contract/endpoint.ts';
import { commonErrors, type ErrorBody, errorCatalogue } from '../../../shared/contract/errors.ts';
import { broken, valid } from '../../support/arbitraries.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { agreementFile } from '../areas/termsBuilders.ts';
import { networkCalls, networkRecords } from './networkRecords.ts';
import { termsCalls, termsRecords } from './termsRecords.ts';

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
  const { rows: oids } = await running.database.pool.query<Record<string, string>>(
    'select organization_id as id, id as "oidId" from alternate_oids',
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
    '/api/resellers/{id}': idsOf(resellers),
    '/api/organizations/{id}/clearcancel': idsOf(cancelling),
    '/api/organizations/{id}/serviceaccounts/{accountId}/ipaddresses/limit': accounts,
    '/api/admin/organizations/{id}/users/{userId}': people,
    '/api/admin/organizations/{id}/oids': oids,
    '/api/admin/organizations/{id}/oids/{oidId}': oids,
    ...(await addressIds()),
    ...(await termsRecords(running)),
    ...(await networkRecords(running)),
    organizations: idsOf(organizations),
  };
  const lookups: { items: readonly { id: string }[] }[] = [organizations, networks, resellers, plans, brands];
  knownIds = [...lookups.flatMap(({ items }) => items), ...users].map(({ id }) => id);
});
afterAll(() => running.close());

const found = async (text: string) => (await running.database.pool.query<Record<string, string>>(text)).rows;

/** Document sources, fax accounts and domains by the rows that take them. */
const addressIds = async () => ({
  '/api/admin/documentsources/{id}': await found('select id from document_sources'),
  '/api/admin/documentsources/activate/{id}': await found('select id from document_sources where status = 1'),
  '/api/admin/documentsources/{id}/faxstatus': await found(
    `select id from document_sources where type = 'Fax' and status = 1`,
  ),
  '/api/efax/account/kno2/{id}': await found(`select id from fax_accounts where kind = 'efax'`),
  '/api/westfax/account/{id}': await found(`select id from fax_accounts where kind = 'westfax' and is_enabled`),
  '/api/westfax/account/{id}/sync': await found(`select id from fax_accounts where kind = 'westfax' and is_enabled`),
  '/api/westfax/account/{id}/{number}': await found(
    `select a.id, d.address as number from document_sources d join fax_accounts a on a.id = d.fax_account_id where a.kind = 'westfax'`,
  ),
  '/api/admin/organizations/{id}/domains/{domainId}': await found(
    'select organization_id as id, id as "domainId" from organization_domains',
  ),
});

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
    'POST /api/admin/documentsources': {
      organizationId: existing['organizations']?.[0]?.['id'],
      type: 'Fax',
      address: '603-555-0143',
      displayName: 'Random fax',
    },
    'PUT /api/admin/documentsources/{id}': { displayName: 'Random name' },
    'PUT /api/admin/documentsources/{id}/faxstatus': { status: 1 },
    'POST /api/westfax/account/{id}': { number: '603-555-0144', displayName: 'Random fax' },
    'POST /api/admin/organizations/{id}/domains': { domain: 'random.example.org' },
    'PUT /api/admin/organizations/{id}/savedaddresses': {
      items: [{ address: 'ann@direct.partner.example', displayName: 'Ann' }],
    },
    'POST /api/organizations': { name: 'Random Clinic', subdomain: 'random-clinic' },
    'PUT /api/organizations/{id}': { name: 'Random Clinic' },
    'POST /api/account/change': { orgId: ownOrganizations[0] },
    'POST /api/admin/organizations/{id}/users': { userId: newcomer },
    'PUT /api/admin/organizations/{id}/oids': { id: params?.['oidId'], isDefault: true },
    'PUT /api/admin/organizations/{id}/directoryentries': {
      responderType: 'DirectResponder',
      organizationId: '2.16.840.1.113883.19.5.77',
      displayName: 'Random Clinic',
      address: '1 Main Street',
      city: 'Phoenix',
      state: 'AZ',
      zipCode: '85001',
    },
    'POST /api/admin/organizations/{id}/directoryentries/sync': { oids: ['2.16.840.1.113883.19.5.9100.1'] },
  };
  const name = `${row.method} ${row.path}`;
  const organizationId = existing['organizations']?.[0]?.['id'] ?? '';
  const calls: Readonly<Record<string, { body?: unknown; query?: unknown }>> = {
    ...termsCalls,
    ...networkCalls({ organizationId }),
  };
  const { body = bodies[name], query } = calls[name] ?? {};
  return body === undefined && !calls[name] ? [] : [[{ params, query, body }]];
};

/** Only people with organizations can change between them or accept for them. */
const callerOf = ({ path, access }: Endpoint): Role =>
  path === '/api/account/change' || (typeof access !== 'string' && !access.includes('SysAdmin'))
    ? 'Administrator'
    : 'SysAdmin';

/** The body as it goes out: JSON, or a form where the row needs a file. */
const sent = ({ upload }: Endpoint, { body }: Input) => {
  if (upload?.file === 'required') {
    const { bytes, contentType } = formOf(upload.part, body, agreementFile());
    return { headers: { 'content-type': contentType }, payload: Buffer.from(bytes) };
  }
  return body === undefined
    ? { headers: {} }
    : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
};

/** Every write left exactly one event with its outcome, carried out or not (AD-1). */
const auditFaults = async (writes: ReadonlyMap<string, { row: string; outcome: string }>) => {
  const { rows: trail } = await running.database.pool.query<{ request: string; outcomes: string[] }>(
    'select request_id as request, array_agg(outcome) as outcomes from audit_entries group by request_id',
  );
  const outcomes = new Map(trail.map(({ request, outcomes: all }) => [request, all]));
  const faults = [...writes].flatMap(([request, { row, outcome }]) => {
    const events = outcomes.get(request) ?? [];
    return events.length === 1 && events[0] === outcome ? [] : [`${row}: ${outcome} has the events [${events.join()}]`];
  });
  return [...new Set(faults)];
};

test(`${callsInAll} random calls made from the contract never meet a 500, a hang or an undocumented answer`, async () => {
  const reached = new Set<string>();
  /** Writes by their request id, each with what the audit trail has to say of it. */
  const writes = new Map<string, { row: string; outcome: string }>();
  let calls = 0;
  for (const row of rows) {
    const share = Math.ceil(callsInAll / rows.length);
    const authorization = `Bearer ${running.as(callerOf(row))}`;
    await fc.assert(
      fc.asyncProperty(inputOf(row), async (input) => {
        const { headers, ...body } = sent(row, input);
        const answer = await running.app.inject({
          method: row.method,
          url: addressOf(row, input),
          headers: { authorization, ...headers },
          ...body,
        });
        calls += 1;
        const where = `${row.method} ${row.path} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`;
        // An address that leads to no row is no operation, and a preview changes nothing.
        const isPreview = answer.statusCode < 300 && asRecord(input.body)['dryRun'] === true;
        if (row.method !== 'GET' && !isPreview && !/"E-(ROUTE-NOT-FOUND|URL-\w+(-\w+)?)"/.test(answer.body)) {
          const outcome = answer.statusCode < 300 ? 'Success' : answer.statusCode === 403 ? 'Refused' : 'Invalid';
          writes.set(String(answer.headers['x-correlation-id']), { row: `${row.method} ${row.path}`, outcome });
        }
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
  expect(await auditFaults(writes)).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(callsInAll);
  const unreached = rows.map((row) => `${row.method} ${row.path}`).filter((row) => !reached.has(row));
  expect(unreached, 'rows that no call ever reached').toEqual([]);
}, 300_000);
