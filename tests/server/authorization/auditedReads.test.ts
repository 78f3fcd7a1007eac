import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, isProtectedRead, isRead } from '../../../shared/contract/endpoint.ts';
import { asOwner } from '../../support/database/databases.ts';
import { allOrSome } from '../../support/isHard.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addressOf, callerOf, type Fixture, openWorld, rows, sent } from './contractFixture.ts';
import { peopleCalls } from './peopleRecords.ts';
import { insertQuiz } from './proofingRecords.ts';
import { termsCalls } from './termsRecords.ts';
import type { Caller } from '../../support/tokens.ts';

/** Quality AD-1: one event for each export, each list of persons, each read of content or of the audit itself, and each refused read. */

let running: TestApp;
let fixture: Fixture;
beforeAll(async () => {
  running = await startApp();
  fixture = await openWorld(running);
  const { organizationId, userId } = await running.client('Administrator').profile.get({});
  await running.database.pool.query('delete from legacy_quizzes');
  await running.database.pool.query('delete from demo_proofing');
  await insertQuiz(running, organizationId ?? '', userId);
});
afterAll(() => running.close());

/** What a read needs to be asked for. */
const queryOf = (row: Endpoint) =>
  nameOf(row) === 'POST /api/users/find'
    ? peopleCalls['POST /api/users/find'].query
    : (termsCalls[nameOf(row)]?.query ?? {});

let calls = 0;
const call = async (row: Endpoint, { caller = callerOf(row), id }: { caller?: Caller; id?: string } = {}) => {
  const known = fixture.existing[row.path]?.[0] ?? fixture.existing['organizations']?.[0];
  const params = id === undefined ? known : Object.fromEntries(Object.keys(known ?? {}).map((name) => [name, id]));
  const input = { params, query: queryOf(row), body: row.body ? (termsCalls[nameOf(row)]?.body ?? {}) : undefined };
  const { headers, ...body } = sent(row, input);
  const requestId = `read-${++calls}`;
  const response = await running.app.inject({
    method: row.method,
    url: addressOf(row, input),
    headers: {
      authorization: `Bearer ${running.as(caller)}`,
      ...headers,
      'x-request-reason': 'Audit%20test',
      'x-correlation-id': requestId,
    },
    ...body,
  });
  const { rows: events } = await running.database.pool.query(
    `select actor_name as actor, action, target_type as "targetType", target_id as "targetId", outcome, code, is_read as "isRead", reason
     from audit_entries where request_id = $1`,
    [requestId],
  );
  return { status: response.statusCode, payload: response.payload, events };
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const reads = rows.filter(isRead);
const protectedReads = rows.filter(isProtectedRead);

/** Written from the requirement, not from the contract. */
const required = [
  'GET /api/admin/reports/directaddresses',
  'GET /api/admin/reports/organizations',
  'GET /api/admin/reports/contacts-usage-statistics',
  'GET /api/admin/reports/users',
  'GET /api/admin/organizations/{id}/admins',
  'GET /api/admin/organizations/{id}/savedaddresses',
  'GET /api/admin/organizations/{id}/history',
  'GET /api/admin/networks/{id}/admins',
  'GET /api/admin/documentsources',
  'GET /api/admin/mailbox',
  'GET /api/admin/audit',
  'GET /api/admin/audit/runs/{runId}',
  'GET /api/audit/types',
  'GET /api/audit/user',
  'GET /api/audit/entries/{type}',
  'GET /api/audit/{id}',
  'GET /api/audit/{id}/events',
  'GET /api/audit/{type}/{id}',
  'GET /api/users/locked',
  'GET /api/admin/users',
  'GET /api/admin/users/{id}',
  'GET /api/admin/users/{id}/idproof',
  'GET /api/admin/users/{id}/sessions',
  'GET /api/admin/users/{id}/signins',
  'GET /api/admin/registrations',
  'GET /api/contacts',
  'GET /api/users',
  'GET /api/users/{id}',
  'GET /api/users/{id}/requests',
  'GET /api/users/{id}/events',
  'GET /api/users/{id}/events/signatures',
  'POST /api/users/find',
  'GET /api/idproofing/verificationsession',
  'GET /api/idproofing/legacy/quiz',
  'GET /api/admin/idproofing/reviews',
  'GET /api/admin/idproofing/reviews/{id}',
  'GET /api/admin/idproofing/reviews/{id}/document',
  'GET /api/diagnostics/messaging/workflows',
  'POST /api/diagnostics/messaging/workflows/_search',
  'POST /api/admin/_search',
  'POST /api/directory/search',
  'GET /api/directory/validate',
  'GET /odata/eventmessages',
  'GET /odata/eventmessages({id})',
  'GET /odata/mailattachments',
  'GET /odata/mailattachments({id})',
  'GET /odata/mailmessages({id})/EventMessages',
  'GET /odata/mailmessages({id})/MailAttachments',
  'GET /odata/mailmessages',
  'GET /odata/mailmessages({id})',
  'GET /api/messages/{id}',
  'GET /api/messages/{id}/attachments/{attId}',
  'GET /api/messages/{id}/attachments/{attId}/patient',
  'GET /api/Preview/Document/{cacheId}',
];

test('the contract protects every read that the requirement names', () => {
  expect(required.filter((name) => !protectedReads.map(nameOf).includes(name))).toEqual([]);
  expect(rows.filter(({ response }) => response.kind === 'csv').every(isProtectedRead)).toBe(true);
});

describe('a read that is carried out', () => {
  test.each(required)('%s leaves one event', async (name) => {
    const row = protectedReads.find((one) => nameOf(one) === name);
    if (!row) throw new Error(`${name} is not protected`);
    const { status, events, payload } = await call(row);
    expect(status, payload.slice(0, 200)).toBe(200);
    expect(events).toEqual([
      expect.objectContaining({ outcome: 'Success', code: null, isRead: true, reason: 'Audit test' }),
    ]);
    expect((events[0] as { actor: string }).actor.length).toBeGreaterThan(0);
  });

  test('of which nothing is protected leaves none: dashboards are polled', async () => {
    for (const row of reads.filter(({ path }) =>
      /worker|stats|messageCounts|systemalerts|(?<!audit\/)types$/.test(path),
    )) {
      const { status, events } = await call(row);
      expect([status, events], nameOf(row)).toEqual([200, []]);
    }
  });
});

describe('a refused read', () => {
  const restricted = reads.filter(({ access }) => typeof access !== 'string' && !access.includes('User'));

  test('of every row leaves one event with its code', async () => {
    for (const row of restricted) {
      const { status, events } = await call(row, { caller: 'User' });
      expect([status, events], nameOf(row)).toEqual([
        403,
        [expect.objectContaining({ outcome: 'Refused', code: 'E-FORBIDDEN', isRead: true })],
      ]);
    }
  });

  test('of a protected record that the caller does not see leaves one event', async () => {
    const unknown: Readonly<Record<string, string>> = {
      '/api/messages/{id}': '999999999',
      '/odata/mailmessages({id})': '999999999',
    };
    for (const row of protectedReads.filter(({ path }) => unknown[path] !== undefined)) {
      const id = unknown[row.path] ?? '';
      const { status, events } = await call(row, { id });
      expect([status, events], nameOf(row)).toEqual([
        404,
        [
          expect.objectContaining({
            outcome: 'Invalid',
            code: 'E-NOT-FOUND',
            targetType: 'message',
            targetId: id,
            isRead: true,
          }),
        ],
      ]);
    }
  });

  test('without a valid token leaves none', async () => {
    for (const caller of ['expired', 'disabled'] as const)
      for (const row of protectedReads.slice(0, 3)) {
        const { status, events } = await call(row, { caller });
        expect([status, events], nameOf(row)).toEqual([401, []]);
      }
  });
});

test('what cannot be audited is not delivered, and exports give their connections back', {
  tags: ['scaled'],
}, async () => {
  const isExport = (row: Endpoint) => row.response.kind === 'csv';
  const others = protectedReads.filter((row) => !isExport(row));
  const checked = [...allOrSome(others, others.length / 6), ...protectedReads.filter(isExport)];
  await asOwner(running.database, 'alter table audit_entries rename to audit_entries_away');
  try {
    // Exports more often than they may run at once.
    for (let round = 0; round < 3; round += 1)
      for (const row of checked.filter(
        ({ path, response }) =>
          (round === 0 || response.kind === 'csv') &&
          !/audit|history|signins|identitylinks\/\{id\}|users\/\{id\}\/(?:requests|events)|api\/home$/.test(path),
      )) {
        const response = await running.app.inject({
          method: row.method,
          url: addressOf(row, {
            params: fixture.existing[row.path]?.[0] ?? fixture.existing['organizations']?.[0],
            query: queryOf(row),
            body: undefined,
          }),
          headers: { authorization: `Bearer ${running.as(callerOf(row))}`, 'x-request-reason': 'Audit%20test' },
          ...(row.body ? { payload: termsCalls[nameOf(row)]?.body ?? {} } : {}),
        });
        expect(response.statusCode, nameOf(row)).toBe(503);
        expect(response.json<{ code: string }>().code, nameOf(row)).toBe('E-UNAVAILABLE');
      }
  } finally {
    await asOwner(running.database, 'alter table audit_entries_away rename to audit_entries');
  }
  const exported = protectedReads.find(({ response }) => response.kind === 'csv');
  if (!exported) throw new Error('There is no export.');
  expect((await call(exported)).status).toBe(200);
});

test('many reads at once have one event each', async () => {
  const row = protectedReads.find(({ path }) => path === '/odata/mailmessages');
  if (!row) throw new Error('There is no list of messages.');
  const all = await Promise.all(Array.from({ length: 60 }, () => call(row)));
  expect(all.map(({ status, events }) => [status, events.length])).toEqual(all.map(() => [200, 1]));
});

test('reads are no changes: the history of an organization leaves them out, the audit tells them apart', async () => {
  const admins = rows.find(({ path }) => path === '/api/admin/organizations/{id}/admins');
  if (!admins) throw new Error('There is no list of administrators.');
  const client = running.client('SysAdmin');
  const { id = '' } = fixture.existing['organizations']?.[0] ?? {};
  const before = await client.organizations.history({ params: { id } });
  await call(admins);
  const after = await client.organizations.history({ params: { id } });
  expect(after.totalCount).toBe(before.totalCount);
  const actionsOf = async (kind: 'true' | 'false') =>
    (await client.audit.list({ query: { action: 'organizations', isRead: kind, pageSize: 200 } })).items.map(
      (entry) => entry.action,
    );
  expect(await actionsOf('true')).toContain('organizations.admins');
  expect(await actionsOf('false')).not.toContain('organizations.admins');
});
