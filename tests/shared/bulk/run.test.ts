/** @module-tag scaled */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlannedRow } from '../../../shared/bulk/planning.ts';
import type { RunResult } from '../../../shared/bulk/running.ts';
import { undoRows } from '../../../shared/bulk/undoing.ts';
import {
  createFixture,
  type Fault,
  itemActionNamed,
  itemActions,
  itemsCreate,
  itemsDelete,
  itemsSwitch,
  itemsSync,
  itemsUpdate,
} from './engineFixture.ts';
import { memoryStore, planOf, rowsOf, run } from './engineSetup.ts';
import { isHard } from '../../support/isHard.ts';

const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index + 1}`);
const statuses = ({ outcomes }: RunResult) =>
  [...outcomes.values()].sort((a, b) => a.row - b.row).map((one) => one.status);
const sum = (counts: RunResult['counts']) => Object.values(counts).reduce((all, one) => all + one, 0);

test('changed rows are sent, unchanged ones are not', async () => {
  const fixture = createFixture();
  for (const key of keys(3)) fixture.add(key, key === 'k2' ? 'new' : 'old');
  const { plan } = await planOf(fixture, itemsUpdate, rowsOf(keys(3).map((key) => ({ key, text: 'new' }))));
  const result = await run(fixture, plan);
  expect(statuses(result)).toEqual(['ok', 'unchanged', 'ok']);
  expect(result.end).toBe('finished');
  expect(fixture.applied.map(({ key }) => key).sort()).toEqual(['k1', 'k3']);
  expect(result.outcomes.get(1)).toMatchObject({
    id: 'id-k1-0',
    attempts: 1,
    correlationId: '20260821T060000Z-k3f9-1',
  });
});

test('a row whose response was lost is detected as done and not sent twice', async () => {
  const first = new Set<string>();
  const fixture = createFixture((what, key): Fault => {
    if (what === 'read' || first.has(key)) return 'none';
    first.add(key);
    return 'lost-after';
  });
  const { plan } = await planOf(fixture, itemsCreate, rowsOf(keys(20).map((key) => ({ key, text: 'new' }))));
  const result = await run(fixture, plan);
  expect(result.counts).toMatchObject({ ok: 20, failed: 0, unknown: 0 });
  expect(fixture.items).toHaveLength(20);
});

test('a row that never arrived is sent again, five times at most', async () => {
  const fixture = createFixture((what) => (what === 'read' ? 'none' : 'lost-before'));
  const { plan } = await planOf(fixture, itemsCreate, rowsOf([{ key: 'a', text: 'new' }]));
  const result = await run(fixture, plan);
  expect(result.outcomes.get(1)).toMatchObject({ status: 'failed', code: 'E-NETWORK', attempts: 5 });
  expect(fixture.items).toHaveLength(0);
});

test('a change that no read can check stays unknown and is never sent again, also by a resume', async () => {
  const fixture = createFixture((what) => (what === 'read' ? 'none' : 'lost-after'));
  fixture.add('a');
  const { plan } = await planOf(fixture, itemsSync, rowsOf([{ key: 'a' }]));
  const disk = memoryStore();
  const result = await run(fixture, plan, { store: disk.store });
  expect(result.outcomes.get(1)).toMatchObject({ status: 'unknown', code: 'E-ROW-UNKNOWN', attempts: 1 });
  const resumed = await run(fixture, plan, { store: disk.store, history: await disk.runHistory() });
  expect(resumed.outcomes.get(1)).toMatchObject({ status: 'unknown', attempts: 1 });
  expect(fixture.applied).toHaveLength(1);
});

test('a toggle that was applied and answered with 502 is not repeated', async () => {
  const fixture = createFixture((what) => (what === 'flip' ? 'gateway-after' : 'none'));
  for (const key of keys(10)) fixture.add(key, 'old', key === 'k4');
  const { plan } = await planOf(fixture, itemsSwitch, rowsOf(keys(10).map((key) => ({ key, enabled: true }))));
  const result = await run(fixture, plan);
  expect(result.counts).toMatchObject({ ok: 9, unchanged: 1 });
  expect(fixture.items.every(({ enabled }) => enabled)).toBe(true);
  expect(fixture.applied).toHaveLength(9);
});

test('a toggle that the server did not apply is a failure, even after a success response', async () => {
  const fixture = createFixture();
  const item = fixture.add('a');
  const { plan } = await planOf(fixture, itemsSwitch, rowsOf([{ key: 'a', enabled: true }]));
  const action = {
    ...itemsSwitch,
    write: async (...input: Parameters<typeof itemsSwitch.write>) => {
      const written = await itemsSwitch.write(...input);
      item.enabled = false;
      return written;
    },
  };
  const result = await run(fixture, plan, { actionNamed: () => action });
  expect(result.outcomes.get(1)).toMatchObject({ status: 'failed', code: 'E-ROW-NOT-TAKEN-UP', column: 'enabled' });
});

test('a record that another user changed since the plan is a conflict and is not sent', async () => {
  const fixture = createFixture();
  for (const key of keys(3)) fixture.add(key);
  const { plan } = await planOf(fixture, itemsUpdate, rowsOf(keys(3).map((key) => ({ key, text: 'new' }))));
  Object.assign(fixture.items[1] ?? {}, { enabled: true, version: 2 });
  const skipped = await run(fixture, plan);
  expect(statuses(skipped)).toEqual(['ok', 'conflict', 'ok']);
  expect(fixture.items[1]?.text).toBe('old');
});

test('drift ends the run or is overridden, by option', async () => {
  const make = async () => {
    const fixture = createFixture();
    for (const key of keys(4)) fixture.add(key);
    const { plan } = await planOf(fixture, itemsUpdate, rowsOf(keys(4).map((key) => ({ key, text: 'new' }))));
    Object.assign(fixture.items[1] ?? {}, { text: 'theirs', version: 2 });
    return { world: fixture, plan };
  };
  const strict = await make();
  const failed = await run(strict.world, strict.plan, { limits: { onDrift: 'fail', concurrency: 1 } });
  expect(failed).toMatchObject({ end: 'drift', counts: { ok: 1, conflict: 1, not_run: 2 } });
  const forced = await make();
  const done = await run(forced.world, forced.plan, { limits: { onDrift: 'force' } });
  expect(done).toMatchObject({ end: 'finished', counts: { ok: 4 } });
  expect(forced.world.items[1]?.text).toBe('new');
});

test('the column of a refused field is named', async () => {
  const fixture = createFixture((what) => (what === 'update' ? 'refused' : 'none'));
  fixture.add('a');
  const { plan } = await planOf(fixture, itemsUpdate, rowsOf([{ key: 'a', text: 'new' }]));
  const result = await run(fixture, plan);
  expect(result.outcomes.get(1)).toMatchObject({ status: 'failed', code: 'E-REQUEST-INVALID', column: 'text' });
  expect(result.outcomes.get(1)?.message).toContain('Too plain.');
});

test('a record that does not exist counts as deleted', async () => {
  const fixture = createFixture();
  for (const key of keys(2)) fixture.add(key);
  const { plan } = await planOf(fixture, itemsDelete, rowsOf(keys(2).map((key) => ({ key }))));
  fixture.items.pop();
  expect(statuses(await run(fixture, plan))).toEqual(['ok', 'unchanged']);
  expect(fixture.items).toEqual([]);
});

test('rows of one lock never overlap, and others do', async () => {
  const fixture = createFixture();
  let most = 0;
  let now = 0;
  const active = new Set<string>();
  const clashes: string[] = [];
  const action = {
    ...itemsCreate,
    lockOf: ({ key }: { readonly key?: unknown }) => String(key).slice(0, 2),
    write: async (...input: Parameters<typeof itemsCreate.write>) => {
      const lock = String(input[0]['key']).slice(0, 2);
      if (active.has(lock)) clashes.push(lock);
      active.add(lock);
      most = Math.max(most, (now += 1));
      await new Promise((go) => setImmediate(go));
      now -= 1;
      active.delete(lock);
      return itemsCreate.write(...input);
    },
  };
  const { plan } = await planOf(fixture, action, rowsOf(keys(60).map((key) => ({ key }))));
  const result = await run(fixture, plan, { actionNamed: () => action, limits: { concurrency: 8 } });
  expect(result.counts.ok).toBe(60);
  expect(clashes).toEqual([]);
  expect(most).toBeGreaterThan(4);
});

test('random faults and crashes: nothing doubled, nothing lost, no false failure, and all rows accounted for', {
  timeout: 120_000,
}, async () => {
  const faults: Fault[] = ['none', 'none', 'lost-before', 'lost-after', 'gateway-after', 'busy', 'broken'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('items.create', 'items.update', 'items.switch', 'items.delete'),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.constantFrom(...faults), { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 }),
      async (name, rows, concurrency, script, crashes) => {
        let calm = true;
        const left = [...script];
        const fixture = createFixture((what) => {
          const fault = calm ? 'none' : (left.shift() ?? 'none');
          // A server that fails after its work is told apart from one that refuses only by looking.
          return what === 'read' && fault === 'broken' ? 'none' : fault;
        });
        const action = itemActions.find((one) => one.name === name) ?? itemsCreate;
        if (name !== 'items.create') for (const key of keys(rows)) fixture.add(key);
        const cells = keys(rows).map((key) => ({
          key,
          ...(name === 'items.switch' ? { enabled: true } : { text: 'new' }),
        }));
        const { plan } = await planOf(fixture, action, rowsOf(cells));
        calm = false;
        const disk = memoryStore(crashes[0]);
        const limits = { concurrency, maxErrors: 1000 };
        const checkSum = (counts: RunResult['counts']) => expect(sum(counts)).toBe(rows);
        let result: RunResult | undefined;
        for (let part = 0; part < 40 && result?.end !== 'finished'; part += 1) {
          const runHistory = await disk.runHistory();
          disk.revive(crashes[part]);
          calm = part > crashes.length;
          try {
            const onProgress = ({ counts }: { counts: RunResult['counts'] }) => checkSum(counts);
            result = await run(fixture, plan, { store: disk.store, history: runHistory, limits, onProgress });
            checkSum(result.counts);
          } catch (error) {
            expect(error).toMatchObject({ message: 'the machine stopped' });
          }
        }
        expect(result?.end).toBe('finished');
        disk.revive();
        calm = true;
        const before = fixture.applied.length;
        const last = await run(fixture, plan, { store: disk.store, history: await disk.runHistory(), limits });
        // Only what could not be told is looked at again.
        if (result?.counts.unknown === 0) expect(fixture.applied.length).toBe(before);
        for (const [row, { status }] of last.outcomes) {
          const key = `k${row}`;
          const made = fixture.applied.filter((one) => one.key === key).length;
          expect(made, `${key} ${status}`).toBe(status === 'ok' ? 1 : 0);
          expect(['ok', 'failed'], key).toContain(status);
        }
        expect(last.outcomes.size).toBe(rows);
        expect(fixture.overlaps).toEqual([]);

        // Whatever happened on the way: what undo needs is there for every row that was carried out.
        if (name === 'items.delete') return;
        const runHistory = await disk.runHistory();
        const back: PlannedRow[] = [];
        for await (const row of undoRows(plan, runHistory.outcomes, runHistory.before, itemActionNamed)) back.push(row);
        const undo = await planOf(fixture, action, back);
        expect((await run(fixture, undo.plan)).counts).toMatchObject({ ok: last.counts.ok, conflict: 0 });
        const former = name === 'items.create' ? [] : keys(rows).map(() => ({ text: 'old', enabled: false }));
        expect(fixture.items.map(({ text, enabled }) => ({ text, enabled }))).toEqual(former);
      },
    ),
    { numRuns: isHard ? 600 : 200 },
  );
});
