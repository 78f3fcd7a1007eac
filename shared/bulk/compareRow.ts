import type { Current } from './action.ts';
import type { RowJob } from './rowJob.ts';
import type { CellProblem } from './problems.ts';
import { rowProblem } from './refusals.ts';
import { driftHash, isOnTheWay } from './state.ts';
import { RunStop } from './stops.ts';

const driftProblem = ({ row }: RowJob, current: Current | undefined): CellProblem => {
  if (current === undefined) return rowProblem('E-ROW-CONFLICT', 'It was deleted since the plan was made.');
  if (row.beforeHash === null)
    return rowProblem('E-ROW-EXISTS', 'It exists since the plan was made, and differs from the row.');
  return rowProblem('E-ROW-CONFLICT', 'It was changed since the plan was made.');
};

/**
 * Compares what stands with what the plan was made on (design 1d "Stale plan"). A row that was sent before may have been carried out in
 * part: what lies between the two states is no drift.
 */
export const compareRow = (
  job: RowJob,
  current: Current | undefined,
): { readonly problem: CellProblem; readonly stop?: RunStop } | undefined => {
  const { row, action, sentBefore, former, onDrift } = job;
  if (driftHash(current) === row.beforeHash) return undefined;
  if (sentBefore > 0 && former && isOnTheWay(action, row.values, former.before, current?.values ?? null)) {
    return undefined;
  }
  const canForce = current !== undefined || action.kind === 'create' || action.upserts === true;
  if (onDrift === 'force' && canForce) return undefined;
  const problem = driftProblem(job, current);
  if (onDrift !== 'fail') return { problem };
  return { problem, stop: new RunStop('drift', `Row ${row.row}: ${problem.message}`, problem.code) };
};
