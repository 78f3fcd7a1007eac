import { ApiError } from '../client/apiError.ts';
import type { CallOptions, Client } from '../client/createClient.ts';
import { defaultRetryPolicy, waitBefore } from '../client/retry.ts';
import { wire } from '../contract/wire.ts';
import { createRateLimit } from './rateLimit.ts';
import type { RateLimit, Platform } from './platform.ts';
import { RunStop } from './stops.ts';

/** Maximum number of attempts of a call that may be repeated. */
export const callAttempts = 5;

/** Counts the calls whose options carry it; copies of the options carry it as well. */
export interface CallTally {
  calls: number;
}
const tallyKey = Symbol('tally');
const patientKey = Symbol('patient');
type MarkedOptions = CallOptions & { readonly [tallyKey]?: CallTally; readonly [patientKey]?: boolean };

/** Options whose calls are counted. */
export const counted = (options: CallOptions, tally: CallTally): CallOptions =>
  ({ ...options, [tallyKey]: tally }) as MarkedOptions;

/** Options of the calls of a row in progress: they are sent even after the run was stopped, unless they waited long. */
export const patient = (options: CallOptions): CallOptions => ({ ...options, [patientKey]: true }) as MarkedOptions;

export interface RateLimitedInput {
  readonly client: Client;
  readonly rateLimit: RateLimit;
  readonly platform: Platform;
  readonly signal?: AbortSignal | undefined;
  /** Maximum of all waits that the server requests together, and of the waits between the attempts of one call, in ms. */
  readonly maxWaitMs: number;
  /** Time that no wait may exceed, in ms since 1970. */
  readonly deadline?: number | undefined;
  /** There is no run to end: failures pass unchanged, and a stop rejects with the reason of the signal. */
  readonly isReading?: boolean;
  /** Called when the server requests a wait (429, 503 with Retry-After). */
  readonly onPause?: (ms: number) => void;
}

export interface RateLimitedClient {
  readonly client: Client;
  /** Calls with a response, successful or not, as a sign that the server is reachable. */
  responseCount(): number;
  calls(): number;
}

const asksToWait = ({ status, retryAfterMs }: ApiError): boolean =>
  status === 429 || (status === 503 && retryAfterMs !== undefined);

/** No response, or a gateway without one: a read may be repeated. */
export const isUnreachable = ({ status, code }: ApiError): boolean =>
  code !== 'E-CANCELED' && (status === 0 || status === 408 || (status >= 502 && status <= 504));

type AnyCall = (input: unknown, options?: CallOptions) => Promise<unknown>;

/**
 * A client whose writes wait for the rate limit and are sent once each; reads are not limited and are repeated. When the server requests a
 * wait (429, 503 with Retry-After) all calls wait, and the refused one is sent again. Other failures of writes are passed on: the row
 * decides. Throws a RunStop when the run cannot continue.
 */
export const createRateLimitedClient = ({
  client,
  rateLimit,
  platform,
  signal,
  maxWaitMs,
  deadline,
  isReading,
  onPause,
}: RateLimitedInput): RateLimitedClient => {
  let waitedMs = 0;
  let responseCount = 0;
  let calls = 0;
  const policy = { ...defaultRetryPolicy, random: () => platform.random() };

  const ended = (stop: RunStop): unknown => {
    if (isReading !== true) return stop;
    return stop.end === 'stopped' && signal?.aborted ? signal.reason : (stop.cause ?? stop);
  };
  const stopped = (cause?: unknown) => ended(new RunStop('stopped', 'The run was stopped.', null, cause));

  // The rate limit is for writes. Reads wait, and are slowed down afterwards, only when the server requests it.
  const readLimit = createRateLimit(null, platform);
  const pausedFor = () => Math.max(rateLimit.pausedFor(), readLimit.pausedFor());

  const turn = async (reads: boolean, isPatient: boolean): Promise<void> => {
    const own = reads ? readLimit : rateLimit;
    try {
      await own.take(signal);
    } catch (error) {
      if (!signal?.aborted) throw error;
      if (!isPatient || pausedFor() > 0) throw stopped();
      await own.take();
    }
  };

  const rest = async (ms: number): Promise<void> => {
    await platform.sleep(ms, signal).catch((error: unknown) => {
      throw signal?.aborted ? stopped() : error;
    });
  };

  /** Overlapping waits count once. */
  const pauseAll = (error: ApiError, round: number): void => {
    const ms = waitBefore(round, error.retryAfterMs, policy);
    const added = Math.max(0, ms - pausedFor());
    if (waitedMs + added > maxWaitMs) {
      const message = 'The server requested a longer wait than the run allows.';
      throw ended(new RunStop('waited-too-long', message, error.code, error));
    }
    if (deadline !== undefined && platform.now() + ms > deadline) {
      throw ended(new RunStop('deadline', 'The server requested a wait beyond the deadline.', error.code, error));
    }
    waitedMs += added;
    rateLimit.pause(ms);
    readLimit.pause(ms);
    onPause?.(ms);
  };

  const send = async (reads: boolean, options: MarkedOptions, call: (own: CallOptions) => Promise<unknown>) => {
    const { [tallyKey]: tally, [patientKey]: isPatient = false } = options;
    const answeredBefore = responseCount;
    // Cached responses would hide later changes; rows share what the run may cache.
    const own: CallOptions = { ...options, attempts: 1, fresh: true };
    if (tally !== undefined) tally.calls += 1;
    for (let attempt = 0, pauses = 0, backoffMs = 0; ; ) {
      await turn(reads, isPatient);
      try {
        calls += 1;
        const response = await call(own);
        responseCount += 1;
        return response;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'E-CANCELED') throw stopped(error);
        if (asksToWait(error)) {
          pauseAll(error, pauses);
          pauses += 1;
          continue;
        }
        if (!isUnreachable(error)) responseCount += 1;
        if (!(reads ? isUnreachable(error) : error.neverSent)) throw error;
        const ms = waitBefore(attempt, undefined, policy);
        attempt += 1;
        backoffMs += ms;
        if (attempt >= callAttempts || backoffMs > maxWaitMs) {
          if (responseCount === answeredBefore)
            throw ended(new RunStop('unavailable', error.message, error.code, error));
          throw error;
        }
        await rest(ms);
      }
    }
  };

  // Areas and rows are wrapped by name, where the contract pairs the input and the response of each; the keys stay the same.
  const areas = Object.fromEntries(
    Object.entries(client as unknown as Record<string, Record<string, AnyCall>>)
      .filter(([, area]) => typeof area === 'object')
      .map(([name, area]) => [
        name,
        Object.fromEntries(
          Object.entries(area).map(([row, call]): [string, AnyCall] => {
            const reads = wire[name]?.[row]?.method === 'GET';
            return [row, (input, options = {}) => send(reads, options, (own) => call(input, own))];
          }),
        ),
      ]),
  );
  const request: Client['request'] = async (method, path, options = {}) =>
    (await send(method === 'GET', options, (own) => client.request(method, path, { ...options, ...own }))) as Awaited<
      ReturnType<Client['request']>
    >;
  return {
    client: { ...areas, request, invalidate: (prefix: string) => client.invalidate(prefix) } as unknown as Client,
    responseCount: () => responseCount,
    calls: () => calls,
  };
};
