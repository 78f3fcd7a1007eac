import type { RowOutcome, RowStatus } from './journal.ts';
import type { Plan, PlanRow } from './plan.ts';
import type { PlannedRow } from './planning.ts';

export interface RetryChoice {
  /** Failed and conflicting rows, and those for which the server was not reached, unless set. */
  readonly statuses?: readonly RowStatus[];
  /** Only rows with one of these codes; any code if empty. */
  readonly codes?: readonly string[];
}

/** A row of a plan that is planned again; its cells were validated when the plan was made. */
export const plannedAgain = ({ row, line, cells, values, action }: PlanRow): PlannedRow => ({
  row,
  line,
  cells,
  values,
  problems: [],
  warnings: [],
  ...(action === undefined ? {} : { action }),
});

/** Rows that a stopped run never reached are left to a resume; a row with a code was started. */
const isRetried = (outcome: RowOutcome | undefined, statuses: readonly RowStatus[] | undefined): boolean => {
  if (statuses !== undefined) return statuses.includes(outcome?.status ?? 'not_run');
  if (outcome === undefined) return false;
  return ['failed', 'conflict'].includes(outcome.status) || (outcome.status === 'not_run' && outcome.code !== null);
};

/** The rows of a run that are planned again, after a fresh read (design 1d "Retry failed rows only"). */
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
