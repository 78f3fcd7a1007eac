import type { QueryClient } from '@tanstack/react-query';
import { proxy, releaseProxy, type Remote, wrap } from 'comlink';
import type { Store } from 'react-admin';
import type { RunEnd } from '../../shared/bulk/journal.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { statusOf } from '../components/serverError.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import type { Publish, WorkerJob } from './bulkJob.ts';
import {
  type Author,
  changesOf,
  type FileInput,
  type FollowUp,
  type JobFile,
  type JobList,
  type JobRows,
  type JobSnapshot,
  type PageApi,
  type PlanSummary,
  type RowQuery,
  type SelectionInput,
} from './bulkProtocol.ts';
import { number } from './bulkTexts.ts';
import { runPath } from './importLists.ts';
import { resourceOfAction } from './selection/selectionAction.ts';
import type { WorkerApi } from './serveJobs.ts';
import {
  isResumableAction,
  lockOf,
  type RunSource,
  type Selected,
  storable,
  type StoredRun,
  storedRunKey,
} from './storedRuns.ts';
import { registerErrorHandlers } from '../providers/workerErrors.ts';

/** Ends after which the run may be continued later, also after a reload. */
const resumableEnds: readonly RunEnd[] = ['auth', 'unavailable', 'waited-too-long'];

interface BulkRunsOptions {
  readonly client: () => Promise<Client>;
  readonly author: Author;
  /** Takes over the session that the user started in another tab. */
  readonly renew: () => Promise<unknown>;
  readonly tasks: TaskStore;
  readonly store: Store;
  readonly queryClient: QueryClient;
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

const createPageApi = (client: () => Promise<Client>): PageApi => {
  const requests = new Map<number, AbortController>();
  return {
    async send(id, area, row, input, options) {
      const controller = new AbortController();
      requests.set(id, controller);
      try {
        const rows = (await client()) as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>; // the worker names the row by text, and the contract pairs inputs with rows
        return await rows[area]?.[row]?.(input, { ...options, signal: controller.signal });
      } finally {
        requests.delete(id);
      }
    },
    abort(id) {
      requests.get(id)?.abort();
      return Promise.resolve();
    },
  };
};

interface Connection {
  readonly worker: Remote<WorkerApi>;
  /** Rejects when the worker fails: its calls never settle then. */
  readonly failed: Promise<never>;
}

/**
 * The bulk jobs of this browser tab. They run in one worker, so a run continues on every page of the application and the page stays
 * responsive; leaving a page with a run moves it to the task tray.
 */
export const createBulkRuns = ({ client, author, renew, tasks, store, queryClient }: BulkRunsOptions) => {
  const jobs = new Set<BulkJob>();
  let lastId = 0;
  let connection: Connection | null = null;

  const connect = (): Connection => {
    if (connection) return connection;
    registerErrorHandlers();
    const worker = new Worker(new URL('./bulkWorker.ts', import.meta.url), { type: 'module' });
    const { promise: failed, reject } = Promise.withResolvers<never>();
    worker.addEventListener('error', ({ message }) => {
      const error = new Error(message);
      connection = null;
      worker.terminate();
      reject(error);
      for (const job of jobs) job.disconnected(error);
    });
    failed.catch(() => undefined);
    connection = { worker: wrap<WorkerApi>(worker), failed };
    void connection.worker.connect(proxy(createPageApi(client)), author);
    return connection;
  };
  const callWorker = <T>(method: (worker: Remote<WorkerApi>) => Promise<T>): Promise<T> => {
    const { worker, failed } = connect();
    return Promise.race([method(worker), failed]);
  };

  /** Removes an interrupted run from the settings and from the task tray. */
  const forget = (run: string) => {
    store.removeItem(storedRunKey(run));
    const task = tasks.list().find(({ elsewhere }) => elsewhere?.id === run);
    if (task) tasks.remove(task.id);
  };

  const openJob = () => {
    lastId += 1;
    const listeners = new Set<() => void>();
    let remote: Promise<Remote<WorkerJob>> | null = null;
    let snapshot: JobSnapshot = { state: { step: 'idle' }, failure: null };
    /** What its rows are planned from; the file's hash comes with the plan. */
    let source: RunSource | null = null;
    /** The runs of its rows, the latest one first, also those before a reload. */
    let runs: readonly string[] = [];
    let isVisible = false;
    /** It was in the task tray: its results stay there until they are dismissed. */
    let isFollowed = false;
    let task: string | null = null;
    /** Ends the lock and the warning of a run in progress. */
    let release: (() => void) | null = null;

    const isResumable = () => snapshot.state.step === 'ended' && resumableEnds.includes(snapshot.state.result.end);

    const started = ({ run, head, foot }: PlanSummary) => {
      const earlier = runs.filter((former) => former !== run);
      runs = [run, ...earlier];
      const stored: StoredRun = {
        action: head.action,
        rows: foot.rows,
        changes: changesOf({ foot }),
        source: head.undoOf === undefined && isResumableAction(head.action) ? storable(source) : null,
        earlier,
      };
      store.setItem(storedRunKey(run), stored);
      const ended = Promise.withResolvers<void>();
      void navigator.locks?.request(lockOf(run), () => ended.promise);
      window.addEventListener('beforeunload', warn);
      release = () => {
        ended.resolve();
        release = null;
        if (![...jobs].some((each) => each.isRunning())) window.removeEventListener('beforeunload', warn);
      };
    };

    const update = (next: JobSnapshot) => {
      const { state } = next;
      snapshot = next;
      // Its plan is claimed: the run replaces the runs before it.
      if (state.step === 'ended' || (state.step === 'running' && state.progress)) runs.slice(1).forEach(forget);
      if (state.step === 'running') {
        if (!release) started(state.plan);
      } else if (release) {
        release();
        if (!isResumable()) store.removeItem(storedRunKey(runs[0] ?? ''));
        // A page with the job reloads its records itself.
        const resource = resourceOfAction('plan' in state ? state.plan.head.action : '');
        if (!isVisible) void queryClient.invalidateQueries({ queryKey: [resource] });
      }
      follow();
      for (const listener of listeners) listener();
    };

    /** The run is in the task tray while no page displays it. */
    const follow = () => {
      const { state } = snapshot;
      if (isVisible || (state.step !== 'running' && state.step !== 'ended')) return;
      const { head, foot, run } = state.plan;
      isFollowed = true;
      task ??= tasks.begin('bulk.task.title', { cancel: () => void job.stop(), dismissed: close });
      const isEnded = state.step === 'ended';
      const counts = isEnded ? state.result.counts : state.progress?.counts;
      const done = counts ? foot.rows - counts.not_run : 0;
      const missed = counts ? counts.failed + counts.conflict + counts.unknown : 0;
      const isSuccess = isEnded && state.result.end === 'finished' && missed === 0;
      tasks.change(task, {
        state: isEnded ? 'done' : 'running',
        link: runPath(run, head.action),
        elsewhere: {
          id: run,
          key: isEnded ? `bulk.task.${isSuccess ? 'finished' : 'ended'}` : 'bulk.task.running',
          values: {
            action: head.action,
            done: number.format(done),
            total: number.format(foot.rows),
            missed: number.format(missed),
          },
          percent: foot.rows === 0 ? 100 : Math.round((done / foot.rows) * 100),
          severity: isSuccess || !isEnded ? 'good' : 'warning',
        },
      });
    };

    const close = () => {
      if (isVisible || !jobs.delete(job)) return;
      release?.();
      void remote?.then((opened) => {
        void opened.stop();
        opened[releaseProxy]();
      });
      remote = null;
    };

    const openIn = (worker: Remote<WorkerApi>): Promise<Remote<WorkerJob>> => {
      const publish: Publish = (state, failedIn, error) => {
        // The worker's job may still end after it was closed here.
        if (remote === opened) update({ state, failure: failedIn && { in: failedIn, error } });
        return Promise.resolve();
      };
      const opened = worker.openJob(proxy(publish));
      return opened;
    };
    const call = <T>(method: (opened: Remote<WorkerJob>) => Promise<T>): Promise<T> =>
      callWorker((worker) => {
        remote ??= openIn(worker);
        return remote.then(method);
      });
    /** The snapshot has the effects of a command; it fails only with the worker. */
    const command = (method: (opened: Remote<WorkerJob>) => Promise<void>): Promise<void> =>
      call(method).catch(() => undefined);
    const renewSession = async () => {
      const { state, failure } = snapshot;
      const isEnded = state.step === 'ended' && state.result.end === 'auth';
      if (isEnded || statusOf(failure?.error) === 401) await renew().catch(() => undefined);
    };

    const job = {
      id: lastId,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      snapshot: () => snapshot,
      isRunning: () => release !== null,
      has: (run: string) => runs.includes(run),
      /** The worker failed. A run stays in the settings: it can be resumed after a reload. */
      disconnected(error: unknown) {
        remote = null;
        release?.();
        update({ state: { step: 'idle' }, failure: { in: 'plan', error } });
      },
      /** A page displays the job, so it leaves the task tray. */
      show() {
        isVisible = true;
        jobs.add(job);
        if (task !== null) tasks.remove(task);
        task = null;
      },
      /** No page displays the job: a run continues in the task tray, anything else ends. */
      hide() {
        isVisible = false;
        const { step } = snapshot.state;
        if (step === 'running' || isResumable() || (step === 'ended' && isFollowed)) follow();
        else close();
      },
      async planFile(input: FileInput) {
        await renewSession();
        source = null;
        runs = input.resumed?.runs ?? [];
        await command((opened) => opened.planFile(input));
        const { state } = snapshot;
        const sha256 = state.step === 'planned' ? state.plan.head.source.sha256 : null;
        if (sha256 !== null) source = { kind: 'file', name: input.file.name, sha256, options: input.options };
      },
      async planSelection(input: SelectionInput, selected: Selected) {
        await renewSession();
        source = { kind: 'selection', selected, cells: input.cells };
        runs = input.resumed?.runs ?? [];
        await command((opened) => opened.planSelection(input));
      },
      async planAgain(followUp: FollowUp) {
        await renewSession();
        await command((opened) => opened.planAgain(followUp));
      },
      apply: (reason: string) => command((opened) => opened.apply(reason)),
      async resume() {
        await renewSession();
        await command((opened) => opened.resume());
      },
      back: () => command((opened) => opened.back()),
      stop: () => command((opened) => opened.stop()),
      reset: () => command((opened) => opened.reset()),
      rows: <List extends JobList>(query: RowQuery<List>) =>
        call((opened) => opened.rows(query)) as Promise<{ data: JobRows[List][]; total: number }>,
      file: (name: JobFile, reason?: string) => call((opened) => opened.file(name, reason)),
    };
    jobs.add(job);
    return job;
  };

  return {
    open: openJob,
    /** The job with the run, if it is one of this tab. */
    find: (run: string): BulkJob | undefined => [...jobs].find((job) => job.has(run)),
    detectColumns: (...args: Parameters<WorkerApi['detectColumns']>) =>
      callWorker((worker) => worker.detectColumns(...args)),
    currentValues: (action: string, ids: ReadonlySet<string> | null, onRow: (rows: number) => void) =>
      callWorker((worker) => worker.currentValues(action, ids, proxy(onRow))),
    stopCurrentValues: () => callWorker((worker) => worker.stopCurrentValues()),
  };
};
export type BulkRuns = ReturnType<typeof createBulkRuns>;
export interface BulkJob extends ReturnType<BulkRuns['open']> {}
