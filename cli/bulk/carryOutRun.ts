import type { Context } from '../command.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { type RunResult, runPlan } from '../../shared/bulk/running.ts';
import { defined } from '../../shared/rules/defined.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { formatDuration } from '../durations.ts';
import { CliError, explanationOf, toCliError } from '../errors.ts';
import { type Outcome, exitOfEnd } from '../exits.ts';
import { toFileError } from '../exports/stagedFiles.ts';
import type { RunFlags } from './bulkFlags.ts';
import { copyPrivate } from './lineFiles.ts';
import { startProgress } from '../output/progress.ts';
import { nodePlatform } from './nodePlatform.ts';
import { maxWaitOf } from './planFile.ts';
import { hostRateLimit } from './hostRateLimit.ts';
import type { RunFolder } from './runFolder.ts';
import { type RunManifest, countRecord, rowsText, stateOf } from './runManifest.ts';
import type { RunLimits } from '../../shared/bulk/stopRules.ts';
import { type Progress, type RowCounts, countRows } from '../../shared/bulk/runTally.ts';

const defaultMaxErrors = 25;

/** The flags of a run in its manifest, for a resume. */
type RunOptions = RunManifest['options'];

export const runOptions = (flags: RunFlags): RunOptions => ({
  concurrency: flags.concurrency ?? null,
  rate: flags.rate ?? null,
  canary: flags.canary ?? null,
  verify: flags.verify ?? null,
  onDrift: flags.onDrift ?? null,
  maxErrors: typeof flags.maxErrors === 'object' ? `${flags.maxErrors.percent}%` : (flags.maxErrors ?? null),
  resultsOut: flags.resultsOut ?? null,
});

const limitsOf = (context: Context, flags: RunFlags): RunLimits => {
  const { concurrency, canary, verify, onDrift, maxErrors = defaultMaxErrors, deadline } = flags;
  return {
    maxErrors,
    maxWaitMs: maxWaitOf(context),
    ...defined({ concurrency, canary, verify, onDrift }),
    ...(deadline === undefined ? {} : { deadline: context.now() + deadline }),
  };
};

const record = (
  { run, path, manifest: { action, plan } }: RunFolder,
  { end, counts }: Pick<RunResult, 'end' | 'counts'>,
) => ({
  run,
  action,
  state: stateOf({ end }),
  rows: plan.rows,
  ...countRecord(counts),
  results: `${path}/results.csv`,
  failedRows: `${path}/failed.csv`,
  folder: path,
});

/** Shows a run that has ended already; nothing is sent or written. */
export const showEnded = async (context: Context, folder: RunFolder, { resultsOut }: RunFlags): Promise<Outcome> => {
  const { path, manifest } = folder;
  const { rows } = manifest.plan;
  const { outcomes } = await folder.history();
  const result = { end: 'finished', message: null, counts: countRows(outcomes.values(), rows), outcomes } as const;
  if (resultsOut !== undefined) await copyPrivate(`${path}/results.csv`, resultsOut);
  await context.output.record(record(folder, result));
  return outcomeOfRun(folder, result, rows);
};

/** The error that ended the run. Recorded outcomes stay; a resume looks up the rows that were sent without one. */
const aborted = (thrown: unknown, { run, path }: RunFolder): CliError =>
  toCliError(toFileError(thrown, path)).with({
    hint: `Completed rows are recorded. When the problem is solved, run: carepost bulk resume ${run}`,
  });

const runIt = async (context: Context, folder: RunFolder, flags: RunFlags): Promise<RunResult> => {
  const { run, manifest } = folder;
  const [reason, ticket] = [manifest.reason ?? undefined, manifest.ticket ?? undefined];
  const line = startProgress(context, flags.progress);
  try {
    const [plan, history, client, rateLimit] = await Promise.all([
      folder.plan(),
      folder.history(),
      context.client(),
      hostRateLimit(context, flags.rate),
    ]);
    return await runPlan({
      run,
      // Those of its apply or resume where the plan has none.
      plan: { ...plan, head: { ...plan.head, ...defined({ reason, ticket }) } },
      actionNamed: bulkActionNamed,
      client,
      store: folder.store,
      history,
      rateLimit,
      platform: nodePlatform,
      limits: limitsOf(context, flags),
      signal: context.signal,
      onProgress: (progress) => line.update(progressText(progress), { run, ...progress }),
    });
  } finally {
    line.end();
  }
};

/** Carries out the rows of a run's plan that have no outcome yet, writes the results and returns the outcome. Releases the run in any case. */
export const carryOutRun = async (context: Context, folder: RunFolder, flags: RunFlags): Promise<Outcome> => {
  const { run, path, manifest } = folder;
  try {
    const result = await runIt(context, folder, flags);
    const outcome = outcomeOfRun(folder, result, manifest.plan.rows);
    await folder.finish(result, outcome.exit);
    if (flags.resultsOut !== undefined) await copyPrivate(`${path}/results.csv`, flags.resultsOut);
    await folder.audit(result.counts, outcome.exit);
    await context.output.record(record(folder, result));
    if (result.end === 'stopped')
      throw new CliError('E-INTERRUPTED', 'Requests in progress were completed first.', {
        hint: `To continue: carepost bulk resume ${run}`,
      });
    return outcome;
  } catch (thrown) {
    if (thrown instanceof CliError && thrown.exit === 'interrupted') throw thrown;
    const error = aborted(thrown, folder);
    await folder.audit({}, error.exit).catch(() => undefined);
    throw error;
  } finally {
    await folder.release();
  }
};

/** Whether a row was refused because its values are invalid, by the server or before it was sent. */
const isInvalid = (code: string | null): boolean => {
  if (code === null) return false;
  const { exit, status } = explanationOf(code);
  return status === undefined ? exit === 'invalid' : status === 400 || status === 422;
};

/** `12 failed, 3 conflict`. */
const badText = (counts: RowCounts): string =>
  (['failed', 'conflict', 'unknown', 'skipped', 'not_run'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${thousands(counts[status])} ${status}`)
    .join(', ');

/** How to go on with the rows that did not end as planned. A retry of some conflicts would only find them again. */
const wayOn = ({ run, manifest }: RunFolder, { counts, outcomes }: Pick<RunResult, 'counts' | 'outcomes'>): string => {
  const bad = counts.failed + counts.conflict + counts.unknown;
  if (counts.unknown === bad) return `carepost bulk resume ${run}`;
  const conflicts = [...outcomes.values()].filter(({ status }) => status === 'conflict');
  if (counts.conflict === bad && manifest.undoOf !== null)
    return 'an undo never overwrites a later change: correct these records by hand';
  if (counts.conflict === bad && conflicts.every(({ code }) => code === 'E-ROW-BASE' || code === 'E-CELL-BASE'))
    return 'export the rows again and repeat the edit, or remove the column _base to overwrite the later changes';
  return `carepost bulk retry ${run}`;
};

const finished = (folder: RunFolder, result: Pick<RunResult, 'counts' | 'outcomes'>, rows: number): Outcome => {
  const { counts, outcomes } = result;
  const bad = counts.failed + counts.conflict + counts.unknown;
  if (bad === 0) return { exit: 'ok', message: '' };
  const ends = counts.failed === bad ? 'failed' : `did not end as planned (${badText(counts)})`;
  const message = `${thousands(bad)} of ${rowsText(rows)} ${ends} - ${wayOn(folder, result)}`;
  const none = counts.ok === 0;
  const statuses = [...outcomes.values()].filter(({ status }) => status !== 'unchanged');
  if (none && statuses.every(({ status, code }) => status === 'failed' && isInvalid(code))) {
    return { exit: 'invalid', code: 'E-RUN-REFUSED', message };
  }
  if (none && statuses.every(({ status }) => status === 'conflict'))
    return { exit: 'conflict', code: 'E-RUN-CONFLICT', message };
  return { exit: 'partial', code: 'E-RUN-PARTIAL', message };
};

/** The exit of a run and its last line: the end of the run comes before the outcomes of its rows. */
const outcomeOfRun = (
  folder: RunFolder,
  result: Pick<RunResult, 'end' | 'message' | 'counts' | 'outcomes'> & Partial<Pick<RunResult, 'code'>>,
  rows: number,
): Outcome => {
  const { end, message, code, counts } = result;
  if (end === 'finished') return finished(folder, result, rows);
  const left = counts.not_run + counts.unknown;
  const why = message?.replace(/\.$/, '') ?? 'Stopped';
  const text = `${why}; ${thousands(left)} of ${rowsText(rows)} left - carepost bulk resume ${folder.run}`;
  return { exit: exitOfEnd(end), ...(code ? { code } : {}), message: text };
};

/** `1,204/5,000 ok 1,190 failed 9 unknown 1 skipped 4 - 6.1/s - ETA 10m 20s`. */
const progressText = ({ rows, counts, rate, leftMs, pausedMs }: Progress): string => {
  const { not_run: left, ...reached } = counts;
  const parts = Object.entries(reached)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${status} ${thousands(count)}`);
  const rateLimit = rate === 0 ? [] : [`${rate.toFixed(1)}/s`];
  const time = leftMs === null || leftMs < 1000 ? [] : [`ETA ${formatDuration(leftMs)}`];
  const pause = pausedMs > 0 ? [`paused ${formatDuration(pausedMs)}: server asked`] : [];
  const head = [`${thousands(rows - left)}/${thousands(rows)}`, ...parts].join(' ');
  return [head, ...rateLimit, ...(pause.length > 0 ? pause : time)].join(' - ');
};
