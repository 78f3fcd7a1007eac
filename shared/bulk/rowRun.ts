import { type ChangeReason, requestReason } from '../rules/reason.ts';
import { ApiError } from '../client/apiError.ts';
import type { CallOptions, Client } from '../client/createClient.ts';
import { defaultRetryPolicy, waitBefore } from '../client/retry.ts';
import type { BulkAction, Current, RowContext, Shared } from './action.ts';
import type { BeforeLine, RowOutcome, RowStatus, RunStore } from './journal.ts';
import { isUnreachable, patient } from './rateLimitedClient.ts';
import type { PlanRow } from './plan.ts';
import type { Platform } from './platform.ts';
import type { CellProblem } from './problems.ts';
import { isAboutRow, refusalOf, rowProblem } from './refusals.ts';
import { idempotencyKeyOf, readOrNothing, rowContext } from './rowContext.ts';
import { changesOf, driftHash, isDone, isOnTheWay } from './state.ts';
import { RunStop } from './stops.ts';

/** One row in progress, with the state that an earlier part of the run left. */
interface RowJob {
  readonly run: string;
  readonly row: PlanRow;
  readonly action: BulkAction;
  /** How often it was sent before without a known outcome; 0 for a fresh row. */
  readonly sentBefore: number;
  readonly former: BeforeLine | undefined;
  readonly onDrift: 'skip' | 'fail' | 'force';
  /** Whether the record is read again after the change. */
  readonly verifies: boolean;
}

interface RowTools {
  readonly calls: RowCalls;
  readonly store: RunStore;
  readonly platform: Platform;
  readonly signal: AbortSignal;
}

/** The end of a row: its outcome, the record after it as far as known, the line for undo, and what ends the run with it. */
export interface RowEnd {
  readonly outcome: RowOutcome;
  readonly current: Current | undefined;
  readonly after?: BeforeLine | undefined;
  readonly stop?: RunStop | undefined;
  /** The response that refused the row. */
  readonly cause?: ApiError | undefined;
}

/** Builds an outcome. */
export const endOf =
  ({ run, row, sentBefore }: Pick<RowJob, 'run' | 'row' | 'sentBefore'>, platform: Platform) =>
  (
    status: RowStatus,
    attempts: number,
    result: {
      readonly problem?: CellProblem | undefined;
      readonly current?: Current | undefined;
      readonly after?: BeforeLine | undefined;
      readonly stop?: RunStop | undefined;
    } = {},
  ): RowEnd => ({
    outcome: {
      row: row.row,
      status,
      code: result.problem?.code ?? null,
      message: result.problem?.message ?? null,
      column: result.problem?.column ?? null,
      id: result.current?.id ?? row.id,
      attempts: sentBefore + attempts,
      correlationId: `${run}-${row.row}`,
      at: new Date(platform.now()).toISOString(),
    },
    current: result.current,
    after: result.after,
    stop: result.stop,
    cause: result.problem?.cause,
  });

/** Whether a read shows the outcome of a row that was sent. */
export const canReconcile = (action: BulkAction, row: PlanRow): boolean =>
  action.naturalKey !== null && (action.kind === 'delete' || action.desired(row.values) !== null);

/** The line with the state before and after the row, for undo. */
const undoLine = (
  row: number,
  before: { readonly id: string | null; readonly name: string | null; readonly values: BeforeLine['before'] },
  after: Current | undefined,
): BeforeLine => ({
  row,
  id: after?.id ?? before.id,
  name: after?.name ?? before.name,
  before: before.values,
  after: after?.values ?? null,
});

/** Why the record of a row could not be read, and what ends the run with it. */
interface ReadFailure {
  readonly problem: CellProblem;
  /** The server refused the row itself; otherwise another attempt may succeed. */
  readonly isRefusal: boolean;
  readonly stop?: RunStop;
}
export type Reading = { readonly current: Current | undefined } | { readonly failure: ReadFailure };

/** The calls of one row, with their options. */
interface RowCalls {
  /** Before anything is sent: ends at once when the run does. */
  read(): Promise<Reading>;
  /** After something was sent: sent even when the run is about to end, so that the outcome is known. */
  lookUp(): Promise<Reading>;
  /** Context of the one call that changes something. */
  readonly writing: RowContext;
}

/** What a refusal means for the run: without a sign-in it cannot continue, and a missing right would refuse the next row as well. */
const stopOf = (error: ApiError): RunStop | undefined => {
  const { status, code, message } = error;
  if (status === 401) return new RunStop('auth', message, code, error);
  return status === 403 ? new RunStop('forbidden', message, code, error) : undefined;
};

export const rowCalls = (
  { run, row, action }: Pick<RowJob, 'run' | 'row' | 'action'>,
  {
    client,
    shared,
    signal,
    changeReason,
  }: { client: Client; shared: Shared; signal: AbortSignal; changeReason: ChangeReason },
): RowCalls => {
  const reason = requestReason(changeReason);
  const options: CallOptions = {
    correlationId: `${run}-${row.row}`,
    headers: { 'x-run-id': run },
    ...(reason === undefined ? {} : { reason }),
  };
  const readWith = async (readOptions: CallOptions): Promise<Reading> => {
    try {
      return { current: await readOrNothing(action, row.values, rowContext(client, readOptions, shared)) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const stop = stopOf(error);
      if (stop?.end === 'auth') throw stop;
      const isRefusal = isAboutRow(error) || stop !== undefined;
      return { failure: { problem: refusalOf(action, error), isRefusal, ...(stop === undefined ? {} : { stop }) } };
    }
  };
  return {
    read: () => readWith({ ...options, signal }),
    async lookUp() {
      try {
        return await readWith(patient(options));
      } catch (error) {
        if (!(error instanceof RunStop)) throw error;
        const problem = { column: null, code: error.code ?? 'E-ROW-UNKNOWN', message: error.message };
        return { failure: { problem, isRefusal: false, stop: error } };
      }
    },
    writing: rowContext(client, patient({ ...options, idempotencyKey: idempotencyKeyOf(run, row.row) }), shared),
  };
};

/**
 * Carries one row out: reads the current record, compares it with the plan, and sends the change if it is still needed. Throws a RunStop
 * where the run ends without an outcome of the row, and errors of the store or the sign-in.
 */
export const carryOutRow = async (job: RowJob, tools: RowTools): Promise<RowEnd> => {
  const { row, action, sentBefore, former } = job;
  const end = endOf(job, tools.platform);
  if (sentBefore > 0 && !canReconcile(action, row)) return end('unknown', 0, { problem: rowProblem('E-ROW-UNKNOWN') });
  const read = await tools.calls.read();
  if ('failure' in read) {
    const { problem, isRefusal, stop } = read.failure;
    const status = isRefusal ? 'failed' : 'not_run';
    return end(sentBefore > 0 ? 'unknown' : status, 0, { problem, stop });
  }
  const { current } = read;
  if (isDone(action, row.values, current)) {
    if (sentBefore === 0) return end('unchanged', 0, { current });
    // Without the former state there is nothing that an undo could restore.
    if (former === undefined) return end('ok', 0, { current });
    const before = { id: former.id ?? row.id, name: former.name ?? row.name, values: former.before };
    return end('ok', 0, { current, after: undoLine(row.row, before, current) });
  }
  const drift = compareRow(job, current);
  if (drift !== undefined) return end('conflict', 0, { ...drift, current });
  return sendRow(job, current, tools);
};

const driftProblem = ({ row }: RowJob, current: Current | undefined): CellProblem => {
  if (current === undefined) return rowProblem('E-ROW-CONFLICT', 'It was deleted since the plan was made.');
  if (row.beforeHash === null)
    return rowProblem('E-ROW-EXISTS', 'It exists since the plan was made, and differs from the row.');
  return rowProblem('E-ROW-CONFLICT', 'It was changed since the plan was made.');
};

/**
 * Compares the current record with the one that the plan was made on (design 1d "Stale plan"). A row that was sent before may have been
 * carried out in part: a state between the two is no drift.
 */
const compareRow = (
  job: RowJob,
  current: Current | undefined,
): { readonly problem: CellProblem; readonly stop?: RunStop } | undefined => {
  const { row, action, sentBefore, former, onDrift } = job;
  if (driftHash(current) === row.beforeHash) return undefined;
  if (sentBefore > 0 && former && isOnTheWay(action, row.values, former.before, current?.values ?? null)) {
    return undefined;
  }
  const canForce = current !== undefined || action.kind === 'create' || action.upserts === true;
  if (onDrift === 'force' && canForce) return undefined;
  const problem = driftProblem(job, current);
  if (onDrift !== 'fail') return { problem };
  return { problem, stop: new RunStop('drift', `Row ${row.row}: ${problem.message}`, problem.code) };
};

/** Maximum number of attempts of a row in one part of a run. */
const rowAttempts = 5;

const isVersionConflict = ({ code, status }: ApiError): boolean => status === 412 || code === 'E-VERSION-CONFLICT';

/** The outcome is unknown. A failure within the server counts: it may have failed after its work. */
const isUnclear = (error: ApiError): boolean =>
  error.status >= 500 || isUnreachable(error) || error.code === 'E-IDEMPOTENCY-IN-FLIGHT';

/** A repeated request may succeed; a failure within the server, or an invalid response, would happen again. */
const mayPass = (error: ApiError): boolean =>
  error.code !== 'E-ANSWER' && (isUnreachable(error) || error.code === 'E-IDEMPOTENCY-IN-FLIGHT');

/** No response in time, or the server still works on it: it may be carried out after any read. */
const mayStillArrive = ({ code, status }: ApiError): boolean =>
  ['E-TIMEOUT', 'E-UNKNOWN-OUTCOME', 'E-IDEMPOTENCY-IN-FLIGHT'].includes(code) || status === 408 || status === 504;

/** The error of a write. A good response without a readable record is an invalid response; all other errors end the run. */
const failureOf = (thrown: unknown): ApiError => {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof TypeError) return new ApiError({ status: 0, code: 'E-ANSWER' });
  throw thrown;
};

const stopped = (): RunStop => new RunStop('stopped', 'The run was stopped.');

const notDone = (error: ApiError, attempts: number): string =>
  `${error.message} It was sent ${attempts === 1 ? 'once' : `${attempts} times`}, and looking shows that it was not carried out.`;

/**
 * Sends the change of one row. The journal announces each attempt; without a response the record is read, and the change is sent again only
 * when the read shows that it was not carried out (design 1d "What may be retried", 4.1, 4.2).
 */
const sendRow = async (job: RowJob, first: Current | undefined, tools: RowTools): Promise<RowEnd> => {
  const { row, action, sentBefore, former } = job;
  const { calls, store, platform, signal } = tools;
  const end = endOf(job, platform);
  const before = former
    ? { id: former.id, name: former.name, values: former.before }
    : { id: first?.id ?? null, name: first?.name ?? row.name, values: first?.values ?? null };
  const startedFrom = first?.values ?? null;

  const announce = (attempt: number) => {
    const intent = store.journal({
      t: 'intent',
      row: row.row,
      attempt: sentBefore + attempt,
      at: new Date(platform.now()).toISOString(),
    });
    const { values, ...named } = before;
    const saved = former || attempt > 1 ? undefined : store.before({ row: row.row, ...named, before: values });
    return Promise.all([intent, saved]);
  };

  const done = (attempt: number, current: Current | undefined): RowEnd =>
    end('ok', attempt, { current, after: undoLine(row.row, before, current) });

  /** The server accepted the change. */
  const accepted = async (attempt: number, written: Current | undefined, current: Current | undefined) => {
    // The response to a repeated request may come from a cache, although the record it made was deleted since.
    const isRepeated = attempt > 1 || sentBefore > 0;
    const isSound = written === undefined ? action.kind !== 'create' : Boolean(written.id);
    const looks = canLook && (job.verifies || isRepeated || !isSound);
    if (!looks) {
      if (action.kind === 'delete') return done(attempt, undefined);
      const desired = action.desired(row.values);
      const assumed = current && { ...current, values: { ...current.values, ...desired } };
      return done(attempt, written ?? assumed);
    }
    const seen = await calls.lookUp();
    if ('failure' in seen) return unknown(attempt, seen.failure.problem, seen.failure.stop);
    if (isDone(action, row.values, seen.current)) return done(attempt, seen.current);
    const columns = changesOf(action, row.values, seen.current).map(({ column }) => column);
    const { message } = rowProblem('E-ROW-NOT-TAKEN-UP');
    const problem = rowProblem(
      'E-ROW-NOT-TAKEN-UP',
      columns.length === 0 ? message : `${message} (${columns.join(', ')})`,
    );
    return end('failed', attempt, { problem: { ...problem, column: columns[0] ?? null }, current: seen.current });
  };
  const canLook = action.kind === 'delete' || action.desired(row.values) !== null;

  const unknown = (attempt: number, why: CellProblem, stop?: RunStop): RowEnd => {
    const { message } = rowProblem('E-ROW-UNKNOWN');
    return end('unknown', attempt, { problem: rowProblem('E-ROW-UNKNOWN', `${message} ${why.message}`), stop });
  };

  /** The run ends before this attempt was carried out; an earlier one of the row may have been. */
  const aborted = (attempt: number, stop: RunStop): RowEnd =>
    attempt === 1 && sentBefore === 0
      ? end('not_run', 0, { stop })
      : unknown(attempt - 1, { column: null, code: 'E-ROW-UNKNOWN', message: stop.message }, stop);

  /** A definite refusal. */
  const refused = (error: ApiError, attempt: number, current: Current | undefined): RowEnd => {
    const stop = stopOf(error);
    if (stop?.end === 'auth') return aborted(attempt, stop);
    if (error.status === 404 && action.kind === 'delete') return end('unchanged', attempt);
    const problem = refusalOf(action, error);
    if (isVersionConflict(error))
      return end('conflict', attempt, { problem: { ...problem, code: 'E-ROW-CONFLICT' }, current });
    return end('failed', attempt, { problem, current, stop });
  };

  let current = first;
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return aborted(attempt, stopped());
    await announce(attempt);
    let error: ApiError;
    try {
      const written = await action.write(row.values, current, changesOf(action, row.values, current), calls.writing);
      return await accepted(attempt, written, current);
    } catch (thrown) {
      if (thrown instanceof RunStop) return aborted(attempt, thrown);
      error = failureOf(thrown);
    }

    const isRepeated = attempt > 1 || sentBefore > 0;
    const isOpen = isUnclear(error);
    if (error.neverSent && !isRepeated) return end('not_run', 0, { problem: refusalOf(action, error), current });
    // A repeated request may be refused because the lost one was carried out: "taken", "changed meanwhile", "not there".
    if (!isOpen && (!isRepeated || error.status === 401 || error.status === 403))
      return refused(error, attempt, current);
    const problem = refusalOf(action, error);
    if (!canReconcile(action, row)) return unknown(attempt, problem);

    let seen = await calls.lookUp();
    if (
      'current' in seen &&
      isOpen &&
      mayPass(error) &&
      attempt < rowAttempts &&
      !isDone(action, row.values, seen.current)
    ) {
      // A request in transit gets time to arrive; the read before sending again decides.
      const wait = waitBefore(attempt - 1, error.retryAfterMs, {
        ...defaultRetryPolicy,
        random: () => platform.random(),
      });
      await platform.sleep(wait, signal).catch((reason: unknown) => {
        if (!signal.aborted) throw reason;
      });
      seen = await calls.lookUp();
      if (signal.aborted && 'current' in seen && !isDone(action, row.values, seen.current)) {
        return aborted(attempt + 1, stopped());
      }
    }
    if ('failure' in seen) return unknown(attempt, seen.failure.problem, seen.failure.stop);
    if (isDone(action, row.values, seen.current)) return done(attempt, seen.current);
    if (!isOpen) return refused(error, attempt, seen.current);
    if (!isOnTheWay(action, row.values, startedFrom, seen.current?.values ?? null)) {
      return end('conflict', attempt, {
        problem: rowProblem(seen.current !== undefined && startedFrom === null ? 'E-ROW-EXISTS' : 'E-ROW-CONFLICT'),
        current: seen.current,
      });
    }
    // A flip that arrives late would undo the next one, so the user decides whether to send it again (design 1d "Toggle endpoints").
    const isLast = attempt >= rowAttempts || action.kind === 'toggle';
    if (mayPass(error) && isLast && (action.kind === 'toggle' || mayStillArrive(error))) {
      return unknown(attempt, { ...problem, message: notDone(error, attempt) });
    }
    if (!mayPass(error) || isLast) {
      return end('failed', attempt, {
        problem: { ...problem, message: notDone(error, attempt) },
        current: seen.current,
      });
    }
    current = seen.current;
  }
};
