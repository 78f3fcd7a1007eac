import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import type { PlanRow } from '../../shared/bulk/plan.ts';
import { plannedAgain, retryRows } from '../../shared/bulk/retrying.ts';
import { undoRows } from '../../shared/bulk/undoing.ts';
import type { RowProblem } from '../../shared/bulk/problems.ts';
import { breathing } from './breathing.ts';
import type { BulkSource, EndedRun } from './bulkJob.ts';
import type { Prepared } from './preparedPlan.ts';

/** The rows of a run that failed or were in conflict, to be planned again over what stands now. */
export const retrySource = ({ prepared, result }: EndedRun): BulkSource => {
  const { action, plan, run } = prepared;
  return {
    action,
    rows: async function* () {
      for await (const row of retryRows(plan, result.outcomes, { statuses: ['failed', 'conflict'] })) {
        const { base: _base, ...seen } = row;
        // Whoever tries again has seen what the other one changed: the cells of the file now stand against what is there.
        yield result.outcomes.get(row.row)?.code === 'E-ROW-CONFLICT' ? seen : row;
      }
    },
    total: result.counts.failed + result.counts.conflict,
    head: { source: { name: run, sha256: null }, header: plan.head.header, retryOf: run },
  };
};

/** The rows that take a run back. */
export const undoSource = ({ prepared, result, runHistory: past }: EndedRun): BulkSource => {
  const { action, plan, run } = prepared;
  return {
    action,
    rows: () => undoRows(plan, result.outcomes, past.before, bulkActionNamed),
    total: result.counts.ok,
    head: { source: { name: run, sha256: null }, header: plan.head.header, undoOf: run },
  };
};

/** The same rows without those that have problems. */
export const withoutProblems = (source: BulkSource, problems: readonly RowProblem[]): BulkSource => {
  const out = new Set(problems.map(({ row }) => row));
  return {
    ...source,
    total: source.total === null ? null : source.total - out.size,
    rows: async function* () {
      for await (const row of source.rows()) if (!out.has(row.row)) yield row;
    },
  };
};

/** Rows of a plan that somebody else changed meanwhile. What cannot be taken back, or was altered, is in conflict for good. */
export const clashesOf = ({ rows }: Prepared): readonly PlanRow[] =>
  rows.filter(({ verdict, problem }) => verdict === 'conflict' && problem?.code === 'E-ROW-CONFLICT');

/** The rows of a plan that were in conflict: whoever has looked at them has their cells held against what stands now. */
export const conflictSource = (prepared: Prepared): BulkSource => {
  const { action, plan } = prepared;
  const { header, source, undoOf, retryOf } = plan.head;
  const clashing = clashesOf(prepared);
  return {
    action,
    rows: () => breathing(clashing.map(plannedAgain)),
    total: clashing.length,
    head: {
      header,
      source,
      ...(undoOf === undefined ? {} : { undoOf }),
      ...(retryOf === undefined ? {} : { retryOf }),
    },
  };
};
