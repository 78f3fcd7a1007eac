import { expect } from 'vitest';
import type { BulkAction, Current, DoneRow, Reverse, RowContext } from '../../../shared/bulk/action.ts';
import { bulkActionNamed } from '../../../shared/bulk/actions/catalogue.ts';
import type { Consequence } from '../../../shared/bulk/consequences.ts';
import type { CellProblem } from '../../../shared/bulk/problems.ts';
import { type Change, changesBetween, isSame, type Values } from '../../../shared/bulk/values.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import type { TestApp } from '../../support/startApp.ts';

/** What planning a row came to. */
export interface PlannedRow {
  readonly current: Current | undefined;
  readonly problems: readonly CellProblem[];
  readonly changes: readonly Change[];
  readonly consequences: readonly Consequence[];
}

export interface ActionSetup {
  readonly action: BulkAction;
  /** Contract rows that were really called. */
  readonly calls: Set<string>;
  readonly context: () => RowContext;
  readonly plan: (values: Values) => Promise<PlannedRow>;
  /** Plans the row, which must be without problems, sends it and reads it back. */
  readonly run: (values: Values) => Promise<PlannedRow & { readonly done: DoneRow }>;
  readonly reverse: (done: DoneRow) => Reverse;
  /** What a scan gives of the organization with this id or name. */
  readonly scanned: (idOrName: string) => Promise<Current[]>;
}

/** The client of a caller that notes what is called through it. */
const recordingErrors = (client: Client, calls: Set<string>): Client =>
  new Proxy(client, {
    get: (areas, area: string) =>
      new Proxy(areas[area as 'plans'], {
        get: (rows, row: string) => {
          calls.add(`${area}.${row}`);
          return rows[row as 'list'];
        },
      }),
  });

/** One action over a server, as the engine uses it. */
export const setupOf = (server: TestApp, name: string): ActionSetup => {
  const action = bulkActionNamed(name);
  if (action === undefined) throw new Error(`There is no action ${name}.`);
  const calls = new Set<string>();
  const client = recordingErrors(server.client(name.startsWith('people.') ? 'Administrator' : 'SysAdmin'), calls);
  const context = (): RowContext => {
    const stored = new Map<string, Promise<unknown>>();
    return {
      client,
      options: {},
      shared: {
        once<T>(key: string, load: () => Promise<T>): Promise<T> {
          const match = stored.get(key) ?? load();
          stored.set(key, match);
          return match as Promise<T>;
        },
      },
    };
  };
  const plan = async (values: Values): Promise<PlannedRow> => {
    const offline = action.problems?.(values) ?? [];
    if (offline.length > 0) return { current: undefined, problems: offline, changes: [], consequences: [] };
    const rowContext = context();
    const current = await action.read(values, rowContext);
    const problems = (await action.check?.(values, current, rowContext)) ?? [];
    const expected = action.desired(values);
    const changes = expected === null ? [] : changesBetween(current?.values ?? {}, expected);
    const consequences = (await action.consequences?.(values, current, changes, rowContext)) ?? [];
    return { current, problems, changes, consequences };
  };
  return {
    action,
    calls,
    context,
    plan,
    async run(values) {
      const planned = await plan(values);
      expect(planned.problems).toEqual([]);
      const options = { idempotencyKey: crypto.randomUUID() };
      const rowContext = { ...context(), options };
      const after = await action.write(values, planned.current, planned.changes, rowContext);
      const seen = await action.read(values, context());
      const expected = action.desired(values);
      if (expected !== null) expect(changesBetween(seen?.values ?? {}, expected)).toEqual([]);
      // What the answer said is what stands.
      if (after !== undefined && seen !== undefined) expect(isSameState(after.values, seen.values)).toBe(true);
      const id = after?.id ?? planned.current?.id ?? '';
      return { ...planned, done: { values, id, before: planned.current, after } };
    },
    reverse: (done) => action.reverse?.(done) ?? { cannot: 'nothing' },
    async scanned(idOrName) {
      const match: Current[] = [];
      const keep = (row: Readonly<Record<string, unknown>>) => row['id'] === idOrName || row['name'] === idOrName;
      for await (const current of action.scan?.(context(), keep) ?? []) match.push(current);
      return match;
    },
  };
};

/** Whether two states say the same in every column of either. */
export const isSameState = (one: Values, other: Values): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((column) => isSame(one[column], other[column]));

/**
 * Takes a done row back as the engine does: what the reverse action reads must be what the row left behind, and afterwards stands what
 * stood before.
 */
export const takeBack = async (server: TestApp, setup: ActionSetup, done: DoneRow): Promise<Current | undefined> => {
  const row = setup.reverse(done);
  if ('cannot' in row) throw new Error(row.cannot);
  const back = setupOf(server, row.action);
  const standing = await back.action.read(row.values, back.context());
  expect(isSameState(standing?.values ?? {}, done.after?.values ?? {})).toBe(true);
  await back.run(row.values);
  return setup.action.read(done.values, setup.context());
};

/** Help and catalogue say which calls an action makes: all it made in the tests before, and no others. */
export const makesItsCalls = ({ action, calls }: ActionSetup): void =>
  expect([...calls].sort()).toEqual([...action.calls].sort());
