import type { Client } from '../client/createClient.ts';
import type { BulkAction, Current, RowContext, Shared } from './action.ts';
import { conflictText, mergeCells, readBase } from './base.ts';
import type { Consequence } from './consequences.ts';
import { type CallTally, counted } from './paced.ts';
import type { PlanRow, Verdict } from './plan.ts';
import type { PlannedRow } from './planning.ts';
import type { CellProblem, RowProblem } from './problems.ts';
import { isAboutRow, missingTarget, refusalOf, rowProblem } from './refusals.ts';
import { readOrNothing, rowContext } from './rowContext.ts';
import { changesOf, driftHash, isDone, stateHash } from './state.ts';
import type { CellValue, Values } from './values.ts';

interface Planner {
  readonly action: BulkAction;
  readonly actionNamed: (name: string) => BulkAction | undefined;
  readonly client: Client;
  readonly shared: Shared;
  readonly signal?: AbortSignal;
}

/** What became of one row. `planned` is undefined where it has problems; `calls` is what carrying it out will take. */
export interface PlannedOutcome {
  readonly planned: PlanRow | undefined;
  readonly calls: number;
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

interface Merged {
  readonly values: Values;
  readonly conflict?: CellProblem;
  readonly warnings: readonly CellProblem[];
}

/** Of a row that was exported before it was edited, only the cells that the person changed are asked for. */
const mergedWith = (action: BulkAction, row: PlannedRow, current: Current | undefined): Merged => {
  if (action.merges !== true || row.base === undefined || current === undefined)
    return { values: row.values, warnings: [] };
  const base = readBase(row.base);
  if (base === null)
    return { values: row.values, conflict: rowProblem('E-CELL-BASE', undefined, '_base'), warnings: [] };
  const governed = new Set([...Object.keys(current.values), ...Object.keys(base)]);
  const isKey = ([column]: [string, CellValue]) => !governed.has(column);
  const keys = Object.fromEntries(Object.entries(row.values).filter(isKey));
  const yours = Object.fromEntries(Object.entries(row.values).filter((cell) => !isKey(cell)));
  const { changes, conflicts, warnings } = mergeCells({ base, current: current.values, yours, exact: true });
  const clashing = Object.fromEntries(conflicts.map(({ column, yours: wish }) => [column, wish]));
  const [first] = conflicts;
  return {
    values: { ...keys, ...changes, ...clashing },
    ...(first === undefined
      ? {}
      : { conflict: rowProblem('E-ROW-CONFLICT', conflicts.map(conflictText).join('; '), first.column) }),
    warnings: warnings.map(({ column }) => rowProblem('W-CELL-RESTORED', undefined, column)),
  };
};

/** Why an undo must leave a row alone: the record, or what belongs to it, was changed after the run that is taken back. */
const laterChange = async (
  row: PlannedRow,
  current: Current | undefined,
  planner: Planner,
  context: RowContext,
): Promise<CellProblem | undefined> => {
  if (row.expectedHash === undefined) return undefined;
  const { witness, undoneRun } = row;
  const reader = witness === undefined ? undefined : planner.actionNamed(witness.action);
  const seen = reader && witness ? await readOrNothing(reader, witness.values, context) : current;
  if (stateHash(seen?.values) !== row.expectedHash) return rowProblem('E-ROW-CONFLICT');
  const latest = current?.latestChange;
  if (latest === undefined || undoneRun === undefined || latest.runId === undoneRun) return undefined;
  const { message } = rowProblem('E-ROW-CONFLICT');
  return rowProblem('E-ROW-CONFLICT', `${message} Last change: ${latest.action} by ${latest.actorName}, ${latest.at}.`);
};

const verdictOf = (action: BulkAction, values: Values, current: Current | undefined): Verdict => {
  if (isDone(action, values, current)) return 'unchanged';
  if (action.kind === 'delete') return 'delete';
  if (current === undefined) return 'create';
  return action.wanted(values) === null ? 'do' : 'update';
};

const existenceProblem = (
  action: BulkAction,
  current: Current | undefined,
  isSame: boolean,
): CellProblem | undefined => {
  if (action.kind === 'create') {
    return current !== undefined && action.check === undefined && !isSame ? rowProblem('E-ROW-EXISTS') : undefined;
  }
  const mayMiss = action.kind === 'delete' || action.upserts === true;
  return current === undefined && !mayMiss ? missingTarget(action) : undefined;
};

const sentVerdicts = new Set<Verdict>(['create', 'update', 'delete', 'do']);

const irreversible = (action: BulkAction, verdict: Verdict): readonly Consequence[] =>
  sentVerdicts.has(verdict) && (action.reverse === undefined || action.undoes === null)
    ? [{ kind: 'irreversible', count: 1 }]
    : [];

/** Reads what stands for a row, checks it and says what would be done. Throws only for failures that are not about the row. */
export const planRow = async (row: PlannedRow, planner: Planner): Promise<PlannedOutcome> => {
  const placed = (problem: CellProblem): RowProblem => ({ ...problem, row: row.row, line: row.line });
  const refused = (problems: readonly CellProblem[], warnings: readonly CellProblem[] = []): PlannedOutcome => ({
    planned: undefined,
    calls: 0,
    problems: problems.map(placed),
    warnings: [...row.warnings, ...warnings.map(placed)],
  });
  if (row.problems.length > 0) return { ...refused([]), problems: row.problems };
  const action = row.action === undefined ? planner.action : planner.actionNamed(row.action);
  if (action === undefined) return refused([rowProblem('E-PLAN-FORMAT', `There is no action ${row.action ?? ''}.`)]);

  const reading: CallTally = { calls: 0 };
  const context = rowContext(planner.client, { signal: planner.signal }, planner.shared);
  try {
    const readContext = { ...context, options: counted(context.options, reading) };
    const current = await readOrNothing(action, row.values, readContext);
    const { values, conflict: clash, warnings } = mergedWith(action, row, current);
    const conflict = row.conflict ?? clash ?? (await laterChange(row, current, planner, context));
    const verdict = conflict === undefined ? verdictOf(action, values, current) : 'conflict';
    const missing = existenceProblem(action, current, verdict === 'unchanged');
    if (missing !== undefined && conflict === undefined) return refused([missing], warnings);
    // What is wrong with a row that is not sent harms nobody.
    const problems = conflict === undefined ? ((await action.check?.(values, current, context)) ?? []) : [];
    if (problems.length > 0) return refused(problems, warnings);

    const changes = action.kind === 'delete' ? [] : changesOf(action, values, current);
    const isSent = sentVerdicts.has(verdict);
    const effects = isSent ? ((await action.consequences?.(values, current, changes, context)) ?? []) : [];
    const planned: PlanRow = {
      row: row.row,
      line: row.line,
      ...(row.action === undefined ? {} : { action: row.action }),
      key: action.keyOf(values),
      lock: action.lockOf(values),
      cells: row.cells,
      values,
      verdict,
      id: current?.id ?? null,
      name: current?.name ?? null,
      changes,
      beforeHash: driftHash(current),
      consequences: [...effects, ...irreversible(action, verdict)],
      ...(conflict === undefined ? {} : { problem: conflict }),
    };
    // Read again, sent, and for a toggle read back.
    const calls = isSent ? reading.calls * (action.kind === 'toggle' ? 2 : 1) + 1 : 0;
    return { planned, calls, problems: [], warnings: [...row.warnings, ...warnings.map(placed)] };
  } catch (error) {
    if (!isAboutRow(error)) throw error;
    return refused([error.status === 404 ? missingTarget(action) : refusalOf(action, error)]);
  }
};
