import type { Context } from '../command.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { type RunResult, runPlan } from '../../shared/bulk/running.ts';
import { defined } from '../../shared/rules/defined.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { appendAudit } from '../audit/auditLog.ts';
import { formatDuration } from '../durations.ts';
import { CliError, explanationOf, toCliError } from '../errors.ts';
import { type ExitName, type Outcome, exitOfEnd, exits } from '../exits.ts';
import { toFileError } from '../exports/stagedFiles.ts';
import type { RunFlags } from './bulkFlags.ts';
import { copyPrivate } from './lineFiles.ts';
import { type ProgressStyle, startProgress } from '../output/progress.ts';
import { nodePlatform } from './nodePlatform.ts';
import { maxWaitOf, rateOf } from './planFlow.ts';
import { hostRateLimit } from './hostRateLimit.ts';
import type { RunFolder } from './runFolder.ts';
import { type RunManifest, stateOf } from './runManifest.ts';
import { countRecord, rowsText } from './runRecord.ts';
import type { RunLimits } from '../../shared/bulk/stopRules.ts';
import { type Progress, type RowCounts, countRows } from '../../shared/bulk/runTally.ts';

const defaultMaxErrors = 25;

/** The options a resume goes on with: what it is told, or else what the run was begun with. */
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
  folder: RunFolder,
  action: string,
  rows: number,
  { end, counts }: Pick<RunResult, 'end' | 'counts'>,
) => ({
  run: folder.run,
  action,
  state: stateOf({ end }),
  rows,
  ...countRecord(counts),
  results: `${folder.path}/results.csv`,
  failedRows: `${folder.path}/failed.csv`,
  folder: folder.path,
});

/** A run that has ended already, as its end was told: nothing is sent, and nothing more written down. */
export const showEnded = async (context: Context, folder: RunFolder, { resultsOut }: RunFlags): Promise<Outcome> => {
  const { run, path } = folder;
  const [{ action, plan }, { outcomes }] = await Promise.all([folder.manifest(), folder.history()]);
  const counts = countRows(outcomes.values(), plan.rows);
  const result = { end: 'finished', message: null, counts, outcomes } as const;
  if (resultsOut !== undefined) await copyPrivate(`${path}/results.csv`, resultsOut);
  await context.output.record(record(folder, action, plan.rows, result));
  return outcomeOfRun(run, result, plan.rows);
};

/** A signal ends the run as an interruption, and says how to go on. */
const interrupted = (run: string): CliError =>
  new CliError('E-INTERRUPTED', 'Requests in progress were completed first.', {
    hint: `To continue: carepost bulk resume ${run}`,
  });

/** What broke off the run, with the way on: what is written down stands, and what was sent without an outcome is looked up later. */
const aborted = (thrown: unknown, { run, path }: RunFolder): CliError =>
  toCliError(toFileError(thrown, path)).with({
    hint: `Completed rows are recorded. When the problem is solved, run: carepost bulk resume ${run}`,
  });

const runIt = async (context: Context, folder: RunFolder, flags: RunFlags): Promise<RunResult> => {
  const progress = runProgress(context, folder.run, flags.progress);
  try {
    const [plan, history, client, rateLimit] = await Promise.all([
      folder.plan(),
      folder.history(),
      context.client(),
      hostRateLimit(context, rateOf(flags.rate)),
    ]);
    return await runPlan({
      run: folder.run,
      plan,
      actionNamed: bulkActionNamed,
      client,
      store: folder.store,
      history,
      rateLimit,
      platform: nodePlatform,
      limits: limitsOf(context, flags),
      signal: context.signal,
      onProgress: progress.report,
    });
  } finally {
    progress.end();
  }
};

/**
 * Carries out the rows of a run's plan that have no outcome yet, writes the results and says how it ended. The run is let go in any
 * case.
 */
export const carryOutRun = async (context: Context, folder: RunFolder, flags: RunFlags): Promise<Outcome> => {
  const { run, path } = folder;
  const { command, action, source, plan } = await folder.manifest();
  const audit = (counts: Readonly<Record<string, number>>, exit: ExitName) =>
    appendAudit(context, { run, command, action, sourceSha256: source.sha256, counts, exit: exits[exit].code });
  try {
    const result = await runIt(context, folder, flags);
    const outcome = outcomeOfRun(run, result, plan.rows);
    await folder.finish(result, outcome.exit);
    if (flags.resultsOut !== undefined) await copyPrivate(`${path}/results.csv`, flags.resultsOut);
    await audit(result.counts, outcome.exit);
    await context.output.record(record(folder, action, plan.rows, result));
    if (result.end === 'stopped') throw interrupted(run);
    return outcome;
  } catch (thrown) {
    if (thrown instanceof CliError && thrown.exit === 'interrupted') throw thrown;
    const error = aborted(thrown, folder);
    await audit({}, error.exit).catch(() => undefined);
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

const badOf = ({ failed, conflict, unknown }: RowCounts): number => failed + conflict + unknown;

/** `12 failed, 3 conflict`. */
const badText = (counts: RowCounts): string =>
  (['failed', 'conflict', 'unknown', 'skipped', 'not_run'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${thousands(counts[status])} ${status}`)
    .join(', ');

const finished = (run: string, { counts, outcomes }: Pick<RunResult, 'counts' | 'outcomes'>, rows: number): Outcome => {
  const bad = badOf(counts);
  if (bad === 0) return { exit: 'ok', message: '' };
  const what = counts.failed === bad ? 'failed' : `did not end as planned (${badText(counts)})`;
  const again = counts.unknown === bad ? `carepost bulk resume ${run}` : `carepost bulk retry ${run}`;
  const message = `${thousands(bad)} of ${rowsText(rows)} ${what} - ${again}`;
  const none = counts.ok === 0;
  const statuses = [...outcomes.values()].filter(({ status }) => status !== 'unchanged');
  if (none && statuses.every(({ status, code }) => status === 'failed' && isInvalid(code))) {
    return { exit: 'invalid', code: 'E-RUN-REFUSED', message };
  }
  if (none && statuses.every(({ status }) => status === 'conflict'))
    return { exit: 'conflict', code: 'E-RUN-CONFLICT', message };
  return { exit: 'partial', code: 'E-RUN-PARTIAL', message };
};

/** The exit of a run and its last line (cli.md section 3): how it ended counts before how its rows did. */
const outcomeOfRun = (
  run: string,
  result: Pick<RunResult, 'end' | 'message' | 'counts' | 'outcomes'> & Partial<Pick<RunResult, 'code'>>,
  rows: number,
): Outcome => {
  const { end, message, code, counts } = result;
  if (end === 'finished') return finished(run, result, rows);
  const left = counts.not_run + counts.unknown;
  const why = message?.replace(/\.$/, '') ?? 'Stopped';
  const text = `${why}; ${thousands(left)} of ${rowsText(rows)} left - carepost bulk resume ${run}`;
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

/** Shows how a run goes on, as --progress says. */
const runProgress = (context: Context, run: string, style: ProgressStyle | undefined) => {
  const line = startProgress(context, style);
  return {
    report: (progress: Progress) => line.update(progressText(progress), { run, ...progress }),
    end: () => line.end(),
  };
};
