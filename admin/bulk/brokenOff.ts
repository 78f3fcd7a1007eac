import { type RunHistory, type RowOutcome, type RowStatus, rowStatuses } from '../../shared/bulk/journal.ts';
import type { RunResult } from '../../shared/bulk/running.ts';
import type { Prepared } from './preparedPlan.ts';

/** How a run stands that broke off by an error of the program: what the journal knows, and what was under way is unknown. */
export const aborted = ({ rows }: Prepared, { outcomes, open }: RunHistory, error: unknown): RunResult => {
  const known = new Map<number, RowOutcome>(outcomes);
  const at = new Date().toISOString();
  for (const [row, attempts] of open) {
    const nothing = { message: null, column: null, id: null, correlationId: null };
    known.set(row, { row, status: 'unknown', code: 'E-ROW-UNKNOWN', attempts, at, ...nothing });
  }
  const count = (status: RowStatus) =>
    rows.filter(({ row }) => (known.get(row)?.status ?? 'not_run') === status).length;
  return {
    end: 'stopped',
    message: error instanceof Error ? error.message : String(error),
    code: null,
    counts: Object.fromEntries(rowStatuses.map((status) => [status, count(status)])) as Record<RowStatus, number>,
    outcomes: known,
  };
};
