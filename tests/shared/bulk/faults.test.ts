import { expect, test } from 'vitest';
import { noHistory } from '../../../shared/bulk/journal.ts';
import { undoRows } from '../../../shared/bulk/undoing.ts';
import { ApiError } from '../../../shared/client/apiError.ts';
import type { Fault, Fixture } from './engineFixture.ts';
import {
  createFixture,
  itemActionNamed,
  itemsCreate,
  itemsDelete,
  itemsSwitch,
  itemsSync,
  itemsUpdate,
} from './engineFixture.ts';
import { memoryStore, planOf, rowsOf, run } from './engineSetup.ts';

const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index + 1}`);

/** The client with one call that fails as long as `error` gives something. */
const failing = (
  fixture: Fixture,
  name: 'sync' | 'create' | 'enable' | 'get' | 'update',
  error: () => ApiError | undefined,
) => {
  type Call = (...input: readonly unknown[]) => Promise<unknown>;
  const calls = fixture.client.organizations as unknown as Record<string, Call>;
  const call: Call = async (...input) => {
    const thrown = error();
    if (thrown !== undefined) throw thrown;
    return calls[name]?.(...input);
  };
  return Object.assign({ ...fixture.client }, { organizations: { ...calls, [name]: call } }) as Fixture['client'];
};

test.each([
  ['a lost sign-in', new ApiError({ status: 401, code: 'E-TOKEN-INVALID' }), 'auth'],
  [
    'a wait that is too long',
    new ApiError({ status: 429, code: 'E-RATE-LIMITED', retryAfterMs: 3_600_000 }),
    'waited-too-long',
  ],
  ['a server that is not there', new ApiError({ status: 0, code: 'E-NETWORK', neverSent: true }), 'unavailable'],
])('%s leaves a row that no read can check pending, not unknown', async (_name, refusal, end) => {
  const fixture = createFixture();
  fixture.add('a');
  const { plan } = await planOf(fixture, itemsSync, rowsOf([{ key: 'a' }]));
  const disk = memoryStore();
  const stopped = await run(fixture, plan, { store: disk.store, client: failing(fixture, 'sync', () => refusal) });
  expect(stopped).toMatchObject({ end, counts: { not_run: 1, unknown: 0 } });
  const resumed = await run(fixture, plan, { store: disk.store, history: await disk.runHistory() });
  expect(resumed).toMatchObject({ end: 'finished', counts: { ok: 1 } });
  expect(fixture.applied).toHaveLength(1);
});

test('a change that the server still works on after all attempts is unknown, not failed, and a resume detects it', async () => {
  const fixture = createFixture();
  const { plan } = await planOf(fixture, itemsCreate, rowsOf([{ key: 'a', text: 'new' }]));
  const disk = memoryStore();
  let sent = 0;
  const client = failing(fixture, 'create', () => {
    sent += 1;
    return sent === 1
      ? new ApiError({ status: 0, code: 'E-UNKNOWN-OUTCOME' })
      : new ApiError({ status: 409, code: 'E-IDEMPOTENCY-IN-FLIGHT', retryAfterMs: 1000 });
  });
  const first = await run(fixture, plan, { store: disk.store, client });
  expect(first.outcomes.get(1)).toMatchObject({ status: 'unknown', code: 'E-ROW-UNKNOWN', attempts: 5 });
  fixture.add('a', 'new');
  const resumed = await run(fixture, plan, { store: disk.store, history: await disk.runHistory() });
  expect(resumed.counts).toMatchObject({ ok: 1, failed: 0 });
  expect(fixture.items).toHaveLength(1);
});

test('a change that timed out five times may still be applied: it is unknown, not failed', async () => {
  const fixture = createFixture();
  fixture.add('a');
  const { plan } = await planOf(fixture, itemsUpdate, rowsOf([{ key: 'a', text: 'new' }]));
  const client = failing(fixture, 'update', () => new ApiError({ status: 0, code: 'E-TIMEOUT' }));
  const result = await run(fixture, plan, { client });
  expect(result.outcomes.get(1)).toMatchObject({ status: 'unknown', attempts: 5 });
});

test('a toggle without a response is not sent again by the run, even if a read does not show it', async () => {
  let flips = 0;
  const fixture = createFixture((what): Fault => (what === 'flip' && (flips += 1) === 1 ? 'lost-before' : 'none'));
  const item = fixture.add('a');
  const { plan } = await planOf(fixture, itemsSwitch, rowsOf([{ key: 'a', enabled: true }]));
  const disk = memoryStore();
  const first = await run(fixture, plan, { store: disk.store });
  expect(first.outcomes.get(1)).toMatchObject({ status: 'unknown', attempts: 1 });
  expect(flips).toBe(1);
  // It arrives late: the resume looks, and flips nothing back.
  item.enabled = true;
  const resumed = await run(fixture, plan, { store: disk.store, history: await disk.runHistory() });
  expect(resumed.counts).toMatchObject({ ok: 1 });
  expect([flips, item.enabled]).toEqual([1, true]);
});

test('a success with an unreadable body is checked by a read, and ends neither the run nor the row', async () => {
  const fixture = createFixture();
  const { plan } = await planOf(fixture, itemsCreate, rowsOf(keys(3).map((key) => ({ key, text: 'new' }))));
  const action = {
    ...itemsCreate,
    write: async (...input: Parameters<typeof itemsCreate.write>) => {
      const written = await itemsCreate.write(...input);
      // As a mapping does that meets the page of a proxy instead of a record.
      if (written?.name === 'k2') return (null as unknown as { response: () => undefined }).response();
      return written?.name === 'k3' ? { id: '', name: '', values: {} } : written;
    },
  };
  const result = await run(fixture, plan, { actionNamed: () => action });
  expect(result).toMatchObject({ end: 'finished', counts: { ok: 3 } });
  expect([...result.outcomes.values()].map(({ id }) => id)).toEqual(fixture.items.map(({ id }) => id));
  expect(fixture.items).toHaveLength(3);
});

test('a resume that is stopped at once counts the rows that were done before it', async () => {
  const isDown = { now: false };
  const fixture = createFixture((what, key): Fault => {
    if (what === 'create' && key === 'k1') return 'lost-after';
    return isDown.now && what === 'read' && key === 'k1' ? 'broken' : 'none';
  });
  const { plan } = await planOf(fixture, itemsCreate, rowsOf(keys(9).map((key) => ({ key, text: 'new' }))));
  const disk = memoryStore();
  isDown.now = true;
  const first = await run(fixture, plan, {
    store: disk.store,
    history: { ...(await disk.runHistory()), open: new Map([[1, 1]]) },
  });
  expect(first.counts).toMatchObject({ ok: 8, unknown: 1, not_run: 0 });
  const stop = new AbortController();
  stop.abort();
  const again = await run(fixture, plan, { store: disk.store, history: await disk.runHistory(), signal: stop.signal });
  expect(again).toMatchObject({ end: 'stopped', counts: { ok: 8, unknown: 1, not_run: 0 } });
  expect(again.outcomes.size).toBe(9);
});

test('a row that was sent when the run was stopped is unknown in the results, not one that was not run', async () => {
  const stop = new AbortController();
  const fixture = createFixture((what): Fault => {
    if (what !== 'create') return 'none';
    stop.abort();
    return 'lost-before';
  });
  const { plan } = await planOf(fixture, itemsCreate, rowsOf([{ key: 'a', text: 'new' }]));
  const disk = memoryStore();
  const result = await run(fixture, plan, { store: disk.store, signal: stop.signal });
  expect(result).toMatchObject({ end: 'stopped', counts: { unknown: 1, not_run: 0 } });
  expect((await disk.runHistory()).outcomes.get(1)).toMatchObject({ status: 'unknown', attempts: 1 });
});

test('a deletion without a response counts as deleted, not as unchanged', async () => {
  const fixture = createFixture((what) => (what === 'delete' ? 'lost-after' : 'none'));
  fixture.add('a');
  const { plan } = await planOf(fixture, itemsDelete, rowsOf([{ key: 'a' }]));
  const result = await run(fixture, plan);
  expect(result.outcomes.get(1)).toMatchObject({ status: 'ok', attempts: 1 });
});

test('a row without a former value is not undone to an empty value', async () => {
  const fixture = createFixture();
  const item = fixture.add('a');
  const { plan } = await planOf(fixture, itemsUpdate, rowsOf([{ key: 'a', text: 'new' }]));
  // The machine stopped between the two lines of the announcement; somebody else made the change.
  item.text = 'new';
  const disk = memoryStore();
  const result = await run(fixture, plan, { store: disk.store, history: { ...noHistory, open: new Map([[1, 1]]) } });
  expect(result.counts).toMatchObject({ ok: 1 });
  const { outcomes, before } = await disk.runHistory();
  const rows = await Array.fromAsync(undoRows(plan, outcomes, before, itemActionNamed));
  expect(rows).toMatchObject([{ conflict: { code: 'E-UNDO-CANNOT' } }]);
});
