import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { RunHistory } from '../../../shared/bulk/journal.ts';
import type { Plan } from '../../../shared/bulk/plan.ts';
import type { PlannedRow } from '../../../shared/bulk/planning.ts';
import { failedLines, resultsLines } from '../../../shared/bulk/results.ts';
import { retryRows } from '../../../shared/bulk/retrying.ts';
import { selectionHeader, selectRows } from '../../../shared/bulk/selection.ts';
import { undoRows } from '../../../shared/bulk/undoing.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import {
  createFixture,
  type Fault,
  itemActionNamed,
  itemsCreate,
  itemsDelete,
  itemsSwitch,
  itemsUpdate,
  type Fixture,
} from './engineFixture.ts';
import { each, memoryStore, planOf, rowsOf, run } from './engineSetup.ts';

const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index + 1}`);

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const match: T[] = [];
  for await (const item of items) match.push(item);
  return match;
};

const done = async (fixture: Fixture, action: typeof itemsUpdate, cells: readonly Values[]) => {
  const { plan } = await planOf(fixture, action, rowsOf(cells));
  const disk = memoryStore();
  const result = await run(fixture, plan, { store: disk.store });
  return { plan, history: await disk.runHistory(), result };
};

const undoOf = async (fixture: Fixture, { plan, history }: { plan: Plan; history: RunHistory }, rows?: string) => {
  const back = undoRows(plan, history.outcomes, history.before, itemActionNamed, rows === undefined ? {} : { rows });
  const { plan: undo } = await planOf(fixture, itemsUpdate, await all<PlannedRow>(back));
  const disk = memoryStore();
  const result = await run(fixture, undo, { store: disk.store });
  return { plan: undo, history: await disk.runHistory(), result };
};

test('undo restores the changes of the run, except for records that another user changed since', async () => {
  const fixture = createFixture();
  for (const key of keys(20)) fixture.add(key);
  const first = await done(
    fixture,
    itemsUpdate,
    keys(20).map((key) => ({ key, text: `new ${key}` })),
  );
  for (const index of [2, 5, 11]) Object.assign(fixture.items[index] ?? {}, { text: 'by hand', version: 9 });
  const undo = await undoOf(fixture, first);
  expect(undo.result.counts).toMatchObject({ ok: 17, conflict: 3 });
  expect(fixture.items.filter(({ text }) => text === 'old')).toHaveLength(17);
  expect(fixture.items.filter(({ text }) => text === 'by hand')).toHaveLength(3);
  const redo = await undoOf(fixture, undo);
  expect(redo.result.counts).toMatchObject({ ok: 17, conflict: 0 });
  expect(fixture.items[0]?.text).toBe('new k1');
});

test('undoing toggles switches each back once', async () => {
  const fixture = createFixture();
  for (const key of keys(4)) fixture.add(key, 'old', key === 'k2');
  const first = await done(
    fixture,
    itemsSwitch,
    keys(4).map((key) => ({ key, enabled: true })),
  );
  expect(first.result.counts).toMatchObject({ ok: 3, unchanged: 1 });
  const undo = await undoOf(fixture, first);
  expect(undo.result.counts).toMatchObject({ ok: 3 });
  expect(fixture.items.map(({ enabled }) => enabled)).toEqual([false, true, false, false]);
});

test('undo deletes an added record, unless it was changed since', async () => {
  const fixture = createFixture();
  const first = await done(
    fixture,
    itemsCreate,
    keys(3).map((key) => ({ key, text: 'new' })),
  );
  Object.assign(fixture.items[1] ?? {}, { text: 'used' });
  const undo = await undoOf(fixture, first);
  expect(undo.result.counts).toMatchObject({ ok: 2, conflict: 1 });
  expect(fixture.items.map(({ key }) => key)).toEqual(['k2']);
});

test('rows that cannot be undone say so and are not sent', async () => {
  const fixture = createFixture();
  for (const key of keys(2)) fixture.add(key);
  const first = await done(
    fixture,
    itemsDelete,
    keys(2).map((key) => ({ key })),
  );
  const undo = await undoOf(fixture, first);
  expect(undo.result.counts).toMatchObject({ conflict: 2, ok: 0 });
  expect(undo.result.outcomes.get(1)).toMatchObject({ code: 'E-UNDO-CANNOT' });
});

test('only selected rows are undone', async () => {
  const fixture = createFixture();
  for (const key of keys(5)) fixture.add(key);
  const first = await done(
    fixture,
    itemsUpdate,
    keys(5).map((key) => ({ key, text: 'new' })),
  );
  const undo = await undoOf(fixture, first, '2-3,5');
  expect([...undo.result.outcomes.keys()].sort((a, b) => a - b)).toEqual([2, 3, 5]);
  expect(fixture.items.map(({ text }) => text)).toEqual(['new', 'old', 'old', 'new', 'old']);
});

test('rows whose response was lost are undone like the others', async () => {
  const lost = new Set<string>();
  const fixture = createFixture((what, key): Fault => {
    if (what !== 'update' || lost.has(key)) return 'none';
    lost.add(key);
    return 'lost-after';
  });
  for (const key of keys(3)) fixture.add(key);
  const first = await done(
    fixture,
    itemsUpdate,
    keys(3).map((key) => ({ key, text: 'new' })),
  );
  expect(first.result.counts.ok).toBe(3);
  expect((await undoOf(fixture, first)).result.counts.ok).toBe(3);
  expect(fixture.items.every(({ text }) => text === 'old')).toBe(true);
});

const failing = (what: string, key: string): Fault => (what === 'update' && key === 'k2' ? 'refused' : 'none');

test('results have the columns of the file and the outcome of each row, in file order', async () => {
  const fixture = createFixture(failing);
  for (const key of keys(3)) fixture.add(key, 'old "quoted", x');
  const { plan, history: past } = await done(fixture, itemsUpdate, [
    { key: 'k1', text: 'a,"b"' },
    { key: 'k2', text: 'n' },
    { key: 'k3', text: 'old "quoted", x' },
  ]);
  const rows = parse((await all(resultsLines(plan, past.outcomes))).join(''), { columns: true });
  expect(rows).toMatchObject([
    { key: 'k1', text: 'a,"b"', _row: '1', _line: '2', _status: 'ok', _code: '', _id: 'id-k1-0', _attempts: '1' },
    { key: 'k2', _status: 'failed', _code: 'E-REQUEST-INVALID', _message: 'Too plain.', _attempts: '1' },
    { key: 'k3', _status: 'unchanged', _attempts: '0', _correlation_id: '' },
  ]);
  expect(rows[0]).toMatchObject({
    _correlation_id: '20260821T060000Z-k3f9-1',
    _at: expect.stringMatching(/^2026-/) as string,
  });
  const header = Object.keys((rows as Record<string, string>[])[0] ?? {});
  expect(header).toEqual([
    'key',
    'text',
    '_row',
    '_line',
    '_status',
    '_code',
    '_message',
    '_id',
    '_attempts',
    '_correlation_id',
    '_at',
  ]);
});

test('rows that were not reached are in the results as well', async () => {
  const fixture = createFixture();
  fixture.add('k1');
  const { plan } = await planOf(fixture, itemsUpdate, rowsOf([{ key: 'k1', text: 'n' }]));
  const [row] = parse<Record<string, string>>((await all(resultsLines(plan, new Map()))).join(''), { columns: true });
  expect(row).toMatchObject({ _row: '1', _status: 'not_run', _attempts: '0', _id: 'id-k1-0' });
});

test('failed rows are written as in the input, with one error column after any number of failures', async () => {
  const fixture = createFixture(failing);
  for (const key of keys(3)) fixture.add(key);
  const { plan, history: past } = await done(
    fixture,
    itemsUpdate,
    keys(3).map((key) => ({ key, text: 'n' })),
  );
  const failed = parse((await all(failedLines(plan, past.outcomes))).join(''), { columns: true });
  expect(failed).toEqual([{ key: 'k2', text: 'n', _error: 'E-REQUEST-INVALID: Too plain.' }]);
  const again: Plan = { ...plan, head: { ...plan.head, header: ['key', '_error'] } };
  expect((await all(failedLines(again, past.outcomes)))[0]).toBe('key,_error\n');
});

test('a retry takes the rows with the selected statuses and codes, and plans them with the current records', async () => {
  let calm = false;
  const fixture = createFixture((what, key) => (calm ? 'none' : failing(what, key)));
  for (const key of keys(3)) fixture.add(key);
  const { plan, history: past } = await done(
    fixture,
    itemsUpdate,
    keys(3).map((key) => ({ key, text: 'n' })),
  );
  calm = true;
  const statuses = ['failed', 'conflict'] as const;
  expect(await all(retryRows(plan, past.outcomes, { statuses, codes: ['E-NOT-FOUND'] }))).toEqual([]);
  const rows = await all(retryRows(plan, past.outcomes, { statuses }));
  expect(rows).toMatchObject([{ row: 2, line: 3, values: { key: 'k2', text: 'n' } }]);
  const { plan: retry } = await planOf(fixture, itemsUpdate, rows);
  expect((await run(fixture, retry)).counts).toMatchObject({ ok: 1 });
  expect(fixture.items[1]?.text).toBe('n');
});

test('a selection becomes rows of the plan', async () => {
  const fixture = createFixture();
  for (const key of keys(3)) fixture.add(key);
  const action = {
    ...itemsSwitch,
    async *scan(_context: unknown, keep: (organization: Readonly<Record<string, unknown>>) => boolean) {
      for await (const item of each(fixture.items)) {
        if (keep({ ...item })) yield { id: item.id, name: item.key, values: { enabled: item.enabled } };
      }
    },
    keyCells: ({ name }: { readonly name: string }) => ({ key: name }),
  };
  const context = {
    client: fixture.client,
    options: {},
    shared: { once: <T>(_key: string, load: () => Promise<T>) => load() },
  };
  const set = { enabled: true, text: null };
  const rows = await all(selectRows(action, context, ({ key }) => key !== 'k2', set));
  expect(selectionHeader(action, set)).toEqual(['key', 'enabled', 'text']);
  expect(rows).toMatchObject([
    { row: 1, line: 2, cells: ['k1', 'true', '\\N'], values: { key: 'k1', enabled: true, text: null } },
    { row: 2, line: 3, cells: ['k3', 'true', '\\N'] },
  ]);
});
