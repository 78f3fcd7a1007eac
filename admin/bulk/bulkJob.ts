import type { Client } from '../../shared/client/createClient.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import type { BulkAction } from '../../shared/bulk/action.ts';
import { claimPlan } from '../../shared/bulk/claim.ts';
import { noHistory, type RunHistory } from '../../shared/bulk/journal.ts';
import { createRateLimit } from '../../shared/bulk/rateLimit.ts';
import { makePlan } from '../../shared/bulk/planning.ts';
import type { PlanInput } from '../../shared/bulk/planning.ts';
import type { PlanHead } from '../../shared/bulk/plan.ts';
import type { RowProblem } from '../../shared/bulk/problems.ts';
import { type RunResult, runPlan } from '../../shared/bulk/running.ts';
import { statusOf } from '../components/serverError.ts';
import { breathing } from './breathing.ts';
import { browserPlatform as platform } from './browserPlatform.ts';
import { createMemoryStore } from './memoryStore.ts';
import { aborted } from './brokenOff.ts';
import { type Prepared, prepare, withReason } from './preparedPlan.ts';
import type { Progress } from '../../shared/bulk/runTally.ts';

/** Calls a second of one page. A person waits in front of it, and the command line's five are for jobs that run for hours. */
export const pageRate = 10;
/** Rows at the same time, as the command line has it. */
const pageConcurrency = 4;

/** Who works where: what a plan says about its origin. */
export interface BulkContext {
  readonly client: Client;
  readonly origin: string;
  readonly person: PlanHead['createdBy'];
}

/** What is to be planned: the rows of a file, of a selection, of a run to be repeated or taken back. */
export interface BulkSource {
  readonly action: BulkAction;
  /** Can be gone through again, for instance without the rows that were refused. */
  readonly rows: () => PlanInput['rows'];
  /** How many rows there are; null while nobody knows. */
  readonly total: number | null;
  readonly head: Pick<PlanHead, 'source' | 'header' | 'undoOf' | 'retryOf'>;
  /** What a row is about, where its line in a file says nothing: rows of a selection. */
  readonly nameOf?: (row: number) => string | null;
}

/** A run with all that its results, a retry and an undo need. */
export interface EndedRun {
  readonly prepared: Prepared;
  readonly result: RunResult;
  readonly runHistory: RunHistory;
}

interface Findings {
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

/** The run whose rows are planned again or taken back; its results are one step back. */
interface FollowUp {
  readonly of: EndedRun | null;
}

type JobState =
  | { readonly step: 'idle' }
  | {
      readonly step: 'planning';
      readonly rows: number;
      readonly total: number | null;
      /** Time to go at the pace so far; null while nobody can say. */
      readonly leftMs: number | null;
    }
  | ({ readonly step: 'refused'; readonly source: BulkSource } & Findings & FollowUp)
  | ({ readonly step: 'planned'; readonly prepared: Prepared } & FollowUp)
  | {
      readonly step: 'running';
      readonly prepared: Prepared;
      readonly progress: Progress | null;
      readonly isStopping: boolean;
    }
  | ({ readonly step: 'ended' } & EndedRun);

export interface JobSnapshot {
  readonly state: JobState;
  /** Why planning, or the claim of a plan, could not be done. */
  readonly error: unknown;
}

/** The server no longer takes the token of this tab. */
export const lacksSession = ({ state, error }: JobSnapshot): boolean =>
  statusOf(error) === 401 || (state.step === 'ended' && state.result.end === 'auth');

const publishEveryMs = 100;
/** Fewer rows than these say nothing about the pace: the first calls are free. */
const minRowsForEstimate = 20;

/** Plans and runs changes in this tab, one at a time, and tells whoever listens how far it is. */
export const createBulkJob = () => {
  let snapshot: JobSnapshot = { state: { step: 'idle' }, error: null };
  let stopper = new AbortController();
  let store = createMemoryStore();
  let publishedAt = 0;
  let delayed: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const show = (state: JobState, error: unknown = null) => {
    snapshot = { state, error };
    publishedAt = platform.now();
    clearTimeout(delayed);
    for (const listener of listeners) listener();
  };
  /** Publishes at most once per interval, because rows change faster than they can be read. The last state of an interval is never dropped. */
  const showSometimes = (state: JobState) => {
    clearTimeout(delayed);
    const wait = publishEveryMs - (platform.now() - publishedAt);
    if (wait <= 0) show(state);
    else delayed = setTimeout(() => show(state), wait);
  };

  const plan = async (bulkContext: BulkContext, source: BulkSource): Promise<void> => {
    const { action, total, head } = source;
    stopper = new AbortController();
    const { signal } = stopper;
    const text: string[] = [];
    const problems: RowProblem[] = [];
    const warnings: RowProblem[] = [];
    const { state } = snapshot;
    const of = state.step === 'ended' ? state : 'of' in state ? state.of : null;
    const back: JobState = of ? { ...of, step: 'ended' } : { step: 'idle' };
    const began = platform.now();
    show({ step: 'planning', rows: 0, total, leftMs: null });
    try {
      const { foot } = await makePlan({
        action,
        actionNamed: bulkActionNamed,
        rows: breathing(source.rows()),
        head: { ...head, action: action.name, createdBy: bulkContext.person, origin: bulkContext.origin },
        client: bulkContext.client,
        rateLimit: createRateLimit(pageRate, platform),
        platform,
        concurrency: pageConcurrency,
        signal,
        output: {
          write: (part) => {
            text.push(part);
            return Promise.resolve();
          },
        },
        report: (problem, isWarning) => {
          (isWarning ? warnings : problems).push(problem);
        },
        onProgress: (rows) => {
          const leftMs =
            total === null || rows < minRowsForEstimate
              ? null
              : ((platform.now() - began) / rows) * Math.max(0, total - rows);
          showSometimes({ step: 'planning', rows, total, leftMs });
        },
      });
      if (signal.aborted) {
        // A newer plan may be under way in its place.
        if (stopper.signal === signal) show(back);
      } else if (foot === undefined) show({ step: 'refused', source, problems, warnings, of });
      else {
        const prepared = await prepare(bulkContext, action, text.join(''), warnings);
        // Stopped while the plan was read once more: nobody asks for it now.
        if (!signal.aborted) show({ step: 'planned', prepared, of });
        else if (stopper.signal === signal) show(back);
      }
    } catch (error) {
      if (stopper.signal === signal) show(back, signal.aborted ? null : error);
    }
  };

  const run = async (
    bulkContext: BulkContext,
    prepared: Prepared,
    runHistory: RunHistory,
    back: JobState,
  ): Promise<void> => {
    stopper = new AbortController();
    const { signal } = stopper;
    const running = (progress: Progress | null): JobState => ({
      step: 'running',
      prepared,
      progress,
      isStopping: signal.aborted,
    });
    show(running(null));
    let latest: Progress | null = null;
    signal.addEventListener('abort', () => show(running(latest)), { once: true });
    try {
      await claimPlan(bulkContext.client, prepared.plan, prepared.run, { needsApproval: false });
    } catch (error) {
      show(back, error);
      return;
    }
    const work = runPlan({
      run: prepared.run,
      plan: prepared.plan,
      actionNamed: bulkActionNamed,
      client: bulkContext.client,
      store,
      history: runHistory,
      rateLimit: createRateLimit(pageRate, platform),
      platform,
      limits: { concurrency: pageConcurrency },
      signal,
      onProgress: (progress) => {
        latest = progress;
        showSometimes(running(progress));
      },
    });
    try {
      const result = await work;
      show({ step: 'ended', prepared, result, runHistory: await store.history() });
    } catch (error) {
      const left = await store.history();
      show({ step: 'ended', prepared, result: aborted(prepared, left, error), runHistory: left });
    }
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    snapshot: () => snapshot,
    plan,
    /** Carries the plan out; the reason travels with each call. */
    apply: async (bulkContext: BulkContext, prepared: Prepared, reason: string): Promise<void> => {
      store = createMemoryStore();
      await run(bulkContext, await withReason(prepared, reason), noHistory, snapshot.state);
    },
    /** Goes on with a run that was stopped: what is done stays done, what is not known is looked up first. */
    resume: ({ prepared, runHistory: past }: EndedRun, bulkContext: BulkContext): Promise<void> =>
      run(bulkContext, prepared, past, snapshot.state),
    /** Back to the results of the run that was to be repeated or taken back. */
    back: (of: EndedRun) => show({ step: 'ended', ...of }),
    /** Begins nothing further; what is under way is finished. */
    stop: () => stopper.abort(),
    /** Stops as well; what was under way does not come back on screen. */
    forget: () => {
      stopper.abort();
      stopper = new AbortController();
      show({ step: 'idle' });
    },
  };
};
export type BulkJob = ReturnType<typeof createBulkJob>;
