import { ApiError } from '../client/apiError.ts';
import { defaultRetryPolicy, waitBefore } from '../client/retry.ts';
import type { Current } from './action.ts';
import { canTell, endOf, type RowEnd, type RowJob, type RowTools, undoLine } from './rowJob.ts';
import { isUnreachable } from './paced.ts';
import type { CellProblem } from './problems.ts';
import { refusalOf, rowProblem } from './refusals.ts';
import { stopOf } from './rowCalls.ts';
import { changesOf, isDone, isOnTheWay } from './state.ts';
import { RunStop } from './stops.ts';

/** How often a row is sent at most in one part of a run. */
const rowAttempts = 5;

const isVersionConflict = ({ code, status }: ApiError): boolean => status === 412 || code === 'E-VERSION-CONFLICT';

/** Nobody knows whether it was carried out. A failure within the server counts: it may have failed after its work. */
const isUnclear = (error: ApiError): boolean =>
  error.status >= 500 || isUnreachable(error) || error.code === 'E-IDEMPOTENCY-IN-FLIGHT';

/** Sent again it may well be carried out; what fails within the server, or is answered with nonsense, would be so again. */
const mayPass = (error: ApiError): boolean =>
  error.code !== 'E-ANSWER' && (isUnreachable(error) || error.code === 'E-IDEMPOTENCY-IN-FLIGHT');

/** No answer came in time, or the server still works on it: it may be carried out after every look. */
const mayStillArrive = ({ code, status }: ApiError): boolean =>
  ['E-TIMEOUT', 'E-UNKNOWN-OUTCOME', 'E-IDEMPOTENCY-IN-FLIGHT'].includes(code) || status === 408 || status === 504;

/** What a write threw. A record that cannot be read from a good answer is an answer nobody understands; all else ends the run. */
const failureOf = (thrown: unknown): ApiError => {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof TypeError) return new ApiError({ status: 0, code: 'E-ANSWER' });
  throw thrown;
};

const stopped = (): RunStop => new RunStop('stopped', 'The run was stopped.');

const notDone = (error: ApiError, attempts: number): string =>
  `${error.message} It was sent ${attempts === 1 ? 'once' : `${attempts} times`}, and looking shows that it was not carried out.`;

/**
 * Sends the change of one row. Announced in the journal before each attempt; what is not answered is looked up, and sent again only
 * after the look showed that it was not carried out (design 1d "What may be retried", 4.1, 4.2).
 */
export const sendRow = async (job: RowJob, first: Current | undefined, tools: RowTools): Promise<RowEnd> => {
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
    const kept = former || attempt > 1 ? undefined : store.before({ row: row.row, ...named, before: values });
    return Promise.all([intent, kept]);
  };

  const done = (attempt: number, current: Current | undefined): RowEnd =>
    end('ok', attempt, { current, after: undoLine(row.row, before, current) });

  /** The server said yes. */
  const accepted = async (attempt: number, written: Current | undefined, current: Current | undefined) => {
    // A repeated request may be answered from memory, though what it made is gone again.
    const isRepeated = attempt > 1 || sentBefore > 0;
    const isSound = written === undefined ? action.kind !== 'create' : Boolean(written.id);
    const looks = canLook && (job.verifies || isRepeated || !isSound);
    if (!looks) {
      if (action.kind === 'delete') return done(attempt, undefined);
      const wanted = action.wanted(row.values);
      const assumed = current && { ...current, values: { ...current.values, ...wanted } };
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
  const canLook = action.kind === 'delete' || action.wanted(row.values) !== null;

  const unknown = (attempt: number, why: CellProblem, stop?: RunStop): RowEnd => {
    const { message } = rowProblem('E-ROW-UNKNOWN');
    return end('unknown', attempt, { problem: rowProblem('E-ROW-UNKNOWN', `${message} ${why.message}`), stop });
  };

  /** The run ends before this attempt was carried out; an earlier one of the row may have been. */
  const brokenOff = (attempt: number, stop: RunStop): RowEnd =>
    attempt === 1 && sentBefore === 0
      ? end('not_run', 0, { stop })
      : unknown(attempt - 1, { column: null, code: 'E-ROW-UNKNOWN', message: stop.message }, stop);

  /** An answer that says no for certain. */
  const refused = (error: ApiError, attempt: number, current: Current | undefined): RowEnd => {
    const stop = stopOf(error);
    if (stop?.end === 'auth') return brokenOff(attempt, stop);
    if (error.status === 404 && action.kind === 'delete') return end('unchanged', attempt);
    const problem = refusalOf(action, error);
    if (isVersionConflict(error))
      return end('conflict', attempt, { problem: { ...problem, code: 'E-ROW-CONFLICT' }, current });
    return end('failed', attempt, { problem, current, stop });
  };

  let current = first;
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return brokenOff(attempt, stopped());
    await announce(attempt);
    let error: ApiError;
    try {
      const written = await action.write(row.values, current, changesOf(action, row.values, current), calls.writing);
      return await accepted(attempt, written, current);
    } catch (thrown) {
      if (thrown instanceof RunStop) return brokenOff(attempt, thrown);
      error = failureOf(thrown);
    }

    const isRepeated = attempt > 1 || sentBefore > 0;
    const isOpen = isUnclear(error);
    if (error.neverSent && !isRepeated) return end('not_run', 0, { problem: refusalOf(action, error), current });
    // A repeated one may be refused because the lost one was carried out: "taken", "changed meanwhile", "not there".
    if (!isOpen && (!isRepeated || error.status === 401 || error.status === 403))
      return refused(error, attempt, current);
    const problem = refusalOf(action, error);
    if (!canTell(action, row)) return unknown(attempt, problem);

    let seen = await calls.lookUp();
    if (
      'current' in seen &&
      isOpen &&
      mayPass(error) &&
      attempt < rowAttempts &&
      !isDone(action, row.values, seen.current)
    ) {
      // What is still on its way gets the time to arrive; the look before sending again is the one that counts.
      const wait = waitBefore(attempt - 1, error.retryAfterMs, {
        ...defaultRetryPolicy,
        random: () => platform.random(),
      });
      await platform.sleep(wait, signal).catch((reason: unknown) => {
        if (!signal.aborted) throw reason;
      });
      seen = await calls.lookUp();
      if (signal.aborted && 'current' in seen && !isDone(action, row.values, seen.current)) {
        return brokenOff(attempt + 1, stopped());
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
    // A flip that arrives late would undo the next one: whether it is sent again, a person decides (design 1d "Toggle endpoints").
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
