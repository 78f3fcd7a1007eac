import type { Context } from '../command.ts';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeOwner, LockedError, type ProcessLock, takeProcessLock } from '../../node/processLock.ts';
import { rowsText } from '../bulk/runManifest.ts';
import { formatDuration } from '../durations.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { CliError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import { startProgress } from '../output/progress.ts';
import { makePrivateFolder } from '../files.ts';
import type { ExportFlags } from '../tree/exportFlags.ts';
import { type ExportPlan, planExport } from './destination.ts';
import type { ExportedSet, ExportSource } from './exportToFile.ts';
import { changesText, type Manifest, manifestFields } from './manifest.ts';
import { deleteOld, registerExport, isPresent, lastGood } from './register.ts';
import { clearLeftovers } from './stagedFiles.ts';
import type { TransferProgress } from './transfer.ts';

/** What is exported, and the flags of the export. */
export interface Job {
  readonly report: string;
  readonly selection: readonly string[];
  readonly format: Manifest['format'];
  readonly flags: ExportFlags;
}

/** A job in progress: its destination, and the signal that ends it. */
export interface RunningJob extends Job {
  readonly plan: ExportPlan;
  readonly signal: AbortSignal;
  /** Marks its temporary files; undefined for standard output, which takes no lock. */
  readonly jobId?: string;
  readonly isLockLost?: () => boolean;
}

/** Default of --max-drop: share of the rows that may be missing since the last good export. */
const defaultMaxDrop = 0.2;
/** An export on another host may be silent for this long before its lock is free. */
const lockStaleMs = 120_000;

/** The same for all runs of a job under the same lock, and for no run that another lock guards: of another machine or state folder. */
const jobIdOf = (folders: Folders, name: string): string =>
  createHash('sha256')
    .update(JSON.stringify([hostname(), folders.state, name]))
    .digest('hex')
    .slice(0, 8);

/** One export of a kind at a time; exit 11 names the process that runs it. */
const lockJob = async (folders: Folders, name: string, waitMs: number, signal: AbortSignal): Promise<ProcessLock> => {
  const folder = join(folders.state, 'locks');
  await makePrivateFolder(folder);
  const path = join(folder, `export-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`);
  try {
    return await takeProcessLock(path, { staleMs: lockStaleMs, waitMs, signal });
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new CliError('E-LOCKED', `The same export is running: ${describeOwner(error.owner)}.`, {
      hint: 'Let it end, or wait longer for it: --lock-wait 10m',
    });
  }
};

/** Waits a random time up to `ms`, so that many machines with the same crontab do not call at once. Ctrl-C ends it. */
const waitForJitter = async (ms: number, signal: AbortSignal, report: (text: string) => void): Promise<void> => {
  const waitMs = Math.round(Math.random() * ms);
  if (waitMs <= 0) return;
  report(`Waiting ${formatDuration(waitMs)} (--jitter).`);
  await wait(waitMs, undefined, { signal });
};

/** Runs `work` within `ms`: then its signal is aborted, and the error is E-DEADLINE. */
const withDeadline = async <T>(
  ms: number | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  if (ms === undefined) return work(signal);
  const deadline = AbortSignal.timeout(ms);
  try {
    return await work(AbortSignal.any([signal, deadline]));
  } catch (error) {
    // Whatever the stopped work failed with, this is the cause.
    if (!deadline.aborted || signal.aborted) throw error;
    throw new CliError('E-DEADLINE', `The export did not end within ${formatDuration(ms)} (--deadline).`);
  }
};

/** Runs an export under its limits: first the wait of --jitter, then the deadline, then the lock of the job. */
export const runJob = async <T>(context: Context, job: Job, work: (running: RunningJob) => Promise<T>): Promise<T> => {
  const { flags, report, format, selection } = job;
  const { terminal, config, folders, now } = context;
  if (context.output.query !== undefined) throw new CliError('E-USAGE', '--query does not go with an export.');
  const profile = config.profileName;
  const startedAt = new Date(now());
  context.io.preferSmallHeap();
  const plan = await planExport(flags, {
    report,
    profile,
    format,
    startedAt,
    outIsTty: terminal.outIsTty,
    cwd: context.io.cwd,
  });
  await waitForJitter(flags.jitter ?? 0, context.signal, (text) => terminal.note(text));
  return withDeadline(flags.deadline, context.signal, async (signal) => {
    if (plan.kind === 'stdout') return work({ ...job, plan, signal });
    const target = flags.out === undefined ? [plan.folder, flags.name ?? ''] : [flags.out];
    const name = JSON.stringify([profile, config.get('api'), report, selection, ...target]);
    const lock = await lockJob(folders, name, flags.lockWait ?? 0, signal);
    try {
      if (lock.takenOver !== undefined)
        terminal.note(`Took over the lock of ${describeOwner(lock.takenOver)}, which ended without releasing it.`);
      return await work({ ...job, plan, signal, jobId: jobIdOf(folders, name), isLockLost: lock.isLost });
    } finally {
      await lock.release();
    }
  });
};

/** Refuses (exit 8) an export that is not provably complete, or has too few rows. */
const checkExport = (
  { report, rows, verdict, doubts }: Pick<Manifest, 'report' | 'rows' | 'verdict' | 'doubts'>,
  { strict, minRows }: ExportFlags,
): void => {
  if (minRows !== undefined && rows < minRows) {
    throw new CliError(
      'E-EXPORT-TOO-FEW',
      `${report} has ${thousands(rows)} rows; --min-rows asks for ${thousands(minRows)}.`,
    );
  }
  if (strict === true && verdict !== 'complete') {
    throw new CliError('E-EXPORT-DOUBTFUL', `${report} is ${verdict}; --strict asks for a complete export.`, {
      details: doubts,
    });
  }
};

/** The message of exit 12 where an export has too few rows compared with the last good one. */
const dropSince = (
  { report, rows }: Pick<Manifest, 'report' | 'rows'>,
  last: Manifest | undefined,
  maxDrop: number,
): string | undefined => {
  if (last === undefined || rows >= last.rows * (1 - maxDrop)) return undefined;
  const share = Math.round((1 - rows / last.rows) * 1000) / 10;
  return `${report} has ${thousands(rows)} rows, ${share} % fewer than the ${thousands(last.rows)} of ${last.ended}; ${Math.round(maxDrop * 1000) / 10} % are allowed (--max-drop).`;
};

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** `organizations: 412,000 rows, 61.2 MiB, 18.0 MiB/s, 3 s`. */
const progressText = (report: string, progress: TransferProgress, ms: number): string => {
  const rate = ms > 0 ? progress.bytes / (ms / 1000) : 0;
  return `${report}: ${thousands(progress.rows)} rows, ${mebibytes(progress.bytes)} MiB, ${mebibytes(rate)} MiB/s, ${formatDuration(ms)}`;
};

/** Shows the progress of a transfer until the returned function is called. */
const showProgress = (context: Context, report: string, progress: TransferProgress): (() => void) => {
  const line = startProgress(context);
  const started = context.now();
  const timer = setInterval(() => line.update(progressText(report, progress, context.now() - started)), 200);
  timer.unref();
  return () => {
    clearInterval(timer);
    line.end();
  };
};

const reportCompleteness = (context: Context, { verdict, doubts }: Pick<Manifest, 'verdict' | 'doubts'>): void => {
  if (verdict === 'complete') return;
  context.terminal.note(`The export is ${verdict}:`);
  for (const reason of doubts) context.terminal.note(`  ${reason}`);
};

/** How the result is printed. cron mails any output, so --quiet omits it as well, unless --output requests its format. */
export interface ResultFormat {
  readonly format: string;
  readonly isRequested: boolean;
}

const printResult = async (context: Context, file: string, manifest: Manifest, result: ResultFormat): Promise<void> => {
  if (context.globals.quiet === true && !result.isRequested) return;
  const { format } = result;
  const output = context.output.with({ command: { fields: manifestFields }, rows: {}, format, pager: '' });
  await output.record({ ...manifest, file });
};

const checksOf = (context: Context, running: RunningJob, source: ExportSource, folder: string) => {
  const { flags, signal } = running;
  const choice = source.key ?? {};
  return {
    check: async (manifest: Manifest) => {
      const maxDrop = flags.maxDrop ?? defaultMaxDrop;
      const last = maxDrop < 1 ? await lastGood(context.folders, manifest, folder) : undefined;
      const drop = dropSince(manifest, last?.manifest, maxDrop);
      if (drop === undefined) checkExport(manifest, flags);
      return drop;
    },
    compare: flags.delta
      ? async (input: Parameters<typeof import('./compareFiles.ts').writeDelta>[1]) => {
          const last = await lastGood(context.folders, input.manifest, folder, isPresent);
          if (last === undefined) {
            context.terminal.note('There is no earlier good file to compare with; --delta writes no file this time.');
            return undefined;
          }
          const { writeDelta } = await import('./compareFiles.ts');
          return writeDelta(last, input, choice, signal);
        }
      : undefined,
  };
};

const applyRetention = async (
  context: Context,
  folder: string,
  manifest: Manifest,
  flags: ExportFlags,
): Promise<void> => {
  const { terminal, now } = context;
  try {
    const deleted = await deleteOld(folder, manifest, { keep: flags.keep, keepDays: flags.keepDays, now: now() });
    if (deleted.length > 0)
      terminal.note(
        `Deleted ${deleted.length} older ${deleted.length === 1 ? 'file' : 'files'}: ${deleted.join(', ')}`,
      );
  } catch (error) {
    // The export itself is complete.
    terminal.note(`Older files were not deleted: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Writes an export to its destination, checks it, registers it and prints the result. */
export const writeExport = async (
  context: Context,
  running: RunningJob,
  source: ExportSource,
  resultFormat: ResultFormat,
): Promise<void> => {
  const { flags, plan, signal } = running;
  const { now, terminal } = context;
  const progress: TransferProgress = { rows: 0, bytes: 0 };
  const { report, selection, format } = running;
  const about: ExportedSet = {
    report,
    selection,
    format,
    origin: context.config.get('api'),
    profile: context.config.profileName,
  };
  const stop = showProgress(context, report, progress);
  // Each page has a time-out and retries of its own; a download has none between its bytes.
  const idleMs = source.paging === undefined ? context.config.milliseconds('timeout') : 2 ** 31 - 1;
  const options = { gzip: flags.gzip === true, excel: flags.excel === true, idleMs, signal, progress, now };
  try {
    if (plan.kind === 'stdout') {
      const { exportToStdout } = await import('./exportToFile.ts');
      const result = await exportToStdout(context.io.stdout, source, options);
      stop();
      terminal.note(`${report}: ${rowsText(result.rows)}`);
      reportCompleteness(context, result);
      checkExport({ report, ...result }, flags);
      return;
    }
    const { exportToFile } = await import('./exportToFile.ts');
    const { file, manifest } = await exportToFile(source, plan, {
      ...options,
      about,
      onExit: context.io.onExit,
      jobId: running.jobId,
      ...checksOf(context, running, source, plan.folder),
      checksum: flags.checksum === true,
      latest: flags.latest === true,
      keepPartial: flags.keepPartial === true,
    });
    stop();
    const folder = plan.folder;
    await registerExport(context.folders, { folder, manifest });
    if (manifest.suspect !== null) {
      throw new CliError('E-EXPORT-DROP', manifest.suspect, { details: [`The file is ${file}.`] });
    }
    if (running.jobId !== undefined && running.isLockLost?.() !== true) await clearLeftovers(folder, running.jobId);
    await applyRetention(context, folder, manifest, flags);
    reportCompleteness(context, manifest);
    if (manifest.delta !== null) {
      terminal.note(`${join(folder, manifest.delta.file)}: ${changesText(manifest.delta)}`);
    }
    await printResult(context, file, manifest, resultFormat);
  } finally {
    stop();
  }
};
