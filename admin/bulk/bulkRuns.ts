import type { QueryClient } from '@tanstack/react-query';
import type { Store } from 'react-admin';
import type { RunEnd } from '../../shared/bulk/journal.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { statusOf } from '../components/serverError.ts';
import { unpackError } from '../providers/errorTransfer.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import {
  type Author,
  changesOf,
  type FileInput,
  type FollowUp,
  type JobFile,
  type JobList,
  type JobRows,
  type JobSnapshot,
  type PageMethods,
  type PlanSummary,
  type RowQuery,
  type SelectionInput,
  type WorkerMethods,
} from './bulkProtocol.ts';
import { createRpc } from './rpc.ts';
import { number } from './bulkTexts.ts';
import {
  lockOf,
  runPath,
  type RunSource,
  type Selected,
  storable,
  type StoredRun,
  storedRunKey,
} from './storedRuns.ts';

/** Ends after which the run may be continued later, also after a reload. */
const resumableEnds: readonly RunEnd[] = ['auth', 'unavailable', 'waited-too-long'];

interface Surroundings {
  readonly client: () => Promise<Client>;
  readonly author: Author;
  /** Takes up the session that the user started in another tab. */
  readonly renew: () => Promise<unknown>;
  readonly tasks: TaskStore;
  readonly store: Store;
  readonly queryClient: QueryClient;
}

interface JobRecord {
  readonly id: number;
  snapshot: JobSnapshot;
  readonly listeners: Set<() => void>;
  /** What its rows are planned from; the file's hash comes with the plan. */
  source: RunSource | null;
  /** The runs of its rows, the latest one first; those before a reload as well. */
  runs: readonly string[];
  isVisible: boolean;
  /** It was in the task tray: its results stay there until they are dismissed. */
  isFollowed: boolean;
  /** Its entry in the task tray. */
  task: string | null;
  /** Ends the lock and the warning of a run. */
  release: (() => void) | null;
}

const idle: JobSnapshot = { state: { step: 'idle' }, failure: null };

const openWorker = () => new Worker(new URL('./bulkWorker.ts', import.meta.url), { type: 'module' });

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * The bulk jobs of this browser tab. They run in one worker, so a run continues on every page of the application and the page stays
 * responsive; leaving a page with a run shows it in the task tray.
 */
export const createBulkRuns = ({ client, author, renew, tasks, store, queryClient }: Surroundings) => {
  const jobs = new Map<number, JobRecord>();
  let last = 0;
  let rpc: ReturnType<typeof createRpc<WorkerMethods, PageMethods>> | undefined;

  const connect = () => {
    if (rpc) return rpc;
    const worker = openWorker();
    rpc = createRpc<WorkerMethods, PageMethods>(worker, {
      async send({ signal }, area, row, input, options) {
        const rows = (await client()) as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>;
        return rows[area]?.[row]?.(input, { ...options, signal });
      },
      changed(_context, id, { state, failure }) {
        const job = jobs.get(id);
        if (job) update(job, { state, failure: failure && { in: failure.in, error: unpackError(failure.error) } });
      },
    });
    worker.addEventListener('error', (event) => {
      const error = new Error(event.message);
      rpc?.fail(error);
      rpc = undefined;
      worker.terminate();
      for (const job of jobs.values()) {
        // The run stays in the settings: it can be resumed after a reload.
        job.release?.();
        update(job, { state: { step: 'idle' }, failure: { in: 'plan', error } });
      }
    });
    return rpc;
  };

  /** Forgets that a run has not ended. */
  const forget = (run: string) => {
    store.removeItem(storedRunKey(run));
    const task = tasks.list().find(({ link }) => link === runPath(run));
    if (task) tasks.remove(task.id);
  };

  const started = (job: JobRecord, { run, head, foot }: PlanSummary) => {
    if (job.release) return;
    const earlier = job.runs.filter((former) => former !== run);
    job.runs = [run, ...earlier];
    const { source } = job;
    const stored: StoredRun = {
      action: head.action,
      rows: foot.rows,
      changes: changesOf({ foot }),
      source: head.undoOf === undefined ? storable(source) : null,
      earlier,
    };
    store.setItem(storedRunKey(run), stored);
    const ended = Promise.withResolvers<void>();
    void navigator.locks?.request(lockOf(run), () => ended.promise);
    window.addEventListener('beforeunload', warn);
    job.release = () => {
      ended.resolve();
      job.release = null;
      if (![...jobs.values()].some(({ release }) => release)) window.removeEventListener('beforeunload', warn);
    };
  };

  const update = (job: JobRecord, snapshot: JobSnapshot) => {
    const { state } = snapshot;
    job.snapshot = snapshot;
    // Its plan is claimed: it takes the place of the runs before it.
    if (state.step === 'ended' || (state.step === 'running' && state.progress)) job.runs.slice(1).forEach(forget);
    if (state.step === 'running') started(job, state.plan);
    else if (job.release) {
      job.release();
      if (!isResumable(job)) store.removeItem(storedRunKey(job.runs[0] ?? ''));
      // A page that shows the job loads its records again itself.
      if (!job.isVisible) void queryClient.invalidateQueries({ queryKey: ['organizations'] });
    }
    follow(job);
    for (const listener of job.listeners) listener();
  };

  const isResumable = ({ snapshot: { state } }: JobRecord) =>
    state.step === 'ended' && resumableEnds.includes(state.result.end);

  /** Shows the run in the task tray while no page does. */
  const follow = (job: JobRecord) => {
    const { state } = job.snapshot;
    if (job.isVisible || (state.step !== 'running' && state.step !== 'ended')) return;
    const { head, foot, run } = state.plan;
    job.isFollowed = true;
    job.task ??= tasks.begin('bulk.task.title', {
      cancel: () => void connect().call('stop', [job.id]),
      again: () => undefined,
      dismissed: () => close(job),
    });
    const counts = state.step === 'ended' ? state.result.counts : state.progress?.counts;
    const done = counts ? foot.rows - counts.not_run : 0;
    const missed = counts ? counts.failed + counts.conflict + counts.unknown : 0;
    const isGood = state.step === 'ended' && state.result.end === 'finished' && missed === 0;
    tasks.change(job.task, {
      state: state.step === 'ended' ? 'done' : 'running',
      link: runPath(run),
      elsewhere: {
        id: run,
        key: state.step === 'ended' ? `bulk.task.${isGood ? 'finished' : 'ended'}` : 'bulk.task.running',
        values: {
          action: head.action,
          done: number.format(done),
          total: number.format(foot.rows),
          missed: number.format(missed),
        },
        percent: foot.rows === 0 ? 100 : Math.round((done / foot.rows) * 100),
        severity: isGood || state.step === 'running' ? 'good' : 'warning',
      },
    });
  };

  const close = (job: JobRecord) => {
    if (job.isVisible || !jobs.delete(job.id)) return;
    job.release?.();
    void rpc?.call('close', [job.id]);
  };

  const open = () => {
    last += 1;
    const job: JobRecord = {
      id: last,
      snapshot: idle,
      listeners: new Set(),
      source: null,
      runs: [],
      isVisible: false,
      isFollowed: false,
      task: null,
      release: null,
    };
    jobs.set(job.id, job);
    return handleOf(job);
  };

  /** Sends a command. Its effects are seen in the snapshot; only a broken worker makes it fail. */
  const command = async <Name extends keyof WorkerMethods>(name: Name, args: Parameters<WorkerMethods[Name]>) => {
    await connect()
      .call(name, args)
      .catch(() => undefined);
  };

  const handleOf = (job: JobRecord) => {
    const authored = async (): Promise<Author> => {
      const { state, failure } = job.snapshot;
      const lacksSession = state.step === 'ended' && state.result.end === 'auth';
      if (lacksSession || statusOf(failure?.error) === 401) await renew().catch(() => undefined);
      return author;
    };
    return {
      id: job.id,
      subscribe: (listener: () => void) => {
        job.listeners.add(listener);
        return () => void job.listeners.delete(listener);
      },
      snapshot: () => job.snapshot,
      /** A page shows the job, so the task tray does not. */
      show() {
        job.isVisible = true;
        jobs.set(job.id, job);
        if (job.task !== null) tasks.remove(job.task);
        job.task = null;
      },
      /** No page shows the job: a run continues in the task tray, anything else ends. */
      hide() {
        job.isVisible = false;
        const { step } = job.snapshot.state;
        if (step === 'running' || isResumable(job) || (step === 'ended' && job.isFollowed)) follow(job);
        else close(job);
      },
      async planFile(input: FileInput) {
        const by = await authored();
        job.source = null;
        job.runs = input.resumed?.runs ?? [];
        await command('planFile', [job.id, by, input]);
        const { state } = job.snapshot;
        const sha256 = state.step === 'planned' ? state.plan.head.source.sha256 : null;
        if (sha256 !== null) job.source = { kind: 'file', name: input.file.name, sha256, options: input.options };
      },
      async planSelection(input: SelectionInput, selected: Selected) {
        const by = await authored();
        job.source = { kind: 'selection', selected, cells: input.cells };
        job.runs = input.resumed?.runs ?? [];
        await command('planSelection', [job.id, by, input]);
      },
      async planAgain(followUp: FollowUp) {
        await command('planAgain', [job.id, await authored(), followUp]);
      },
      apply: (reason: string) => command('apply', [job.id, reason]),
      async resume() {
        await authored();
        await command('resume', [job.id]);
      },
      back: () => command('back', [job.id]),
      stop: () => command('stop', [job.id]),
      reset: () => command('reset', [job.id]),
      rows: <List extends JobList>(query: RowQuery<List>) =>
        connect().call('rows', [job.id, query]) as Promise<{ data: JobRows[List][]; total: number }>,
      file: (name: JobFile, reason?: string) => connect().call('file', [job.id, name, reason]),
    };
  };

  return {
    open,
    /** The job with the run, if it is one of this tab. */
    find(run: string) {
      const job = [...jobs.values()].find(({ runs }) => runs.includes(run));
      return job && handleOf(job);
    },
    understand: (...args: Parameters<WorkerMethods['understand']>) => connect().call('understand', args),
    currentValues: (
      args: Parameters<WorkerMethods['currentValues']>,
      options: { signal: AbortSignal; onProgress: (rows: unknown) => void },
    ) => connect().call('currentValues', args, options),
  };
};
export type BulkRuns = ReturnType<typeof createBulkRuns>;
export type BulkJob = ReturnType<BulkRuns['open']>;
