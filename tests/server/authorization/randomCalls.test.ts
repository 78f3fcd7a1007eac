import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { commonErrors, type ErrorBody, errorCatalogue } from '../../../shared/contract/errors.ts';
import { broken, valid } from '../../support/arbitraries.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import {
  addressOf,
  asRecord,
  callerOf,
  certain,
  type Input,
  openWorld,
  rows,
  sent,
  type Fixture,
} from './contractFixture.ts';
import { changesNothing } from './messageRecords.ts';

const callsInAll = 2000;

let running: TestApp;
let fixture: Fixture;
beforeAll(async () => {
  running = await startApp();
  fixture = await openWorld(running);
});
afterAll(() => running.close());

const statusOf = (row: Endpoint) =>
  row.answer.kind === 'json' ? (row.answer.status ?? 200) : row.answer.kind === 'none' ? 204 : 200;
const documentedStatuses = (row: Endpoint) =>
  new Set([statusOf(row), ...[...commonErrors, ...row.errors].map((code) => errorCatalogue[code].status)]);

const inputOf = (row: Endpoint): fc.Arbitrary<Input> => {
  const ids = row.path === '/api/account/change' ? fixture.ownOrganizations : fixture.knownIds;
  const part = (schema: Endpoint['body']) =>
    schema
      ? fc.oneof({ weight: 3, arbitrary: valid(schema, ids) }, { weight: 2, arbitrary: broken(schema, ids) })
      : fc.constant(undefined);
  const known = fixture.existing[row.path] ?? fixture.existing['organizations'] ?? [];
  const params =
    row.params && known.length > 0
      ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, part(row.params))
      : part(row.params);
  return fc.record({ params, query: part(row.query), body: part(row.body) });
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
  // Deletions last: one that hits by chance must not take away what a later row needs to succeed.
  const deletionsLast = rows.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const call = async (row: (typeof rows)[number], input: Input) => {
    const authorization = `Bearer ${running.as(callerOf(row))}`;
    const { headers, ...body } = sent(row, input);
    const response = await running.app.inject({
      method: row.method,
      url: addressOf(row, input),
      headers: { authorization, ...headers },
      ...body,
    });
    calls += 1;
    const where = `${row.method} ${row.path} answered ${response.statusCode}: ${response.body.slice(0, 300)}`;
    // An address that leads to no row is no operation, and a preview changes nothing.
    const isPreview = response.statusCode < 300 && asRecord(input.body)['dryRun'] === true;
    if (!changesNothing(row) && !isPreview && !/"E-(ROUTE-NOT-FOUND|URL-\w+(-\w+)?)"/.test(response.body)) {
      const outcome = response.statusCode < 300 ? 'Success' : response.statusCode === 403 ? 'Refused' : 'Invalid';
      writes.set(String(response.headers['x-correlation-id']), { row: `${row.method} ${row.path}`, outcome });
    }
    expect(response.statusCode, where).toBeLessThan(500);
    expect([...documentedStatuses(row)], where).toContain(response.statusCode);
    if (response.statusCode < 300) {
      reached.add(`${row.method} ${row.path}`);
      return;
    }
    const error = response.json<ErrorBody>();
    expect(Object.keys(errorCatalogue), where).toContain(error.code);
    expect(error.message.length, where).toBeGreaterThan(3);
    expect(error.correlationId, where).toBe(response.headers['x-correlation-id']);
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
  };
  // Before the random calls, which may switch off or take what a known input needs to succeed.
  for (const row of deletionsLast.filter(({ method }) => method !== 'DELETE'))
    for (const [input] of certain(row, fixture)) await call(row, input);
  for (const row of deletionsLast) {
    await fc.assert(
      fc.asyncProperty(inputOf(row), (input) => call(row, input)),
      {
        numRuns: Math.ceil(callsInAll / rows.length),
        examples: certain(row, fixture),
        interruptAfterTimeLimit: 60_000,
        markInterruptAsFailure: true,
      },
    );
  }
  expect(await auditFaults(writes)).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(callsInAll);
  const unreached = rows.map((row) => `${row.method} ${row.path}`).filter((row) => !reached.has(row));
  expect(unreached, 'rows that no call ever reached').toEqual([]);
}, 300_000);
