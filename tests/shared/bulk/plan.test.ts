import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/client/apiError.ts';
import { baseOf } from '../../../shared/bulk/base.ts';
import { createRateLimit } from '../../../shared/bulk/rateLimit.ts';
import { makePlan } from '../../../shared/bulk/planning.ts';
import type { PlanRow } from '../../../shared/bulk/plan.ts';
import {
  createFixture,
  itemActionNamed,
  itemsCreate,
  itemsDelete,
  itemsSwitch,
  itemsSync,
  itemsUpdate,
} from './engineFixture.ts';
import { each, fastPlatform, openText, planOf, rowsOf } from './engineSetup.ts';

const rowsIn = async (rows: AsyncIterable<PlanRow>): Promise<PlanRow[]> => {
  const match: PlanRow[] = [];
  for await (const row of rows) match.push(row);
  return match;
};

test('a plan names the changed cells, the unchanged rows, and the totals', async () => {
  const fixture = createFixture();
  fixture.add('a');
  fixture.add('b', 'new');
  const { plan } = await planOf(
    fixture,
    itemsUpdate,
    rowsOf([
      { key: 'a', text: 'new' },
      { key: 'b', text: 'new' },
    ]),
  );
  const [first, second] = await rowsIn(plan.rows());
  expect(first).toMatchObject({
    row: 1,
    line: 2,
    verdict: 'update',
    name: 'a',
    changes: [{ column: 'text', before: 'old', after: 'new' }],
  });
  expect(second).toMatchObject({ verdict: 'unchanged', changes: [] });
  // One row is read again and sent.
  expect(plan.foot).toMatchObject({ rows: 2, counts: { update: 1, unchanged: 1, create: 0 }, calls: 2 });
  expect(fixture.applied).toEqual([]);
});

test('toggles count the reading back, and rows without a way back are counted', async () => {
  const fixture = createFixture();
  for (const key of ['a', 'b', 'c']) fixture.add(key);
  const switched = await planOf(fixture, itemsSwitch, rowsOf([{ key: 'a', enabled: true }]));
  expect(switched.plan.foot.calls).toBe(3);
  expect(switched.plan.foot.consequences).toEqual({});
  const synced = await planOf(fixture, itemsSync, rowsOf([{ key: 'a' }, { key: 'b' }]));
  expect(synced.plan.foot).toMatchObject({ counts: { do: 2 }, consequences: { irreversible: 2 } });
  const deleted = await planOf(fixture, itemsDelete, rowsOf([{ key: 'c' }, { key: 'missing' }]));
  expect(deleted.plan.foot).toMatchObject({ counts: { delete: 1, unchanged: 1 }, consequences: { irreversible: 1 } });
});

test('all rows with problems are reported in file order, and no plan is made', async () => {
  const fixture = createFixture();
  fixture.add('there', 'other');
  const missing = await planOf(
    fixture,
    itemsUpdate,
    rowsOf([
      { key: 'x', text: 'n' },
      { key: 'there', text: 'n' },
      { key: 'y', text: 'n' },
    ]),
  );
  expect(missing.problems).toMatchObject([
    { row: 1, line: 2, code: 'E-ROW-TARGET', column: 'key' },
    { row: 3, line: 4, code: 'E-ROW-TARGET', column: 'key' },
  ]);
  expect(() => missing.plan).toThrow('no plan');
  const taken = await planOf(fixture, itemsCreate, rowsOf([{ key: 'there', text: 'n' }]));
  expect(taken.problems).toMatchObject([{ row: 1, code: 'E-ROW-EXISTS' }]);
});

test('rows keep the file order for any duration of each', async () => {
  const fixture = createFixture();
  const keys = Array.from({ length: 200 }, (_, index) => `k${index}`);
  for (const key of keys) fixture.add(key);
  const slow = {
    ...itemsUpdate,
    read: async (...input: Parameters<typeof itemsUpdate.read>) => {
      for (let turn = 0; turn < (Number(String(input[0]['key']).slice(1)) * 7) % 13; turn += 1) await Promise.resolve();
      return itemsUpdate.read(...input);
    },
  };
  const { plan } = await planOf(fixture, slow, rowsOf(keys.map((key) => ({ key, text: 'new' }))), { concurrency: 16 });
  expect((await rowsIn(plan.rows())).map(({ key }) => key)).toEqual(keys);
});

test('of an exported and edited row only the edited cells are sent', async () => {
  const fixture = createFixture();
  const item = fixture.add('a');
  const base = baseOf({ text: 'old', enabled: false });
  const row = { ...rowsOf([{ key: 'a', text: 'old', enabled: false }])[0], base } as ReturnType<typeof rowsOf>[0];
  item.text = 'theirs';
  const untouched = await planOf(fixture, itemsUpdate, [row]);
  expect(untouched.plan.foot.counts).toMatchObject({ unchanged: 1, conflict: 0 });
  const clash = await planOf(fixture, itemsUpdate, [{ ...row, values: { ...row.values, text: 'mine' } }]);
  const [match] = await rowsIn(clash.plan.rows());
  expect(match).toMatchObject({ verdict: 'conflict', problem: { code: 'E-ROW-BASE', column: 'text' } });
  for (const word of ['old', 'theirs', 'mine']) expect(match?.problem?.message).toContain(word);
});

test('an altered _base is a conflict, not a guess', async () => {
  const fixture = createFixture();
  fixture.add('a');
  const base = `${baseOf({ text: 'old' }).slice(0, -1)}!`;
  const [row] = rowsOf([{ key: 'a', text: 'mine' }]);
  const { plan } = await planOf(fixture, itemsUpdate, row ? [{ ...row, base }] : []);
  expect(await rowsIn(plan.rows())).toMatchObject([
    { verdict: 'conflict', problem: { code: 'E-CELL-BASE', column: '_base' } },
  ]);
});

test('an error that no row caused ends the planning with that error', async () => {
  const fixture = createFixture();
  const action = {
    ...itemsUpdate,
    read: () => Promise.reject(new ApiError({ status: 403, code: 'E-FORBIDDEN' })),
  };
  await expect(planOf(fixture, action, rowsOf([{ key: 'a' }]))).rejects.toMatchObject({ code: 'E-FORBIDDEN' });
});

test('an unreachable server ends the planning with its own error', async () => {
  const fixture = createFixture(() => 'lost-before');
  await expect(planOf(fixture, itemsUpdate, rowsOf([{ key: 'a' }]))).rejects.toMatchObject({
    code: 'E-NETWORK',
    status: 0,
  });
  expect(fixture.calls()).toBe(5);
});

test('a failure ends the rows that wait as well', async () => {
  const fixture = createFixture();
  for (const key of ['a', 'b']) fixture.add(key);
  let isWaiting = () => {};
  const waiting = new Promise<void>((go) => {
    isWaiting = go;
  });
  const action = {
    ...itemsUpdate,
    read: async (...[values, context]: Parameters<typeof itemsUpdate.read>) => {
      if (values['key'] === 'a') {
        return new Promise<never>((_go, refuse) => {
          context.options.signal?.addEventListener('abort', () => refuse(context.options.signal?.reason), {
            once: true,
          });
          isWaiting();
        });
      }
      await waiting;
      throw new ApiError({ status: 401, code: 'E-TOKEN-INVALID' });
    },
  };
  await expect(planOf(fixture, action, rowsOf([{ key: 'a' }, { key: 'b' }]))).rejects.toMatchObject({
    code: 'E-TOKEN-INVALID',
  });
});

test('a signal ends the planning', async () => {
  const fixture = createFixture();
  fixture.add('a');
  const stop = new AbortController();
  stop.abort();
  await expect(planOf(fixture, itemsUpdate, rowsOf([{ key: 'a' }]), { signal: stop.signal })).rejects.toThrow(/abort/i);
});

test('a plan is one JSON document with a row on each line', async () => {
  const fixture = createFixture();
  for (const key of ['a', 'b']) fixture.add(key);
  const { text } = await planOf(
    fixture,
    itemsUpdate,
    rowsOf([
      { key: 'a', text: 'x\ny\u2028z' },
      { key: 'b', text: '"' },
    ]),
  );
  const whole = JSON.parse(text) as { readonly rows: readonly PlanRow[] };
  expect(whole.rows).toHaveLength(2);
  expect(text.trimEnd().split('\n')).toHaveLength(4);
});

test('one byte changed anywhere in a plan is detected', async () => {
  const fixture = createFixture();
  for (const key of ['a', 'b', 'c']) fixture.add(key, 'älter ✓');
  const { text } = await planOf(
    fixture,
    itemsUpdate,
    rowsOf(['a', 'b', 'c'].map((key) => ({ key, text: 'neü\r\n✓' }))),
  );
  const bytes = Buffer.from(text);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const altered = Buffer.from(bytes);
      altered[at] = (altered.readUInt8(at) + by) % 256;
      await expect(openText(altered.toString('utf8'))).rejects.toMatchObject({ code: 'E-PLAN-ALTERED' });
    }),
    { numRuns: 2000 },
  );
});

test('a plan without its end or with missing rows is detected; another file is reported as no plan', async () => {
  const fixture = createFixture();
  for (const key of ['a', 'b']) fixture.add(key);
  const { text } = await planOf(fixture, itemsUpdate, rowsOf(['a', 'b'].map((key) => ({ key, text: 'n' }))));
  const lines = text.split('\n');
  for (const cut of [lines.slice(0, 2), [lines[0], ...lines.slice(2)], [lines[0], lines[1], ...lines.slice(1)]]) {
    await expect(openText(cut.join('\n'))).rejects.toMatchObject({ code: 'E-PLAN-ALTERED' });
  }
  for (const other of ['', 'id,name\n1,a\n', '{"rows":[]}', '\0\0']) {
    await expect(openText(other)).rejects.toMatchObject({ code: 'E-PLAN-FORMAT' });
  }
});

test('a hundred thousand rows are planned in bounded memory', { tags: ['hard'], timeout: 60_000 }, async () => {
  const rows = 100_000;
  const platform = fastPlatform();
  let taken = 0;
  let maxAhead = 0;
  let written = 0;
  async function* source() {
    for (taken = 1; taken <= rows; taken += 1) {
      maxAhead = Math.max(maxAhead, taken - written);
      yield {
        row: taken,
        line: taken + 1,
        cells: ['a'],
        values: { key: 'a', text: `t${taken}` },
        problems: [],
        warnings: [],
      };
    }
  }
  const fixture = createFixture();
  fixture.add('a');
  const { foot } = await makePlan({
    action: itemsUpdate,
    actionNamed: itemActionNamed,
    rows: source(),
    head: {
      action: 'items.update',
      createdBy: { subject: 's', name: 'n' },
      origin: 'https://api.example.org',
      source: { name: 'rows.csv', sha256: null },
      header: ['key', 'text'],
    },
    client: fixture.client,
    rateLimit: createRateLimit(null, platform),
    platform,
    output: {
      async write(text) {
        written += text.startsWith('{"head"') || text.startsWith(']') ? 0 : 1;
      },
    },
  });
  expect(foot?.rows).toBe(rows);
  expect(written).toBe(rows);
  expect(maxAhead).toBeLessThan(100);
});

test('the rows of a plan are read one by one', async () => {
  const fixture = createFixture();
  fixture.add('a');
  const { text } = await planOf(
    fixture,
    itemsUpdate,
    rowsOf(Array.from({ length: 50 }, () => ({ key: 'a', text: 'n' }))),
  );
  const lines = text.trimEnd().split('\n');
  let read = 0;
  async function* counting() {
    for await (const line of each(lines)) {
      read += 1;
      yield line;
    }
  }
  const { openPlan } = await import('../../../shared/bulk/planFile.ts');
  const plan = await openPlan(counting, () => fastPlatform().digest());
  read = 0;
  for await (const row of plan.rows()) {
    expect(read).toBe(row.row + 1);
    if (row.row === 10) break;
  }
  expect(read).toBe(11);
});
