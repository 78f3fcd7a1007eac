import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { runPlan, type RunLimits, type RunResult } from '../../shared/bulk/running.ts';
import { appendAudit } from '../audit/auditLog.ts';
import type { Context } from '../context.ts';
import { CliError, toCliError } from '../errors.ts';
import { toFileError } from '../exports/stagedFiles.ts';
import { type ExitName, exits, type Outcome } from '../exits.ts';
import type { RunFlags } from './bulkFlags.ts';
import { emptyCounts } from './counts.ts';
import { hostPace } from './hostPace.ts';
import { nodePlatform } from './nodePlatform.ts';
import { maxWaitOf, rateOf } from './planFlow.ts';
import type { RunFolder } from './runFolder.ts';
import type { RunManifest } from './runManifest.ts';
import { outcomeOfRun } from './runOutcome.ts';
import { runProgress } from './runProgress.ts';
import { copyPrivate } from './writeLines.ts';

const usualMaxErrors = 25;

/** The options a resume goes on with: what it is told, or else what the run was begun with. */
export type KeptOptions = RunManifest['options'];

export const keptOptions = (flags: RunFlags): KeptOptions => ({
  concurrency: flags.concurrency ?? null,
  rate: flags.rate ?? null,
  canary: flags.canary ?? null,
  verify: flags.verify ?? null,
  onDrift: flags.onDrift ?? null,
  maxErrors: typeof flags.maxErrors === 'object' ? `${flags.maxErrors.percent}%` : (flags.maxErrors ?? null),
  resultsOut: flags.resultsOut ?? null,
});

const limitsOf = (context: Context, flags: RunFlags): RunLimits => {
  const { concurrency, canary, verify, onDrift, maxErrors = usualMaxErrors, deadline } = flags;
  return {
    maxErrors,
    maxWaitMs: maxWaitOf(context),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(canary === undefined ? {} : { canary }),
    ...(verify === undefined ? {} : { verify }),
    ...(onDrift === undefined ? {} : { onDrift }),
    ...(deadline === undefined ? {} : { deadline: context.now() + deadline }),
  };
};

type Ending = Pick<RunResult, 'end' | 'counts'>;

const record = (folder: RunFolder, action: string, rows: number, { end, counts }: Ending) => {
  const { not_run: notRun, ...rest } = counts;
  return {
    run: folder.run,
    action,
    state: end === 'finished' ? 'finished' : 'stopped',
    rows,
    ...rest,
    notRun,
    results: `${folder.path}/results.csv`,
    failedRows: `${folder.path}/failed.csv`,
    folder: folder.path,
  };
};

/** A run that has ended already, as its end was told: nothing is sent, and nothing more written down. */
export const showEnded = async (context: Context, folder: RunFolder, { resultsOut }: RunFlags): Promise<Outcome> => {
  const { run, path } = folder;
  const [{ action, plan }, { outcomes }] = await Promise.all([folder.manifest(), folder.past()]);
  const counts = { ...emptyCounts() };
  for (const { status } of outcomes.values()) counts[status] += 1;
  const result = { end: 'finished', message: null, counts, outcomes } as const;
  if (resultsOut !== undefined) await copyPrivate(`${path}/results.csv`, resultsOut);
  await context.output.record(record(folder, action, plan.rows, result));
  return outcomeOfRun(run, result, plan.rows);
};

/** A signal ends the run as an interruption, and says how to go on. */
const interrupted = (run: string): CliError =>
  new CliError('E-INTERRUPTED', 'What was under way was finished first.', {
    hint: `Go on: carepost bulk resume ${run}`,
  });

/** What broke off the run, with the way on: what is written down stands, and what was sent without an outcome is looked up later. */
const brokenOff = (thrown: unknown, { run, path }: RunFolder): CliError => {
  const { code, exit, message, correlationId, details } = toCliError(toFileError(thrown, path));
  return new CliError('E-DEFECT', message, {
    code,
    exit,
    correlationId,
    details,
    hint: `What was done is written down. Go on when it is mended: carepost bulk resume ${run}`,
  });
};

const runIt = async (context: Context, folder: RunFolder, flags: RunFlags): Promise<RunResult> => {
  const progress = runProgress(context, folder.run, flags.progress);
  try {
    const [plan, past, client, pace] = await Promise.all([
      folder.plan(),
      folder.past(),
      context.client(),
      hostPace(context, rateOf(flags.rate)),
    ]);
    return await runPlan({
      run: folder.run,
      plan,
      actionNamed: bulkActionNamed,
      client,
      store: folder.store,
      past,
      pace,
      platform: nodePlatform,
      limits: limitsOf(context, flags),
      signal: context.signal,
      onProgress: progress.tell,
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
    const error = brokenOff(thrown, folder);
    await audit({}, error.exit).catch(() => undefined);
    throw error;
  } finally {
    await folder.release();
  }
};
