import { compareRow } from './compareRow.ts';
import { rowProblem } from './refusals.ts';
import { canTell, endOf, type RowEnd, type RowJob, type RowTools, undoLine } from './rowJob.ts';
import { sendRow } from './sendRow.ts';
import { isDone } from './state.ts';

/**
 * Carries one row out: reads what stands, compares it with the plan, and sends the change if it is still wanted. Throws a RunStop where
 * the run ends without an outcome of the row, and what the store or the sign-in throws.
 */
export const carryOutRow = async (job: RowJob, tools: RowTools): Promise<RowEnd> => {
  const { row, action, sentBefore, former } = job;
  const end = endOf(job, tools.platform);
  if (sentBefore > 0 && !canTell(action, row)) return end('unknown', 0, { problem: rowProblem('E-ROW-UNKNOWN') });
  const read = await tools.calls.read();
  if ('failure' in read) {
    const { problem, isRefusal, stop } = read.failure;
    const status = isRefusal ? 'failed' : 'not_run';
    return end(sentBefore > 0 ? 'unknown' : status, 0, { problem, stop });
  }
  const { current } = read;
  if (isDone(action, row.values, current)) {
    if (sentBefore === 0) return end('unchanged', 0, { current });
    // Without a word about what stood before there is nothing an undo could restore.
    if (former === undefined) return end('ok', 0, { current });
    const before = { id: former.id ?? row.id, name: former.name ?? row.name, values: former.before };
    return end('ok', 0, { current, after: undoLine(row.row, before, current) });
  }
  const drift = compareRow(job, current);
  if (drift !== undefined) return end('conflict', 0, { ...drift, current });
  return sendRow(job, current, tools);
};
