import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Endpoint, isRead } from '../../../shared/contract/endpoint.ts';
import { commonErrors, type ErrorBody, errorCatalogue } from '../../../shared/contract/errors.ts';
import { broken, valid } from '../../support/arbitraries.ts';
import { allOrSome, isHard } from '../../support/isHard.ts';
import type { TestApp } from '../../support/startApp.ts';
import {
  addressOf,
  asRecord,
  callerOf,
  certain,
  type Fixture,
  type Input,
  openWorld,
  rows,
  sent,
} from './contractFixture.ts';
import { randomHeaders } from './randomHeaders.ts';

/** One event each for the organization and its administrator. */
const severalEvents = new Set(['POST /api/registration/complete']);

interface Outcome {
  readonly row: string;
  readonly outcome: string;
}

const statusOf = (row: Endpoint) =>
  row.response.kind === 'json' ? (row.response.status ?? 200) : row.response.kind === 'none' ? 204 : 200;
const documentedStatuses = (row: Endpoint) =>
  new Set([statusOf(row), ...[...commonErrors, ...row.errors].map((code) => errorCatalogue[code].status)]);
/** Deletions that no other row needs the object of; by chance the person may belong to another organization later. */
const takeNothing = new Set(['DELETE /api/users/{id}/authenticators', 'DELETE /api/users/{id}/applications/{appId}']);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const inputOf = (row: Endpoint, fixture: Fixture): fc.Arbitrary<Input> => {
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
async function auditFaults(running: TestApp, writes: ReadonlyMap<string, Outcome>): Promise<string[]> {
  const { rows: trail } = await running.database.pool.query<{ request: string; outcomes: string[] }>(
    'select request_id as request, array_agg(outcome) as outcomes from audit_entries group by request_id',
  );
  const outcomes = new Map(trail.map(({ request, outcomes: all }) => [request, all]));
  const faults = [...writes].flatMap(([request, { row, outcome }]) => {
    const events = outcomes.get(request) ?? [];
    const all = severalEvents.has(row) ? new Set(events) : events;
    return [...all].join() === outcome ? [] : [`${row}: ${outcome} has the events [${events.join()}]`];
  });
  return [...new Set(faults)];
}

/**
 * Calls every row of the contract with random inputs and headers and checks each response: no 5xx, a documented status, the error's form.
 * Every row is called with a known input and then `callsInAll / rows` times, in the usual suite only a sixth of the rows.
 */
export async function makeRandomCalls(running: TestApp, callsInAll: number) {
  const fixture = await openWorld(running);
  const reached = new Set<string>();
  /** Writes by their request id, each with the outcome that the audit trail has to show. */
  const writes = new Map<string, Outcome>();
  let calls = 0;
  // Deletions last, parts before their record, and at the very end those of platform administrators, who may delete the accounts of the other
  // callers: one that hits by chance must not remove what a later row needs to succeed.
  const turnOf = (row: Endpoint) =>
    row.method === 'DELETE' ? 1 / row.path.split('/').length + (callerOf(row) === 'SysAdmin' ? 1 : 0) : 0;
  const deletionsLast = rows.toSorted((a, b) => turnOf(a) - turnOf(b));

  const call = async (row: Endpoint, input: Input, extra: Readonly<Record<string, string>> = {}) => {
    const { headers, ...body } = sent(row, input);
    const response = await running.app.inject({
      method: row.method,
      url: addressOf(row, input),
      headers: { authorization: `Bearer ${running.as(callerOf(row))}`, ...headers, ...extra },
      ...body,
    });
    calls += 1;
    const text = textOf(response);
    const where = `${nameOf(row)} with ${JSON.stringify(extra)}: ${response.statusCode} ${text.slice(0, 300)}`;
    expect(response.statusCode, where).toBeLessThan(500);
    expect([...documentedStatuses(row)], where).toContain(response.statusCode);
    // An address that leads to no row is no operation, a preview changes nothing, and a replayed response has its event already.
    const isPreview = response.statusCode < 300 && asRecord(input.body)['dryRun'] === true;
    const isReplay = response.headers['idempotency-replayed'] !== undefined;
    // Refusals of strangers are in the log alone: they could fill the audit trail.
    const isStranger = row.access === 'public' && response.statusCode >= 300;
    if (!isRead(row) && !isPreview && !isStranger && !isReplay && !/"E-(ROUTE-NOT-FOUND|URL-\w+(-\w+)?)"/.test(text)) {
      const outcome = response.statusCode < 300 ? 'Success' : response.statusCode === 403 ? 'Refused' : 'Invalid';
      writes.set(String(response.headers['x-correlation-id']), { row: nameOf(row), outcome });
    }
    if (response.statusCode < 300) {
      reached.add(nameOf(row));
      return;
    }
    checkError(JSON.parse(text) as ErrorBody, response.headers['x-correlation-id'], where);
  };

  // Before the random calls, which may disable or take what a known input needs to succeed; in the usual suite deletions as well.
  const isAhead = (row: Endpoint) => !isHard || row.method !== 'DELETE' || takeNothing.has(nameOf(row));
  for (const row of deletionsLast.filter(isAhead)) for (const [input] of certain(row, fixture)) await call(row, input);
  for (const row of allOrSome(deletionsLast, deletionsLast.length / 6)) {
    await fc.assert(
      fc.asyncProperty(inputOf(row, fixture), randomHeaders, (input, headers) => call(row, input, headers)),
      {
        numRuns: Math.ceil(callsInAll / rows.length),
        examples: (isHard ? certain(row, fixture) : []).flatMap(([input]) => [
          [input, {}],
          [input, { 'if-match': '"999999"' }],
          [input, { 'idempotency-key': `certain ${nameOf(row)}`.replace(/\W+/g, '-') }],
        ]),
        // Of one call. Some render documents, so the sum of a row says nothing about a hang.
        timeout: 30_000,
      },
    );
  }
  return {
    calls,
    /** Rows that no call ever reached. */
    unreached: rows.map(nameOf).filter((row) => !reached.has(row)),
    auditFaults: await auditFaults(running, writes),
  };
}

function textOf({ headers, rawPayload }: { headers: Record<string, unknown>; rawPayload: Buffer }): string {
  const decode = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[
    String(headers['content-encoding'])
  ];
  return (decode ? decode(rawPayload) : rawPayload).toString('utf8');
}

function checkError(error: ErrorBody, correlationId: unknown, where: string): void {
  expect(Object.keys(errorCatalogue), where).toContain(error.code);
  expect(error.message.length, where).toBeGreaterThan(3);
  expect(error.correlationId, where).toBe(correlationId);
  if (error.code !== 'E-REQUEST-INVALID') return;
  const texts = Object.values(error.modelState ?? {});
  expect(texts.length, where).toBeGreaterThan(0);
  expect(
    texts.flat().every((text) => text.length > 1),
    where,
  ).toBe(true);
}
