import type { BulkAction, Current } from '../../shared/bulk/action.ts';
import { noPast } from '../../shared/bulk/journal.ts';
import { runPlan } from '../../shared/bulk/running.ts';
import { appendAudit } from '../audit/auditLog.ts';
import type { Context } from '../context.ts';
import { exits } from '../exits.ts';
import type { WriteFlags } from '../records/writeFlags.ts';
import { hostPace } from './hostPace.ts';
import { nodePlatform } from './nodePlatform.ts';
import { outcomeError } from './oneRowErrors.ts';
import { actionFinder, type PlannedRow } from './oneRowPlan.ts';
import { newRunId } from '../../shared/bulk/runId.ts';
import { createRun } from './runFolder.ts';
import { usualRate } from './usualRate.ts';

export interface RanRow {
  readonly run: string;
  readonly after: Current | undefined;
  readonly answer: unknown;
  /** Writes results, manifest and audit line; what was done stands whatever becomes of them. */
  readonly close: () => Promise<void>;
}

/** Carries a plan of one row out in a folder of its own. A row that does not end well is a CliError, after all was written down. */
export const runOneRow = async (
  context: Context,
  action: BulkAction,
  { lines, watched }: PlannedRow,
  { rate = usualRate }: WriteFlags,
): Promise<RanRow> => {
  const run = newRunId(context.now());
  const folder = await createRun(context, { run, plan: lines, command: context.path, options: { rate } });
  context.exitHooks.runId = run;
  const { seen } = watched;
  seen.thrown = undefined;
  let after: Current | undefined;
  let result;
  try {
    result = await runPlan({
      run,
      plan: await folder.plan(),
      actionNamed: actionFinder(watched.action),
      client: await context.client(),
      store: folder.store,
      past: noPast,
      pace: await hostPace(context, rate === 0 ? null : rate),
      platform: nodePlatform,
      limits: { concurrency: 1, verify: 'none', maxWaitMs: context.config.milliseconds('maxWait') },
      signal: context.signal,
      onOutcome: (_outcome, current) => {
        after = current;
      },
    });
  } catch (thrown) {
    await folder.release();
    throw thrown;
  }
  const { outcomes, counts } = result;
  const error = outcomeError(action, result, outcomes.get(1), seen.thrown);
  const exit = error?.exit ?? 'ok';
  const close = async (): Promise<void> => {
    await folder.finish(result, exit);
    await appendAudit(context, {
      run,
      command: context.path,
      action: action.name,
      sourceSha256: null,
      counts,
      exit: exits[exit].code,
    });
  };
  if (error !== undefined) {
    await close();
    throw error;
  }
  return { run, after, answer: seen.answer, close };
};
