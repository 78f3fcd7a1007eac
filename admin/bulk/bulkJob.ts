import type { Client } from '../../shared/client/createClient.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import type { BulkAction } from '../../shared/bulk/action.ts';
import { claimPlan } from '../../shared/bulk/claim.ts';
import { noPast, type Past } from '../../shared/bulk/journal.ts';
import { createPace } from '../../shared/bulk/pace.ts';
import { makePlan } from '../../shared/bulk/planning.ts';
import type { PlanInput } from '../../shared/bulk/planning.ts';
import type { PlanHead } from '../../shared/bulk/plan.ts';
import type { RowProblem } from '../../shared/bulk/problems.ts';
import { type RunResult, runPlan } from '../../shared/bulk/running.ts';
import { statusOf } from '../components/serverError.ts';
import { breathing } from './breathing.ts';
import { browserPlatform as platform } from './browserPlatform.ts';
import { createMemoryStore } from './memoryStore.ts';
import { brokenOff } from './brokenOff.ts';
import { type Prepared, prepare, withReason } from './preparedPlan.ts';
import type { Progress } from '../../shared/bulk/runTally.ts';

/** Calls a second of one page. A person waits in front of it, and the command line's five are for jobs that run for hours. */
export const pageRate = 10;
/** Rows at the same time, as the command line has it. */
const pageConcurrency = 4;

/** Who works where: what a plan says about its origin. */
export interface BulkDesk {
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
  readonly past: Past;
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
const tellingRows = 20;

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

  const plan = async (desk: BulkDesk, source: BulkSource): Promise<void> => {
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
        head: { ...head, action: action.name, createdBy: desk.person, origin: desk.origin },
        client: desk.client,
        pace: createPace(pageRate, platform),
        platform,
        concurrency: pageConcurrency,
        signal,
        sink: {
          write: (part) => {
            text.push(part);
            return Promise.resolve();
          },
        },
        tell: (problem, isWarning) => {
          (isWarning ? warnings : problems).push(problem);
        },
        onProgress: (rows) => {
          const leftMs =
            total === null || rows < tellingRows ? null : ((platform.now() - began) / rows) * Math.max(0, total - rows);
          showSometimes({ step: 'planning', rows, total, leftMs });
        },
      });
      if (signal.aborted) {
        // A newer plan may be under way in its place.
        if (stopper.signal === signal) show(back);
      } else if (foot === undefined) show({ step: 'refused', source, problems, warnings, of });
      else {
        const prepared = await prepare(desk, action, text.join(''), warnings);
        // Stopped while the plan was read once more: nobody asks for it now.
        if (!signal.aborted) show({ step: 'planned', prepared, of });
        else if (stopper.signal === signal) show(back);
      }
    } catch (error) {
      if (stopper.signal === signal) show(back, signal.aborted ? null : error);
    }
  };

  const run = async (desk: BulkDesk, prepared: Prepared, past: Past, back: JobState): Promise<void> => {
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
      await claimPlan(desk.client, prepared.plan, prepared.run, { needsApproval: false });
    } catch (error) {
      show(back, error);
      return;
    }
    const work = runPlan({
      run: prepared.run,
      plan: prepared.plan,
      actionNamed: bulkActionNamed,
      client: desk.client,
      store,
      past,
      pace: createPace(pageRate, platform),
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
      show({ step: 'ended', prepared, result, past: await store.past() });
    } catch (error) {
      const left = await store.past();
      show({ step: 'ended', prepared, result: brokenOff(prepared, left, error), past: left });
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
    apply: async (desk: BulkDesk, prepared: Prepared, reason: string): Promise<void> => {
      store = createMemoryStore();
      await run(desk, await withReason(prepared, reason), noPast, snapshot.state);
    },
    /** Goes on with a run that was stopped: what is done stays done, what is not known is looked up first. */
    resume: ({ prepared, past }: EndedRun, desk: BulkDesk): Promise<void> => run(desk, prepared, past, snapshot.state),
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
