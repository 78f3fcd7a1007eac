import type { Client } from '../client/createClient.ts';
import type { BulkAction, Current, RowContext, Shared } from './action.ts';
import { conflictText, mergeCells, readBase } from './base.ts';
import { type Consequence, type ConsequenceTotals, addConsequences } from './consequences.ts';
import { haltingWith } from './halting.ts';
import { inOrder } from './ordered.ts';
import { type CallTally, counted, createRateLimitedClient } from './rateLimitedClient.ts';
import { type PlanFoot, type PlanHead, type PlanRow, type Verdict, planFormat, planLifeMs, verdicts } from './plan.ts';
import { footLine, footStart, headLine, rowLine } from './planFile.ts';
import type { RateLimit, Platform } from './platform.ts';
import type { CellProblem, RowProblem } from './problems.ts';
import { isAboutRow, missingTarget, refusalOf, rowProblem, undoRefusal } from './refusals.ts';
import { createShared, readOrNothing, rowContext } from './rowContext.ts';
import { changesOf, driftHash, isDone, stateHash } from './state.ts';
import type { CellValue, Values } from './values.ts';
import type { TableRow } from './csv/types.ts';

/** Receives the text of a plan, line by line. */
interface PlanOutput {
  write(text: string): Promise<void>;
}

/** A row to plan: of a table, or of an earlier run that is retried or undone. */
export interface PlannedRow extends TableRow {
  /** Its own action; else the action of the plan. */
  readonly action?: string;
  /** Hash of the state after the row; a difference is a later change by another user. */
  readonly expectedHash?: string | null;
  /** The run that the row undoes: later changes by another run or user must not be lost. */
  readonly undoneRun?: string;
  /** Action and cells to read that state with, where they are not those of the row. */
  readonly witness?: { readonly action: string; readonly values: Values };
  /** Why the row cannot be carried out: it is shown as a conflict and never sent. */
  readonly conflict?: CellProblem;
}

export interface PlanInput {
  readonly action: BulkAction;
  /** Finds the action of a row that names its own (undo). */
  readonly actionNamed: (name: string) => BulkAction | undefined;
  readonly rows: AsyncIterable<PlannedRow>;
  readonly head: Omit<PlanHead, 'format' | 'id' | 'createdAt' | 'expiresAt'>;
  readonly client: Client;
  readonly rateLimit: RateLimit;
  readonly platform: Platform;
  /** Maximum number of concurrent calls; 4 by default. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  /** Maximum of all waits that the server requests together, in ms; 15 minutes by default. */
  readonly maxWaitMs?: number;
  readonly output: PlanOutput;
  readonly report?: (problem: RowProblem, isWarning: boolean) => void | Promise<void>;
  /** Called with each planned row and the record that was read for it. */
  readonly onRow?: (row: PlanRow, current: Current | undefined) => void;
  readonly onProgress?: (rows: number) => void;
}

/** `foot` is undefined where rows have problems: then the plan must not be used. */
interface Planned {
  readonly head: PlanHead;
  readonly foot: PlanFoot | undefined;
  readonly problems: number;
}

/** Default maximum of all waits together that the server may request during a plan or a run, in ms. */
export const defaultMaxWaitMs = 15 * 60 * 1000;

const defaultConcurrency = 4;
/** Rows that may wait behind a slow one, per concurrent call. */
const windowFactor = 8;

/**
 * Reads the current record of each row, checks it and writes the plan: the changed cells, their consequences, and a hash of the current
 * state. Sends nothing that changes anything. Rejects with the ApiError of a failure that is not about a row, and with the reason of an
 * aborted signal.
 */
export const makePlan = async (input: PlanInput): Promise<Planned> => {
  const { platform, output, concurrency = defaultConcurrency } = input;
  const now = platform.now();
  const head: PlanHead = {
    format: planFormat,
    id: platform.newId(),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + planLifeMs).toISOString(),
    ...input.head,
  };
  const sum = platform.digest();
  const write = async (text: string) => {
    sum.update(text);
    await output.write(text);
  };

  const halting = haltingWith(input.signal);
  const { signal } = halting;
  const maxWaitMs = input.maxWaitMs ?? defaultMaxWaitMs;
  const limitedClient = createRateLimitedClient({ ...input, signal, maxWaitMs, isReading: true });
  const shared = createShared();
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  let consequences: ConsequenceTotals = {};
  let calls = 0;
  let rows = 0;
  let problems = 0;

  // The first failure ends the others, which may be waiting for minutes.
  const halted = (error: unknown): never => {
    halting.halt(error);
    throw error;
  };
  const work = (row: PlannedRow) =>
    planRow(row, { ...input, signal, client: limitedClient.client, shared }).catch(halted);
  async function* source(): AsyncGenerator<PlannedRow> {
    try {
      yield* input.rows;
    } catch (error) {
      halted(error);
    }
  }
  const limits = { atOnce: concurrency, ahead: concurrency * windowFactor };
  await write(headLine(head));
  try {
    for await (const result of inOrder(source(), limits, work)) {
      for (const warning of result.warnings) await input.report?.(warning, true);
      for (const problem of result.problems) await input.report?.(problem, false);
      problems += result.problems.length;
      // A plan with problems is discarded, so its text is not written.
      if (result.planned !== undefined && problems === 0) {
        await write(rowLine(result.planned, rows === 0));
        counts[result.planned.verdict] += 1;
        consequences = addConsequences(consequences, result.planned.consequences);
        calls += result.calls;
        input.onRow?.(result.planned, result.current);
      }
      rows += 1;
      input.onProgress?.(rows);
    }
  } finally {
    halting.end();
  }
  if (problems > 0) return { head, foot: undefined, problems };
  const totals = { rows, counts, consequences, calls };
  sum.update(footStart(totals));
  const foot: PlanFoot = { ...totals, sha256: await sum.hex() };
  await output.write(footLine(foot));
  return { head, foot, problems };
};

interface Planner {
  readonly action: BulkAction;
  readonly actionNamed: (name: string) => BulkAction | undefined;
  readonly client: Client;
  readonly shared: Shared;
  readonly signal?: AbortSignal;
}

/** The result of planning one row. `planned` is undefined where it has problems; `calls` is the number of calls to carry it out. */
interface PlannedOutcome {
  readonly planned: PlanRow | undefined;
  readonly current: Current | undefined;
  readonly calls: number;
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

interface Merged {
  readonly values: Values;
  readonly conflict?: CellProblem;
  readonly warnings: readonly CellProblem[];
}

/** Of a row that was exported before it was edited, only the edited cells are sent. */
const mergedWith = (action: BulkAction, row: PlannedRow, current: Current | undefined): Merged => {
  if (action.merges !== true || row.base === undefined || current === undefined)
    return { values: row.values, warnings: [] };
  const base = readBase(row.base);
  if (base === null)
    return { values: row.values, conflict: rowProblem('E-CELL-BASE', undefined, '_base'), warnings: [] };
  const governed = new Set([...Object.keys(current.values), ...Object.keys(base)]);
  const isKey = ([column]: [string, CellValue]) => !governed.has(column);
  const keys = Object.fromEntries(Object.entries(row.values).filter(isKey));
  const local = Object.fromEntries(Object.entries(row.values).filter((cell) => !isKey(cell)));
  const { changes, conflicts, warnings } = mergeCells({ base, current: current.values, local, exact: true });
  const clashing = Object.fromEntries(conflicts.map(({ column, local: wish }) => [column, wish]));
  const [first] = conflicts;
  return {
    values: { ...keys, ...changes, ...clashing },
    ...(first === undefined
      ? {}
      : { conflict: rowProblem('E-ROW-BASE', conflicts.map(conflictText).join('; '), first.column) }),
    warnings: warnings.map(({ column }) => rowProblem('W-CELL-RESTORED', undefined, column)),
  };
};

/** Why an undo must skip a row: the record, or what belongs to it, was changed after the run that is undone. */
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
  if (stateHash(seen?.values) !== row.expectedHash) {
    const isAddedAgain = row.expectedHash === null && seen !== undefined;
    return rowProblem('E-ROW-CONFLICT', isAddedAgain ? `"${seen.name}" was added again in the meantime.` : undefined);
  }
  const latest = current?.latestChange;
  if (latest === undefined || undoneRun === undefined || latest.runId === undoneRun) return undefined;
  const { message } = rowProblem('E-ROW-CONFLICT');
  return rowProblem('E-ROW-CONFLICT', `${message} Last change: ${latest.action} by ${latest.actorName}, ${latest.at}.`);
};

const verdictOf = (action: BulkAction, values: Values, current: Current | undefined): Verdict => {
  if (isDone(action, values, current)) return 'unchanged';
  if (action.kind === 'delete') return 'delete';
  if (current === undefined) return 'create';
  return action.desired(values) === null ? 'do' : 'update';
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

/**
 * Reads the current record of a row, checks it and plans the change. A row that undoes another one and is refused becomes a conflict, so
 * that the others can be undone. Throws only for failures that are not about the row.
 */
export const planRow = async (row: PlannedRow, planner: Planner): Promise<PlannedOutcome> => {
  const outcome = await planChecked(row, planner);
  if (outcome.problems.length === 0 || row.expectedHash === undefined) return outcome;
  return planChecked({ ...row, conflict: undoRefusal(outcome.problems) }, planner);
};

const planChecked = async (row: PlannedRow, planner: Planner): Promise<PlannedOutcome> => {
  const located = (problem: CellProblem): RowProblem => ({ ...problem, row: row.row, line: row.line });
  const refused = (problems: readonly CellProblem[], warnings: readonly CellProblem[] = []): PlannedOutcome => ({
    planned: undefined,
    current: undefined,
    calls: 0,
    problems: problems.map(located),
    warnings: [...row.warnings, ...warnings.map(located)],
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
    // Problems of a row that is not sent do no harm.
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
    return { planned, current, calls, problems: [], warnings: [...row.warnings, ...warnings.map(located)] };
  } catch (error) {
    if (!isAboutRow(error)) throw error;
    return refused([error.status === 404 ? missingTarget(action) : refusalOf(action, error)]);
  }
};
