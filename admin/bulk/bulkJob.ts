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
  type JobFailure,
  type JobFile,
  type JobState,
  maxRows,
  type RowQuery,
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
  conflictSource,
  fileBytes,
  resumedSource,
  retrySource,
  selectionSource,
  undoSource,
  withoutProblems,
} from './sources.ts';
import { fileOf, jobStateOf, type Problems, rowsOf, type WorkState } from './workState.ts';

/** Rows at the same time, as in the command line. */
const concurrency = 4;
const publishEveryMs = 100;
/** Fewer rows give no estimate: the first calls are cached ones. */
const minRowsForEstimate = 20;

class TooManyRows extends Error {}

const collectProblems = () => {
  const problems: RowProblem[] = [];
  const warnings: RowProblem[] = [];
  const report = (problem: RowProblem, isWarning: boolean) => void (isWarning ? warnings : problems).push(problem);
  return { problems, warnings, report };
};

/** Called with each new state; settles when the page has it. The error is an argument of its own, because only arguments are packed. */
export type Publish = (state: JobState, failedIn: JobFailure['in'] | null, error: unknown) => Promise<void>;

interface JobInput {
  readonly client: Client;
  readonly author: Author;
  /** Shared by the jobs of the tab. */
  readonly rateLimit: RateLimit;
  readonly publish: Publish;
}

/** Plans and runs the changes of one file or selection, in the worker. A method settles after the page has the state that it leads to. */
export const createBulkJob = ({ client, author, rateLimit, publish }: JobInput) => {
  let state: WorkState = { step: 'idle' };
  let stopper = new AbortController();
  let journal = createMemoryJournal();
  let published: Promise<void> = Promise.resolve();
  let publishedAt = 0;
  let delayed: ReturnType<typeof setTimeout> | undefined;

  const show = (next: WorkState, failure: JobFailure | null = null): Promise<void> => {
    state = next;
    publishedAt = platform.now();
    clearTimeout(delayed);
    published = publish(jobStateOf(next), failure?.in ?? null, failure?.error);
    return published;
  };
  /** Publishes at most once per interval, because rows change faster than they can be read. The last state of an interval is never dropped. */
  const showProgress = (next: WorkState) => {
    clearTimeout(delayed);
    const wait = publishEveryMs - (platform.now() - publishedAt);
    if (wait <= 0) void show(next);
    else delayed = setTimeout(() => void show(next), wait);
  };
  const begin = (): AbortSignal => {
    stopper.abort();
    stopper = new AbortController();
    return stopper.signal;
  };
  /** A later command may have replaced the one that failed or was stopped; its state stays. */
  const showFailure = (signal: AbortSignal, back: WorkState, failure: JobFailure): Promise<void> =>
    stopper.signal === signal ? show(back, signal.aborted ? null : failure) : published;

  const plan = async (source: BulkSource, formerRun: EndedRun | null, signal = begin()): Promise<void> => {
    const { action, total, head } = source;
    const { problems, warnings, report } = collectProblems();
    const text: string[] = [];
    const startedAt = platform.now();
    void show({ step: 'planning', rows: 0, total, leftMs: null });
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
        report,
        onProgress: (rows) => {
          const elapsedMs = platform.now() - startedAt;
          const leftMs = rows < minRowsForEstimate ? null : (elapsedMs / rows) * Math.max(0, total - rows);
          showProgress({ step: 'planning', rows, total, leftMs });
        },
      });
      signal.throwIfAborted();
      if (foot === undefined) return await show({ step: 'refused', source, problems, warnings, formerRun });
      const prepared = await prepare(client, action, text.join(''), warnings);
      signal.throwIfAborted();
      return await show({ step: 'planned', prepared, formerRun });
    } catch (error) {
      return showFailure(signal, formerRun ? { ...formerRun, step: 'ended' } : { step: 'idle' }, { in: 'plan', error });
    }
  };

  /** Reads the whole file without the server. */
  const validate = async (
    { action, file, options, resumed }: FileInput,
    signal: AbortSignal,
  ): Promise<{ readonly source: BulkSource } & Problems> => {
    const sha256 = await digestOf(file);
    if (resumed && resumed.sha256 !== sha256) throw new BulkError('E-INPUT-CHANGED');
    const table = await openTable(fileBytes(file), actionOf(action), options);
    const { report, ...problems } = collectProblems();
    const { rows } = await validateTable(table, report, (count) => {
      signal.throwIfAborted();
      if (count > maxRows) throw new TooManyRows();
      showProgress({ step: 'checking', rows: count });
    });
    signal.throwIfAborted();
    const source = {
      action: actionOf(action),
      rows: () => table.rows(),
      total: rows,
      head: { header: table.head.header, source: { name: file.name, sha256 } },
    };
    return { source, ...problems };
  };

  const run = async (prepared: Prepared, runHistory: RunHistory, back: WorkState): Promise<void> => {
    const signal = begin();
    let progress: Progress | null = null;
    const running = (): WorkState => ({ step: 'running', prepared, progress, isStopping: signal.aborted });
    void show(running());
    // A new command aborts the signal as well, after the end of the run.
    signal.addEventListener('abort', () => state.step === 'running' && void show(running()), { once: true });
    try {
      await claimPlan(client, prepared.plan, prepared.run, { needsApproval: false });
    } catch (error) {
      return show(back, { in: 'apply', error });
    }
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
      onProgress: (next) => {
        progress = next;
        showProgress(running());
      },
    }).catch(async (error: unknown) => abortedResult(prepared, await journal.history(), error));
    return show({ step: 'ended', prepared, result, runHistory: await journal.history() });
  };

  return {
    /** Plans the rows of the file if none has a problem. */
    async planFile(input: FileInput): Promise<void> {
      const signal = begin();
      void show({ step: 'checking', rows: 0 });
      try {
        const { source, problems, warnings } = await validate(input, signal);
        if (problems.length > 0) return await show({ step: 'refused', source, problems, warnings, formerRun: null });
        return await plan(await resumedSource(source, input.resumed, client, signal), null, signal);
      } catch (error) {
        if (error instanceof TooManyRows) return show({ step: 'tooManyRows' });
        return showFailure(signal, { step: 'idle' }, { in: 'check', error });
      }
    },
    async planSelection(input: SelectionInput): Promise<void> {
      const signal = begin();
      const source = selectionSource(input);
      void show({ step: 'planning', rows: 0, total: source.total, leftMs: null });
      try {
        return await plan(await resumedSource(source, input.resumed, client, signal), null, signal);
      } catch (error) {
        return showFailure(signal, { step: 'idle' }, { in: 'plan', error });
      }
    },
    async planAgain(followUp: FollowUp): Promise<void> {
      if (state.step === 'ended') await plan(followUp === 'undo' ? undoSource(state) : retrySource(state), state);
      else if (state.step === 'refused') await plan(withoutProblems(state.source, state.problems), state.formerRun);
      else if (state.step === 'planned') await plan(conflictSource(state.prepared), state.formerRun);
    },
    /** Runs the plan; the reason is sent with each call. */
    async apply(reason: string): Promise<void> {
      if (state.step !== 'planned') return;
      const back = state;
      journal = createMemoryJournal();
      await run(await withReason(state.prepared, reason), noHistory, back);
    },
    /** Continues a run that ended early: completed rows stay as they are, unknown ones are looked up first. */
    async resume(): Promise<void> {
      if (state.step === 'ended') await run(state.prepared, state.runHistory, state);
    },
    /** Back to the results of the run whose rows are planned again. */
    async back(): Promise<void> {
      if ('formerRun' in state && state.formerRun) await show({ step: 'ended', ...state.formerRun });
    },
    /** Starts no further row; rows in progress are completed. */
    stop: (): void => stopper.abort(),
    /** Stops, and drops the plan. */
    async reset(): Promise<void> {
      begin();
      await show({ step: 'idle' });
    },
    rows: (query: RowQuery) => rowsOf(state, query),
    file: (name: JobFile, reason = '') => fileOf(state, name, reason),
  };
};
export type WorkerJob = ReturnType<typeof createBulkJob>;
