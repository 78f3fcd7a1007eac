import type { BulkAction, Current } from './action.ts';
import type { BeforeLine, RowOutcome, RowStatus, RunStore } from './journal.ts';
import type { PlanRow } from './plan.ts';
import type { Platform } from './platform.ts';
import type { CellProblem } from './problems.ts';
import type { RowCalls } from './rowCalls.ts';
import type { RunStop } from './stops.ts';

/** One row on its way, with what an earlier part of the run left of it. */
export interface RowJob {
  readonly run: string;
  readonly row: PlanRow;
  readonly action: BulkAction;
  /** How often it was sent before without anybody knowing what became of it; 0 for a fresh row. */
  readonly sentBefore: number;
  readonly former: BeforeLine | undefined;
  readonly onDrift: 'skip' | 'fail' | 'force';
  /** Whether the state is read again after the change. */
  readonly verifies: boolean;
}

export interface RowTools {
  readonly calls: RowCalls;
  readonly store: RunStore;
  readonly platform: Platform;
  readonly signal: AbortSignal;
}

/** How a row ended, what stands now as far as it is known, the line for undo, and what ends the run with it. */
export interface RowEnd {
  readonly outcome: RowOutcome;
  readonly current: Current | undefined;
  readonly after?: BeforeLine | undefined;
  readonly stop?: RunStop | undefined;
}

/** Puts an outcome together. */
export const endOf =
  ({ run, row, sentBefore }: Pick<RowJob, 'run' | 'row' | 'sentBefore'>, platform: Platform) =>
  (
    status: RowStatus,
    attempts: number,
    found: {
      readonly problem?: CellProblem | undefined;
      readonly current?: Current | undefined;
      readonly after?: BeforeLine | undefined;
      readonly stop?: RunStop | undefined;
    } = {},
  ): RowEnd => ({
    outcome: {
      row: row.row,
      status,
      code: found.problem?.code ?? null,
      message: found.problem?.message ?? null,
      column: found.problem?.column ?? null,
      id: found.current?.id ?? row.id,
      attempts: sentBefore + attempts,
      correlationId: `${run}-${row.row}`,
      at: new Date(platform.now()).toISOString(),
    },
    current: found.current,
    after: found.after,
    stop: found.stop,
  });

/** Whether looking shows what became of a row that was sent. */
export const canTell = (action: BulkAction, row: PlanRow): boolean =>
  action.naturalKey !== null && (action.kind === 'delete' || action.wanted(row.values) !== null);

/** The line that keeps what stood before and stands now, so that the row can be taken back. */
export const undoLine = (
  row: number,
  before: { readonly id: string | null; readonly name: string | null; readonly values: BeforeLine['before'] },
  after: Current | undefined,
): BeforeLine => ({
  row,
  id: after?.id ?? before.id,
  name: after?.name ?? before.name,
  before: before.values,
  after: after?.values ?? null,
});
