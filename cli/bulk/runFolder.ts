import type { Context } from '../command.ts';
import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ProcessLock } from '../../node/processLock.ts';
import type { RunHistory, RunStore } from '../../shared/bulk/journal.ts';
import type { Plan } from '../../shared/bulk/plan.ts';
import { replay } from '../../shared/bulk/replay.ts';
import { failedLines, resultsLines } from '../../shared/bulk/results.ts';
import { isRunId } from '../../shared/bulk/runId.ts';
import type { RunResult } from '../../shared/bulk/running.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { appendAudit } from '../audit/auditLog.ts';
import { CliError } from '../errors.ts';
import { type ExitName, exits } from '../exits.ts';
import { makePrivateFolder, writeLines, writePrivateFile, syncFolder } from '../files.ts';
import { callerOf } from '../session/sessionRecord.ts';
import { fileLines } from './lineFiles.ts';
import { planAt } from './nodePlatform.ts';
import { type RunManifest, type RunSummary, lockRun, readManifest, writeManifest } from './runManifest.ts';

import carepost from '../package.json' with { type: 'json' };

interface NewRun {
  readonly run: string;
  /** Text of the plan, line by line with the line ends. */
  readonly plan: AsyncIterable<string> | Iterable<string>;
  /** `bulk apply`, `orgs update`. */
  readonly command: string;
  /** Path of the file of the rows, so that a resume can check whether it changed. */
  readonly inputPath?: string;
  readonly options?: RunManifest['options'];
  /** Instead of those of the plan. */
  readonly reasons?: Pick<RunManifest, 'reason' | 'ticket'>;
  /** Parent of the run's folder, instead of the state folder. */
  readonly runDir?: string;
}

/** A run on disk. Only the process that has its lock can write with `store`. */
export interface RunFolder extends RunSummary {
  readonly store: RunStore;
  /** Read from plan.json and checked; a BulkError says what is wrong with it. */
  plan(): Promise<Plan>;
  history(): Promise<RunHistory>;
  /** Marks an ended run as resumed. */
  reopen(reasons: Pick<RunManifest, 'reason' | 'ticket'>): Promise<void>;
  /** Writes results.csv, failed.csv and the end in the manifest, and releases the run. */
  finish(result: Pick<RunResult, 'end' | 'counts' | 'outcomes'>, exit: ExitName): Promise<void>;
  /** Adds the line of the run to the local audit. */
  audit(counts: Readonly<Record<string, number>>, exit: ExitName): Promise<void>;
  /** Closes its files and releases its lock without an end, as after a failure of the disk. */
  release(): Promise<void>;
  /** Deletes the folder. */
  remove(): Promise<void>;
}

const runsFolder = (context: Context): string => join(context.folders.state, 'runs');

/** The file in the state folder with the path of a run that is stored elsewhere (--run-dir). */
const pathFile = (context: Context, run: string): string => join(runsFolder(context), `${run}.path`);

const folderOf = async (context: Context, run: string): Promise<string> => {
  const elsewhere = await readFile(pathFile(context, run), 'utf8').catch(() => undefined);
  return elsewhere?.trim() ?? join(runsFolder(context), run);
};

const closedStore: RunStore = {
  journal: () => Promise.reject(new Error('the run was opened for reading')),
  before: () => Promise.reject(new Error('the run was opened for reading')),
};

const openStore = async (folder: string, run: string, lock: ProcessLock) => {
  const opened: Awaited<ReturnType<typeof openDurableLines>>[] = [];
  const lines = async (name: string) => {
    const file = await openDurableLines(join(folder, name));
    opened.push(file);
    return async (line: object) => {
      if (lock.isLost()) throw new CliError('E-LOCKED', `Another process took over the run ${run}.`);
      await file.add(JSON.stringify(line));
    };
  };
  const store: RunStore = { journal: await lines('journal.ndjson'), before: await lines('before.ndjson') };
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await Promise.all(opened.map((file) => file.close()));
    await lock.release();
  };
  const close = () => (closing ??= closeAll());
  return { store, close };
};

const folderAt = (
  context: Context,
  path: string,
  first: RunManifest,
  { store, close }: { readonly store: RunStore; readonly close: () => Promise<void> },
): RunFolder => {
  let manifest = first;
  let plan: Promise<Plan> | undefined;
  const readPlan = () => (plan ??= planAt(join(path, 'plan.json')));
  return {
    run: first.run,
    path,
    get manifest() {
      return manifest;
    },
    store,
    plan: readPlan,
    history: async () => {
      try {
        return await replay(fileLines(join(path, 'journal.ndjson')), fileLines(join(path, 'before.ndjson')));
      } catch (error) {
        throw new CliError('E-RUN-DAMAGED', `${path}: ${error instanceof Error ? error.message : 'damaged'}`);
      }
    },
    async reopen(reasons) {
      // Its counts are those of the journal until it ends again.
      const notEnded = { end: null, ended: null, exit: null, counts: null };
      manifest = { ...manifest, ...reasons, ...notEnded, resumed: manifest.resumed + 1 };
      await writeManifest(path, manifest);
    },
    async finish({ end, counts, outcomes }, exit) {
      const whole = await readPlan();
      await writeLines(join(path, 'results.csv'), resultsLines(whole, outcomes));
      await writeLines(join(path, 'failed.csv'), failedLines(whole, outcomes));
      manifest = { ...manifest, end, counts, exit: exits[exit].code, ended: new Date(context.now()).toISOString() };
      await writeManifest(path, manifest);
      await close();
    },
    async audit(counts, exit) {
      const { run, command, action, source } = manifest;
      const { code } = exits[exit];
      await appendAudit(context, { run, command, action, sourceSha256: source.sha256, counts, exit: code });
    },
    release: close,
    async remove() {
      await rm(path, { recursive: true, force: true });
      await rm(pathFile(context, manifest.run), { force: true });
    },
  };
};

/** Makes the folder of a run (0700, files 0600) with its plan and manifest, and takes its lock. */
export const createRun = async (
  context: Context,
  { run, plan, command, inputPath, options = {}, reasons, runDir }: NewRun,
): Promise<RunFolder> => {
  // Absolute, because the path file is read from other folders.
  const path = resolve(runDir ?? runsFolder(context), run);
  await makePrivateFolder(runsFolder(context));
  await makePrivateFolder(path);
  if (runDir !== undefined) await writePrivateFile(pathFile(context, run), `${path}\n`);
  await writeLines(join(path, 'plan.json'), plan);
  const { head, foot } = await planAt(join(path, 'plan.json'));
  const manifest: RunManifest = {
    kind: 'carepost-run',
    version: 1,
    run,
    carepost: carepost.version,
    node: context.io.system.nodeVersion,
    command,
    action: head.action,
    profile: context.config.profileName,
    origin: context.config.get('api'),
    who: await callerOf(context),
    plan: { id: head.id, sha256: foot.sha256, rows: foot.rows },
    source: { name: head.source.name, path: inputPath ?? null, sha256: head.source.sha256 },
    options,
    ...(reasons ?? { reason: head.reason ?? null, ticket: head.ticket ?? null }),
    retryOf: head.retryOf ?? null,
    undoOf: head.undoOf ?? null,
    started: new Date(context.now()).toISOString(),
    ended: null,
    end: null,
    exit: null,
    counts: null,
    resumed: 0,
  };
  const lock = await lockRun(path, run);
  await writeManifest(path, manifest);
  await Promise.all([dirname(path), runsFolder(context)].map(syncFolder));
  return folderAt(context, path, manifest, await openStore(path, run, lock));
};

/** All runs of this account, the newest first. Folders without a run are left out. */
export const listRuns = async (context: Context): Promise<readonly RunSummary[]> => {
  const names = await readdir(runsFolder(context)).catch(() => []);
  const runs = [...new Set(names.map((name) => name.replace(/\.path$/, '')))].filter(isRunId);
  const folders = await Promise.all(
    runs.map(async (run): Promise<RunSummary | undefined> => {
      const path = await folderOf(context, run);
      const manifest = await readManifest(path);
      return manifest === undefined ? undefined : { run, path, manifest };
    }),
  );
  return folders
    .filter((one): one is RunSummary => one !== undefined)
    .sort((a, b) => b.manifest.started.localeCompare(a.manifest.started) || b.run.localeCompare(a.run));
};

const lostRun = (run: string, path: string): CliError =>
  new CliError('E-RUN-UNKNOWN', `The run ${run} is in ${path}, which does not exist.`, {
    hint: 'Restore the folder, or specify another run: carepost runs list',
  });

/** The run that was started last. An error if its folder does not exist: no older run is used in its place. */
const lastRun = async (context: Context): Promise<string | undefined> => {
  const newest = (await listRuns(context))[0]?.run;
  const names = await readdir(runsFolder(context)).catch(() => []);
  const elsewhere = names.filter((name) => name.endsWith('.path')).map((name) => name.slice(0, -'.path'.length));
  const stamp = (run: string) => run.slice(0, run.indexOf('-'));
  for (const run of elsewhere.filter(isRunId).sort().reverse()) {
    if (newest !== undefined && stamp(run) <= stamp(newest)) break;
    const path = await folderOf(context, run);
    if (!existsSync(path)) throw lostRun(run, path);
  }
  return newest;
};

const unknownRun = async (context: Context, name: string): Promise<CliError> => {
  if (isRunId(name)) {
    const path = await folderOf(context, name);
    if (path !== join(runsFolder(context), name) && !existsSync(path)) return lostRun(name, path);
  }
  const runs = await listRuns(context);
  const names = runs.map(({ run }) => run);
  const message = name === 'last' ? 'There is no run yet.' : `There is no run ${name}.${didYouMean(name, names)}`;
  return new CliError('E-RUN-UNKNOWN', message);
};

/**
 * Opens a run by its id, or for `last` the one that was started last. With `write` its lock is taken, to resume it; exit 11 names the
 * process that has the lock.
 */
export const openRun = async (
  context: Context,
  runOrLast: string,
  { write = false }: { readonly write?: boolean } = {},
): Promise<RunFolder> => {
  const run = runOrLast === 'last' ? await lastRun(context) : runOrLast;
  if (run === undefined || !isRunId(run)) throw await unknownRun(context, runOrLast);
  const path = await folderOf(context, run);
  const manifest = await readManifest(path);
  if (manifest === undefined) throw await unknownRun(context, run);
  if (!write) return folderAt(context, path, manifest, { store: closedStore, close: async () => undefined });
  const lock = await lockRun(path, run);
  // Read again: another process may have ended it meanwhile.
  const now = (await readManifest(path)) ?? manifest;
  return folderAt(context, path, now, await openStore(path, run, lock));
};

const tailSize = 64 * 1024;

/** Cuts the incomplete last line of a killed process, so that the next line does not continue it. */
const repairLastLine = async (handle: FileHandle): Promise<void> => {
  const { size } = await handle.stat();
  const buffer = Buffer.alloc(tailSize);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - tailSize);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const last = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (last >= 0) return start + last + 1 < size ? handle.truncate(start + last + 1) : undefined;
    end = start;
  }
  if (size > 0) await handle.truncate(0);
};

/**
 * Opens a file of lines that only grows. `add` settles when its line would survive a crash of the machine. Lines that are added during a
 * commit share the next one (group commit: one write, one fdatasync), so many rows at a time cost hardly more than one. After a failure
 * nothing more is written: lines after a lost one would be a wrong history.
 */
const openDurableLines = async (path: string) => {
  // Not append mode: Windows cannot truncate such a file.
  const handle = await open(path, 'r+', 0o600).catch(() => open(path, 'wx+', 0o600));
  await repairLastLine(handle);
  // Without the journal's name after a loss of power, the run would seem not to have sent anything.
  await syncFolder(dirname(path));
  let position = (await handle.stat()).size;
  let waiting: string[] = [];
  let last = Promise.resolve();
  let next: Promise<void> | undefined;

  const commit = async (): Promise<void> => {
    const bytes = Buffer.from(waiting.join(''));
    waiting = [];
    next = undefined;
    for (let done = 0; done < bytes.length; ) {
      done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
    }
    await handle.datasync();
    position += bytes.length;
  };

  return {
    add(line: string): Promise<void> {
      waiting.push(`${line}\n`);
      // A failed commit rejects all later ones before they start.
      next ??= last = last.then(commit);
      return next;
    },
    async close(): Promise<void> {
      await last.catch(() => undefined);
      await handle.close();
    },
  };
};
