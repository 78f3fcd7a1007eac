import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { claimPlan } from '../../shared/bulk/claim.ts';
import { noHistory, type RunHistory } from '../../shared/bulk/journal.ts';
import { makePlan } from '../../shared/bulk/planning.ts';
import type { RateLimit } from '../../shared/bulk/platform.ts';
import { BulkError, type RowProblem } from '../../shared/bulk/problems.ts';
import { runPlan } from '../../shared/bulk/running.ts';
import type { Progress } from '../../shared/bulk/runTally.ts';
import { openTable, validateTable } from '../../shared/bulk/table.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { browserPlatform as platform, digestOf } from './browserPlatform.ts';
import {
  type Author,
  type FileInput,
  type FollowUp,
  type JobSnapshot,
  type JobState,
  maxRows,
  type PlanSummary,
  type SelectionInput,
} from './bulkProtocol.ts';
import {
  abortedResult,
  createMemoryJournal,
  type EndedRun,
  type Prepared,
  prepare,
  withReason,
} from './preparedPlan.ts';
import {
  actionOf,
  type BulkSource,
  clashesOf,
  conflictSource,
  fileBytes,
  retrySource,
  selectionSource,
  undoSource,
  withoutDoneRows,
  withoutProblems,
} from './sources.ts';

/** Rows at the same time, as in the command line. */
const concurrency = 4;
const publishEveryMs = 100;
/** Fewer rows give no estimate: the first calls are cached ones. */
const minRowsForEstimate = 20;
const maxShownWarnings = 5;

class TooManyRows extends Error {}

/** The run whose rows are planned again. */
interface Follows {
  readonly of: EndedRun | null;
}
interface Refusal {
  readonly source: BulkSource;
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

/** The state of the job with all its rows; the page gets its summary (JobState). */
type WorkState =
  | Extract<JobState, { step: 'idle' | 'checking' | 'tooManyRows' | 'planning' }>
  | ({ readonly step: 'refused' } & Refusal & Follows)
  | ({ readonly step: 'planned'; readonly prepared: Prepared } & Follows)
  | {
      readonly step: 'running';
      readonly prepared: Prepared;
      readonly progress: Progress | null;
      readonly isStopping: boolean;
    }
  | ({ readonly step: 'ended' } & EndedRun);

const summaryOf = ({ run, plan, warnings, brake }: Prepared): PlanSummary => ({
  run,
  head: plan.head,
  foot: plan.foot,
  warningCount: warnings.length,
  firstWarnings: warnings.slice(0, maxShownWarnings),
  brake: brake?.message ?? null,
});

const viewOf = (state: WorkState): JobState => {
  if (state.step === 'refused') {
    const { step, source, problems, of } = state;
    const badRows = new Set(problems.map(({ row }) => row)).size;
    return {
      step,
      action: source.action.name,
      problems: problems.length,
      badRows,
      isFile: source.nameOf === undefined,
      hasOthers: badRows < source.total,
      hasResults: of !== null,
    };
  }
  if (state.step === 'planned') {
    const { step, prepared, of } = state;
    return { step, plan: summaryOf(prepared), hasResults: of !== null, clashes: clashesOf(prepared.rows).length };
  }
  if (state.step === 'running') {
    const { prepared, ...progress } = state;
    return { ...progress, plan: summaryOf(prepared) };
  }
  if (state.step === 'ended') {
    const { end, message, counts } = state.result;
    return { step: state.step, plan: summaryOf(state.prepared), result: { end, message, counts } };
  }
  return state;
};

interface JobInput {
  readonly client: Client;
  /** Shared by the jobs of the tab. */
  readonly rateLimit: RateLimit;
  readonly publish: (snapshot: JobSnapshot) => void;
}

/** Plans and runs the changes of one file or selection, in the worker. */
export const createBulkJob = ({ client, rateLimit, publish }: JobInput) => {
  let state: WorkState = { step: 'idle' };
  let stopper = new AbortController();
  let journal = createMemoryJournal();
  let publishedAt = 0;
  let delayed: ReturnType<typeof setTimeout> | undefined;

  const show = (next: WorkState, failure: JobSnapshot['failure'] = null) => {
    state = next;
    publishedAt = platform.now();
    clearTimeout(delayed);
    publish({ state: viewOf(next), failure });
  };
  /** Publishes at most once per interval, because rows change faster than they can be read. The last state of an interval is never dropped. */
  const showSometimes = (next: WorkState) => {
    clearTimeout(delayed);
    const wait = publishEveryMs - (platform.now() - publishedAt);
    if (wait <= 0) show(next);
    else delayed = setTimeout(() => show(next), wait);
  };
  const begin = (): AbortSignal => {
    stopper.abort();
    stopper = new AbortController();
    return stopper.signal;
  };
  /** Newer work may have taken the place of the one that failed or was stopped. */
  const failed = (signal: AbortSignal, back: WorkState, failedIn: 'check' | 'plan', error: unknown) => {
    if (stopper.signal === signal) show(back, signal.aborted ? null : { in: failedIn, error });
  };

  const plan = async (author: Author, source: BulkSource, of: EndedRun | null, signal = begin()): Promise<void> => {
    const { action, total, head } = source;
    const text: string[] = [];
    const problems: RowProblem[] = [];
    const warnings: RowProblem[] = [];
    const back: WorkState = of ? { ...of, step: 'ended' } : { step: 'idle' };
    const startedAt = platform.now();
    show({ step: 'planning', rows: 0, total, leftMs: null });
    try {
      const { foot } = await makePlan({
        action,
        actionNamed: bulkActionNamed,
        rows: source.rows(),
        head: { ...head, action: action.name, createdBy: author.user, origin: author.origin },
        client,
        rateLimit,
        platform,
        concurrency,
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
            rows < minRowsForEstimate ? null : ((platform.now() - startedAt) / rows) * Math.max(0, total - rows);
          showSometimes({ step: 'planning', rows, total, leftMs });
        },
      });
      signal.throwIfAborted();
      if (foot === undefined) {
        show({ step: 'refused', source, problems, warnings, of });
        return;
      }
      const prepared = await prepare(client, action, text.join(''), warnings);
      signal.throwIfAborted();
      show({ step: 'planned', prepared, of });
    } catch (error) {
      failed(signal, back, 'plan', error);
    }
  };

  /** Reads the whole file offline, then plans its rows if none has a problem. */
  const planFile = async (author: Author, { action: name, file, options, resumed }: FileInput): Promise<void> => {
    const signal = begin();
    const action = actionOf(name);
    let source: BulkSource;
    show({ step: 'checking', rows: 0 });
    try {
      const sha256 = await digestOf(file);
      if (resumed && resumed.sha256 !== sha256) throw new BulkError('E-INPUT-CHANGED');
      const table = await openTable(fileBytes(file), action, options);
      const problems: RowProblem[] = [];
      const warnings: RowProblem[] = [];
      const { rows } = await validateTable(
        table,
        (problem, isWarning) => {
          (isWarning ? warnings : problems).push(problem);
        },
        (count) => {
          signal.throwIfAborted();
          if (count > maxRows) throw new TooManyRows();
          showSometimes({ step: 'checking', rows: count });
        },
      );
      signal.throwIfAborted();
      source = {
        action,
        rows: () => table.rows(),
        total: rows,
        head: {
          header: table.head.header,
          source: { name: file.name, sha256 },
          ...(resumed?.runs[0] === undefined ? {} : { retryOf: resumed.runs[0] }),
        },
      };
      if (problems.length > 0) {
        show({ step: 'refused', source, problems, warnings, of: null });
        return;
      }
      if (resumed) source = await withoutDoneRows(source, resumed, client, signal);
    } catch (error) {
      if (error instanceof TooManyRows) show({ step: 'tooManyRows' });
      else failed(signal, { step: 'idle' }, 'check', error);
      return;
    }
    await plan(author, source, null, signal);
  };

  const planSelection = async (author: Author, input: SelectionInput): Promise<void> => {
    const signal = begin();
    let source = selectionSource(input);
    show({ step: 'planning', rows: 0, total: source.total, leftMs: null });
    try {
      if (input.resumed) source = await withoutDoneRows(source, input.resumed, client, signal);
    } catch (error) {
      failed(signal, { step: 'idle' }, 'plan', error);
      return;
    }
    await plan(author, source, null, signal);
  };

  const planAgain = async (author: Author, followUp: FollowUp): Promise<void> => {
    if (state.step === 'ended') {
      await plan(author, followUp === 'undo' ? undoSource(state) : retrySource(state), state);
    } else if (state.step === 'refused') {
      await plan(author, withoutProblems(state.source, state.problems), state.of);
    } else if (state.step === 'planned') {
      await plan(author, conflictSource(state.prepared), state.of);
    }
  };

  const run = async (prepared: Prepared, runHistory: RunHistory, back: WorkState): Promise<void> => {
    const signal = begin();
    const running = (progress: Progress | null): WorkState => ({
      step: 'running',
      prepared,
      progress,
      isStopping: signal.aborted,
    });
    show(running(null));
    let latest: Progress | null = null;
    signal.addEventListener('abort', () => show(running(latest)), { once: true });
    try {
      await claimPlan(client, prepared.plan, prepared.run, { needsApproval: false });
    } catch (error) {
      show(back, { in: 'apply', error });
      return;
    }
    try {
      const result = await runPlan({
        run: prepared.run,
        plan: prepared.plan,
        actionNamed: bulkActionNamed,
        client,
        store: journal,
        history: runHistory,
        rateLimit,
        platform,
        limits: { concurrency },
        signal,
        onProgress: (progress) => {
          latest = progress;
          showSometimes(running(progress));
        },
      });
      show({ step: 'ended', prepared, result, runHistory: await journal.history() });
    } catch (error) {
      const history = await journal.history();
      show({ step: 'ended', prepared, result: abortedResult(prepared, history, error), runHistory: history });
    }
  };

  return {
    /** The state with its rows, for the lists and files of the page. */
    state: (): WorkState => state,
    planFile,
    planSelection,
    planAgain,
    /** Carries the plan out; the reason is sent with each call. */
    async apply(reason: string): Promise<void> {
      if (state.step !== 'planned') return;
      const { prepared } = state;
      const back = state;
      journal = createMemoryJournal();
      await run(await withReason(prepared, reason), noHistory, back);
    },
    /** Continues a run that ended early: completed rows stay as they are, unknown ones are looked up first. */
    async resume(): Promise<void> {
      if (state.step === 'ended') await run(state.prepared, state.runHistory, state);
    },
    back(): void {
      if ('of' in state && state.of) show({ step: 'ended', ...state.of });
    },
    stop: (): void => stopper.abort(),
    reset(): void {
      begin();
      show({ step: 'idle' });
    },
  };
};
export type BulkJob = ReturnType<typeof createBulkJob>;
