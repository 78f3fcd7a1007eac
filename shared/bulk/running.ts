import type { ApiError } from '../client/apiError.ts';
import type { Client } from '../client/createClient.ts';
import type { BulkAction, Current } from './action.ts';
import { type RowEnd, canReconcile, carryOutRow, endOf, rowCalls } from './rowRun.ts';
import { dispatch } from './dispatch.ts';
import type { RunHistory, RowOutcome, RowStatus, RunEnd, RunStore } from './journal.ts';
import { createRateLimitedClient } from './rateLimitedClient.ts';
import type { Plan, PlanRow } from './plan.ts';
import { defaultMaxWaitMs } from './planning.ts';
import type { RateLimit, Platform } from './platform.ts';
import { leftFromBefore, outcomesSoFar } from './leftFromBefore.ts';
import { BulkError } from './problems.ts';
import { createShared } from './rowContext.ts';
import { createTally } from './runTally.ts';
import { createWriting } from './runWriting.ts';
import { createStopRules } from './stopRules.ts';
import { RunStop } from './stops.ts';
import type { RunLimits } from './stopRules.ts';
import type { Progress } from './runTally.ts';

export interface RunInput {
  readonly run: string;
  readonly plan: Plan;
  readonly actionNamed: (name: string) => BulkAction | undefined;
  readonly client: Client;
  readonly store: RunStore;
  /** State of an earlier part of the same run; noHistory for a new one. */
  readonly history: RunHistory;
  readonly rateLimit: RateLimit;
  readonly platform: Platform;
  readonly limits?: RunLimits;
  /** Ends the run: no row is started, rows in progress are completed. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Called with the outcome of each row; `current` is the record after the row, where the response or a later read shows it, and `cause` the
   * response that refused the row.
   */
  readonly onOutcome?: (outcome: RowOutcome, current: Current | undefined, cause: ApiError | undefined) => void;
}

export interface RunResult {
  readonly end: RunEnd;
  /** Why it ended early, as text; null when it is finished. */
  readonly message: string | null;
  /** Its code: of the bulk catalogue or of the server. */
  readonly code: string | null;
  /** The response that ended the run early. */
  readonly cause?: unknown;
  readonly counts: Readonly<Record<RowStatus, number>>;
  readonly outcomes: ReadonlyMap<number, RowOutcome>;
}

const defaultConcurrency = 4;
const maxConcurrency = 16;
/** Rows that may wait for their lock before no more of the plan is read. */
const parkedRows = 1000;
const sampleEvery = 10;

/** Ends that do not matter once all rows have an outcome. */
const harmlessWhenDone = new Set<RunEnd>(['stopped', 'deadline', 'brake']);

/**
 * Carries a plan out. Each row is read again, compared with the plan, announced in the journal, sent once, and its outcome recorded;
 * without a response the record is read before anything is sent again, and what stays unclear is `unknown`. Rejects with errors of the
 * store or the sign-in, after the rows in progress have ended.
 */
export const runPlan = async (input: RunInput): Promise<RunResult> => {
  const { run, plan, history, store, rateLimit, platform, limits = {}, onOutcome } = input;
  const { deadline, verify = 'none', onDrift = 'skip' } = limits;
  const concurrency = Math.min(maxConcurrency, Math.max(1, limits.concurrency ?? defaultConcurrency));
  const rules = createStopRules(limits, plan.foot.rows, history);
  const tally = createTally(plan.foot.rows, {
    platform,
    pausedFor: () => rateLimit.pausedFor(),
    report: input.onProgress,
  });
  const outcomes = new Map<number, RowOutcome>();

  let stop: RunStop | undefined;
  let failure: { readonly error: unknown } | undefined;
  /** The first row that could not be sent because the server was not reached. Later rows may still succeed. */
  let unreachable: RunStop | undefined;
  /** A row was stopped between two attempts: not everything is done, although each row has an outcome. */
  let isCut = false;
  const halt = new AbortController();
  const stopWith = (next: RunStop) => {
    stop ??= next;
    halt.abort();
  };
  const fail = (error: unknown) => {
    failure ??= { error };
    halt.abort();
  };
  const onAbort = () => stopWith(new RunStop('stopped', 'The run was stopped.'));
  if (input.signal?.aborted) onAbort();
  input.signal?.addEventListener('abort', onAbort, { once: true });

  const writing = createWriting(store, fail);
  const { client } = createRateLimitedClient({
    client: input.client,
    rateLimit,
    platform,
    signal: halt.signal,
    maxWaitMs: limits.maxWaitMs ?? defaultMaxWaitMs,
    deadline,
    onPause: () => tally.show(true),
  });
  const shared = createShared();
  const changeReason = { reason: plan.head.reason, ticket: plan.head.ticket };

  const keep = (end: RowEnd, byCalls: boolean): void => {
    outcomes.set(end.outcome.row, end.outcome);
    tally.settle(end.outcome.status, byCalls);
    onOutcome?.(end.outcome, end.current, end.cause);
  };

  const add = (outcome: RowOutcome): void => {
    outcomes.set(outcome.row, outcome);
    tally.settle(outcome.status, false);
  };

  const mayBegin = (): boolean => {
    if (deadline !== undefined && platform.now() >= deadline) {
      stopWith(new RunStop('deadline', 'The deadline has come.'));
    }
    return stop === undefined && failure === undefined;
  };

  const work = async (row: PlanRow): Promise<void> => {
    const isSample = verify === 'sample' && (row.row - 1) % sampleEvery === 0;
    try {
      const action = actionOf(input, row);
      const job = {
        run,
        row,
        action,
        sentBefore: history.open.get(row.row) ?? history.outcomes.get(row.row)?.attempts ?? 0,
        former: history.before.get(row.row),
        onDrift,
        verifies: rules.isCanary() || verify === 'all' || isSample || action.kind === 'toggle',
      };
      const calls = rowCalls(job, { client, shared, signal: halt.signal, changeReason });
      const end = await carryOutRow(job, { calls, store, platform, signal: halt.signal });
      await writing.add({ t: 'outcome', ...end.outcome }, end.after);
      if (end.outcome.status === 'not_run') {
        outcomes.set(row.row, end.outcome);
        const { code, message } = end.outcome;
        if (end.stop !== undefined) stopWith(end.stop);
        else unreachable ??= new RunStop('unavailable', message ?? 'The server could not be reached.', code, end.cause);
        return;
      }
      keep(end, true);
      if (end.stop !== undefined && end.outcome.status === 'unknown') isCut = true;
      const braked = rules.note(end.outcome);
      const why = end.stop ?? braked;
      if (why !== undefined) stopWith(why);
    } catch (error) {
      if (error instanceof RunStop) stopWith(error);
      else fail(error);
    }
  };

  /** Settles rows that need no call, and yields the others. */
  async function* rowsToSend(): AsyncGenerator<PlanRow> {
    for await (const row of plan.rows()) {
      const known = history.outcomes.get(row.row);
      const looksAgain = known?.status === 'unknown' && canReconcile(actionOf(input, row), row);
      if (known !== undefined && !looksAgain && known.status !== 'not_run') {
        add(known);
        continue;
      }
      if (row.verdict !== 'unchanged' && row.verdict !== 'conflict') {
        yield row;
        continue;
      }
      const end = endOf({ run, row, sentBefore: 0 }, platform)(row.verdict, 0, { problem: row.problem });
      if (!mayBegin()) return;
      await writing.add({ t: 'outcome', ...end.outcome, correlationId: null });
      keep({ ...end, outcome: { ...end.outcome, correlationId: null } }, false);
    }
  }

  const at = () => new Date(platform.now()).toISOString();
  try {
    await store.journal({ t: 'run', run, plan: plan.head.id, sha256: plan.foot.sha256, at: at() });
    const limit = () => (rules.isCanary() ? 1 : concurrency);
    await dispatch(rowsToSend(), { atOnce: limit, ahead: parkedRows, mayBegin }, work).catch(fail);
    await writing.done();
    if (failure !== undefined) throw failure.error;
    // The rest of an earlier part: a run that stops early does not reach all of its rows.
    const left = leftFromBefore(outcomesSoFar(run, history, platform.now()), outcomes);
    for (const outcome of left.settled) add(outcome);
    const isComplete = tally.counts().not_run === 0 && !isCut;
    for (const outcome of left.unknown) add(outcome);
    const reason = stop ?? unreachable;
    const ended = reason !== undefined && isComplete && harmlessWhenDone.has(reason.end) ? undefined : reason;
    const end = ended?.end ?? 'finished';
    await store.journal({ t: 'end', why: end, at: at() });
    tally.show(true);
    const { message = null, code = null, cause } = ended ?? {};
    return { end, message, code, cause, counts: tally.counts(), outcomes };
  } finally {
    input.signal?.removeEventListener('abort', onAbort);
  }
};

const actionOf = ({ plan, actionNamed }: RunInput, row: PlanRow): BulkAction => {
  const name = row.action ?? plan.head.action;
  const action = actionNamed(name);
  if (action === undefined)
    throw new BulkError('E-PLAN-FORMAT', `The plan asks for ${name}, which carepost does not know.`);
  return action;
};
