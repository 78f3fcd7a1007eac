import type { RunHistory, RowOutcome } from './journal.ts';
import { rowProblem } from './refusals.ts';

/**
 * The outcome of each row by the journal. Rows that were sent and whose process ended before it recorded the outcome are unknown; missing
 * rows were not sent.
 */
export const outcomesSoFar = (
  run: string,
  { open, outcomes, before }: RunHistory,
  now: number,
): ReadonlyMap<number, RowOutcome> => {
  const all = new Map(outcomes);
  for (const [row, attempts] of open) {
    if (all.has(row)) continue;
    const at = new Date(now).toISOString();
    const id = before.get(row)?.id ?? null;
    const correlationId = `${run}-${row}`;
    all.set(row, { row, status: 'unknown', ...rowProblem('E-ROW-UNKNOWN'), id, attempts, correlationId, at });
  }
  return all;
};

interface Left {
  readonly settled: readonly RowOutcome[];
  readonly unknown: readonly RowOutcome[];
}

/** Outcomes of an earlier part of a run for rows that this part did not reach; `unknown` must be looked up. */
export const leftFromBefore = (
  soFar: ReadonlyMap<number, RowOutcome>,
  outcomes: ReadonlyMap<number, RowOutcome>,
): Left => {
  const left = [...soFar.values()].filter(({ row, status }) => status !== 'not_run' && !outcomes.has(row));
  return {
    settled: left.filter(({ status }) => status !== 'unknown'),
    unknown: left.filter(({ status }) => status === 'unknown'),
  };
};
