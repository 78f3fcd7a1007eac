import { expect, test } from 'vitest';
import { noHistory } from '../../../shared/bulk/journal.ts';
import { replay } from '../../../shared/bulk/replay.ts';
import { createFixture, itemsCreate, itemsSync, itemsUpdate } from './engineFixture.ts';
import { each, memoryStore, planOf, rowsOf, run } from './engineSetup.ts';

const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index + 1}`);
const create = (count: number) => rowsOf(keys(count).map((key) => ({ key, text: 'new' })));
const at = '2026-08-21T06:00:00.000Z';

test('the journal line is written before the row is sent', async () => {
  const fixture = createFixture();
  const { plan } = await planOf(fixture, itemsCreate, create(3));
  const disk = memoryStore();
  const sentWith: string[][] = [];
  const action = {
    ...itemsCreate,
    write: (...input: Parameters<typeof itemsCreate.write>) => {
      sentWith.push(disk.parsed().flatMap((line) => (line.t === 'intent' ? [`k${line.row}`] : [])));
      return itemsCreate.write(...input);
    },
  };
  await run(fixture, plan, { store: disk.store, actionNamed: () => action, limits: { concurrency: 1 } });
  expect(sentWith).toEqual([['k1'], ['k1', 'k2'], ['k1', 'k2', 'k3']]);
});

test('a logged request without an outcome is checked by a read before anything is sent', async () => {
  const fixture = createFixture();
  const { plan } = await planOf(fixture, itemsCreate, create(2));
  fixture.add('k1', 'new');
  const journal = [
    { t: 'intent', row: 1, attempt: 1, at },
    { t: 'intent', row: 2, attempt: 1, at },
  ];
  const before = [
    { row: 1, id: null, name: null, before: null },
    { row: 2, id: null, name: null, before: null },
  ];
  const runHistory = await replay(
    each(journal.map((line) => JSON.stringify(line))),
    each(before.map((line) => JSON.stringify(line))),
  );
  const result = await run(fixture, plan, { history: runHistory });
  expect(result.outcomes.get(1)).toMatchObject({ status: 'ok', attempts: 1, id: 'id-k1-0' });
  expect(result.outcomes.get(2)).toMatchObject({ status: 'ok', attempts: 2 });
  expect(fixture.items.map(({ key }) => key)).toEqual(['k1', 'k2']);
});

test('an open change that no read can check is unknown without another call', async () => {
  const fixture = createFixture();
  fixture.add('a');
  const { plan } = await planOf(fixture, itemsSync, rowsOf([{ key: 'a' }]));
  const calls = fixture.calls();
  const result = await run(fixture, plan, { history: { ...noHistory, open: new Map([[1, 1]]) } });
  expect(result.outcomes.get(1)).toMatchObject({ status: 'unknown', code: 'E-ROW-UNKNOWN', attempts: 1 });
  expect(fixture.calls()).toBe(calls);
});

test('resuming a run that is finished makes no call and changes no outcome', async () => {
  const fixture = createFixture((what, key) => (what === 'create' && key === 'k3' ? 'refused' : 'none'));
  const { plan } = await planOf(fixture, itemsCreate, create(6));
  const disk = memoryStore();
  const first = await run(fixture, plan, { store: disk.store });
  const calls = fixture.calls();
  const again = await run(fixture, plan, { store: disk.store, history: await disk.runHistory() });
  expect(again).toMatchObject({ end: 'finished', counts: first.counts });
  expect([...again.outcomes]).toEqual([...first.outcomes]);
  expect(fixture.calls()).toBe(calls);
});

test('a row that another user changed after its response was lost is a conflict', async () => {
  const fixture = createFixture();
  const item = fixture.add('a');
  const { plan } = await planOf(fixture, itemsUpdate, rowsOf([{ key: 'a', text: 'new' }]));
  item.text = 'theirs';
  const before = new Map([[1, { row: 1, id: item.id, name: 'a', before: { text: 'old', enabled: false } }]]);
  const result = await run(fixture, plan, { history: { ...noHistory, open: new Map([[1, 1]]), before } });
  expect(result.outcomes.get(1)).toMatchObject({ status: 'conflict', code: 'E-ROW-CONFLICT' });
  expect(item.text).toBe('theirs');
});

test('one torn line at the end is left out; damage anywhere else is refused', async () => {
  const line = JSON.stringify({ t: 'intent', row: 1, attempt: 1, at });
  const torn = line.slice(0, 20);
  const runHistory = await replay(
    each([line, torn]),
    each([JSON.stringify({ row: 1, id: null, name: null, before: null }), '{"row"']),
  );
  expect([...runHistory.open]).toEqual([[1, 1]]);
  expect([...runHistory.before.keys()]).toEqual([1]);
  await expect(replay(each([torn, line]), each([]))).rejects.toThrow('damaged');
});

test('a journal has the last outcome of a row, and requests sent after it as open', async () => {
  const outcome = {
    t: 'outcome',
    status: 'unknown',
    code: null,
    message: null,
    column: null,
    id: null,
    correlationId: null,
    at,
  };
  const lines = [
    { t: 'run', run: 'r', plan: 'p', sha256: 's', at },
    { t: 'intent', row: 1, attempt: 1, at },
    { ...outcome, row: 1, attempts: 1 },
    { t: 'intent', row: 1, attempt: 2, at },
    { t: 'intent', row: 2, attempt: 1, at },
    { ...outcome, row: 2, attempts: 1, status: 'ok' },
    { t: 'end', why: 'stopped', at },
  ];
  const runHistory = await replay(each(lines.map((line) => JSON.stringify(line))), each([]));
  expect([...runHistory.open]).toEqual([[1, 2]]);
  expect([...runHistory.outcomes.values()]).toMatchObject([{ row: 2, status: 'ok' }]);
});
