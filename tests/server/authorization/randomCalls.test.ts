import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '../../../shared/contract/api.ts';
import type { Area, Endpoint } from '../../../shared/contract/endpoint.ts';
import { commonErrors, type ErrorBody, errorCatalogue } from '../../../shared/contract/errors.ts';
import { broken, valid } from '../../support/arbitraries.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

const rows = Object.values(api).flatMap((area: Area) => Object.values(area));
const callsInAll = 2000;

let running: TestApp;
let knownIds: string[] = [];
beforeAll(async () => {
  running = await startApp();
  const sysAdmin = running.client('SysAdmin');
  const [organizations, networks, resellers, plans, brands] = await Promise.all([
    sysAdmin.organizations.list({ query: { pageSize: 20 } }),
    sysAdmin.networks.list(),
    sysAdmin.resellers.list(),
    sysAdmin.plans.list(),
    sysAdmin.brands.list(),
  ]);
  knownIds = [organizations, networks, resellers, plans, brands].flatMap(({ items }) => items.map(({ id }) => id));
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
  const part = (schema: Endpoint['body']) =>
    schema
      ? fc.oneof({ weight: 3, arbitrary: valid(schema, knownIds) }, { weight: 2, arbitrary: broken(schema, knownIds) })
      : fc.constant(undefined);
  return fc.record({ params: part(row.params), query: part(row.query), body: part(row.body) });
};

test(`${callsInAll} random calls made from the contract never meet a 500, a hang or an undocumented answer`, async () => {
  const reached = new Set<string>();
  const authorization = `Bearer ${running.as('SysAdmin')}`;
  let calls = 0;
  for (const row of rows) {
    const share = Math.ceil(callsInAll / rows.length);
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
      { numRuns: share, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
    );
  }
  expect(calls).toBeGreaterThanOrEqual(callsInAll);
  const unreached = rows.map((row) => `${row.method} ${row.path}`).filter((row) => !reached.has(row));
  expect(unreached, 'rows that no call ever reached').toHaveLength(0);
}, 300_000);
