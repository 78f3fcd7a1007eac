import type { RowOutcome, RowStatus } from './journal.ts';
import type { Plan, PlanRow } from './plan.ts';
import type { PlannedRow } from './planning.ts';

export interface RetryChoice {
  /** Failed and conflicting rows, and those the server could not be reached for, unless set. */
  readonly statuses?: readonly RowStatus[];
  /** Only rows with one of these codes; any code where there are none. */
  readonly codes?: readonly string[];
}

/** A row of a plan as it is planned once more; its cells were found sound when the plan was made. */
export const plannedAgain = ({ row, line, cells, values, action }: PlanRow): PlannedRow => ({
  row,
  line,
  cells,
  values,
  problems: [],
  warnings: [],
  ...(action === undefined ? {} : { action }),
});

/** Rows that a stopped run never came to are left to a resume; a row that has a code was begun. */
const isRetried = (outcome: RowOutcome | undefined, statuses: readonly RowStatus[] | undefined): boolean => {
  if (statuses !== undefined) return statuses.includes(outcome?.status ?? 'not_run');
  if (outcome === undefined) return false;
  return ['failed', 'conflict'].includes(outcome.status) || (outcome.status === 'not_run' && outcome.code !== null);
};

/** The rows of a run that are to be planned again, after a fresh read (design 1d "Retry failed rows only"). */
export async function* retryRows(
  plan: Plan,
  outcomes: ReadonlyMap<number, RowOutcome>,
  { statuses, codes = [] }: RetryChoice,
): AsyncGenerator<PlannedRow> {
  const baseAt = plan.head.header.findIndex((name) => name.trim().toLowerCase() === '_base');
  for await (const planRow of plan.rows()) {
    const { row, cells } = planRow;
    const outcome = outcomes.get(row);
    if (!isRetried(outcome, statuses)) continue;
    if (codes.length > 0 && !codes.includes(outcome?.code ?? '')) continue;
    const base = cells[baseAt] ?? '';
    yield { ...plannedAgain(planRow), ...(base === '' ? {} : { base }) };
  }
}
