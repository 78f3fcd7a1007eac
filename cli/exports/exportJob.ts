import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describeOwner, LockedError, type ProcessLock, takeProcessLock } from '../../node/processLock.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import { makePrivateFolder } from '../privateFile.ts';
import { outputWith } from '../output/outputWith.ts';
import type { ExportFlags } from '../tree/exportFlags.ts';
import { type ExportPlan, planExport } from './exportPlan.ts';
import type { ExportSource } from './exportToFile.ts';
import { checkExport, dropSince } from './judgement.ts';
import { type Manifest, manifestFields } from './manifest.ts';
import { showProgress } from './progress.ts';
import { enterExport, isPresent, lastGood } from './register.ts';
import { deleteOld } from './retention.ts';
import { jitter, withDeadline } from './timeLimits.ts';
import { clearLeftovers } from './stagedFiles.ts';
import type { Seen } from './transfer.ts';

/** What is exported and how it was asked for. */
export interface Job {
  readonly report: string;
  readonly selection: readonly string[];
  readonly format: Manifest['format'];
  readonly flags: ExportFlags;
}

/** A job under way: where it goes, and the signal that ends it. */
export interface Running extends Job {
  readonly plan: ExportPlan;
  readonly signal: AbortSignal;
  /** Marks its temporary files; undefined for standard output, which takes no lock. */
  readonly jobId?: string;
  readonly isLockLost?: () => boolean;
}

/** More rows than this share gone since the last good export are suspicious unless --max-drop says otherwise. */
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

/** Carries out an export under its limits: first the wait of --jitter, then the deadline, then the lock of the job. */
export const runJob = async <T>(context: Context, job: Job, work: (running: Running) => Promise<T>): Promise<T> => {
  const { flags, report, format, selection } = job;
  const { terminal, config, folders, now } = context;
  if (context.output.query !== undefined) throw new CliError('E-USAGE', '--query does not go with an export.');
  const profile = config.profileName;
  const moment = new Date(now());
  const plan = await planExport(flags, {
    report,
    profile,
    format,
    moment,
    outIsTty: terminal.outIsTty,
    cwd: context.io.cwd,
  });
  await jitter(flags.jitter ?? 0, context.signal, (text) => terminal.note(text));
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

const count = (value: number): string => value.toLocaleString('en-US');

const tellDoubts = (context: Context, { verdict, doubts }: Pick<Manifest, 'verdict' | 'doubts'>): void => {
  if (verdict === 'complete') return;
  context.terminal.note(`The export is ${verdict}:`);
  for (const doubt of doubts) context.terminal.note(`  ${doubt}`);
};

/** How the result line is shown. Under cron every word is a mail: --quiet keeps it back as well, unless its format was asked for. */
export interface Showing {
  readonly format: string;
  readonly isAsked: boolean;
}

const show = async (context: Context, file: string, manifest: Manifest, showing: Showing): Promise<void> => {
  if (context.globals.quiet === true && !showing.isAsked) return;
  const output = outputWith(context, { fields: manifestFields, rows: {}, format: showing.format, pager: '' });
  await output.record({ ...manifest, file });
};

const checksOf = (context: Context, running: Running, source: ExportSource, folder: string) => {
  const { flags, signal } = running;
  const choice = source.key ?? {};
  return {
    judge: async (manifest: Manifest) => {
      const maxDrop = flags.maxDrop ?? defaultMaxDrop;
      const last = maxDrop < 1 ? await lastGood(context.folders, manifest, folder) : undefined;
      const drop = dropSince(manifest, last?.manifest, maxDrop);
      if (drop === undefined) checkExport(manifest, flags);
      return drop;
    },
    compare: flags.delta
      ? async (input: Parameters<typeof import('./deltaFile.ts').writeDelta>[1]) => {
          const last = await lastGood(context.folders, input.manifest, folder, isPresent);
          if (last === undefined) {
            context.terminal.note('There is no earlier good file to compare with; --delta writes nothing this time.');
            return undefined;
          }
          const { writeDelta } = await import('./deltaFile.ts');
          return writeDelta(last, input, choice, signal);
        }
      : undefined,
  };
};

const cleanUp = async (context: Context, folder: string, manifest: Manifest, flags: ExportFlags): Promise<void> => {
  const { terminal, now } = context;
  try {
    const deleted = await deleteOld(folder, manifest, { keep: flags.keep, keepDays: flags.keepDays, now: now() });
    if (deleted.length > 0) terminal.note(`Deleted ${deleted.length} older: ${deleted.join(', ')}`);
  } catch (error) {
    // The export itself is done and good.
    terminal.note(`Older files were not deleted: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Writes an export to its destination, judges it, keeps it in mind and shows what it came to. */
export const writeExport = async (
  context: Context,
  running: Running,
  source: ExportSource,
  showing: Showing,
): Promise<void> => {
  const { flags, plan, signal } = running;
  const { now, terminal } = context;
  const seen: Seen = { rows: 0, bytes: 0 };
  const quiet = context.globals.quiet === true;
  const stop = showProgress({ report: source.report, seen, terminal, stderr: context.io.stderr, quiet, now });
  // Pages have a time-out each, and may be asked for again; a download has none between its bytes.
  const idleMs = source.facts === undefined ? context.config.milliseconds('timeout') : 2 ** 31 - 1;
  const options = { gzip: flags.gzip === true, excel: flags.excel === true, idleMs, signal, seen, now };
  try {
    if (plan.kind === 'stdout') {
      const { exportToStdout } = await import('./exportToStdout.ts');
      const result = await exportToStdout(context.io.stdout, source, options);
      stop();
      terminal.note(`${source.report}: ${count(result.rows)} rows`);
      tellDoubts(context, result);
      checkExport({ report: source.report, ...result }, flags);
      return;
    }
    const { exportToFile } = await import('./exportToFile.ts');
    const { file, manifest } = await exportToFile(source, plan, {
      ...options,
      onExit: context.io.onExit,
      jobId: running.jobId,
      ...checksOf(context, running, source, plan.folder),
      checksum: flags.checksum === true,
      latest: flags.latest === true,
      keepPartial: flags.keepPartial === true,
    });
    stop();
    const folder = plan.folder;
    await enterExport(context, { folder, manifest });
    if (manifest.suspect !== null) {
      throw new CliError('E-EXPORT-DROP', manifest.suspect, { details: [`Put aside: ${file}`] });
    }
    if (running.jobId !== undefined && running.isLockLost?.() !== true) await clearLeftovers(folder, running.jobId);
    await cleanUp(context, folder, manifest, flags);
    tellDoubts(context, manifest);
    if (manifest.delta !== null) {
      const { file: name, added, removed, changedRows, changedCells } = manifest.delta;
      terminal.note(
        `${join(folder, name)}: ${count(added)} added, ${count(removed)} removed, ${count(changedCells)} cells changed in ${count(changedRows)} rows`,
      );
    }
    await show(context, file, manifest, showing);
  } finally {
    stop();
  }
};
