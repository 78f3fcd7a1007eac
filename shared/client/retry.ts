import { sleep } from '../rules/sleep.ts';
import type { Method } from '../contract/endpoint.ts';
import type { ApiError } from './apiError.ts';

/** How often and how long a call is tried again; times in ms. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly baseMs: number;
  readonly capMs: number;
  /** Waits and retries of one call together, from the end of its first attempt; past it the last error stands. */
  readonly maxWaitMs: number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 5,
  baseMs: 500,
  capMs: 30_000,
  maxWaitMs: 60_000,
  sleep,
  random: Math.random,
};

/** What is known about a failed attempt besides its error. */
export interface Failure {
  readonly method: Method;
  readonly flips: boolean;
  /** True where the connection was never made, so nothing can have been carried out. */
  readonly neverSent: boolean;
  readonly error: ApiError;
}

const asksToWait = ({ status, retryAfterMs }: ApiError) =>
  status === 429 || (status === 503 && retryAfterMs !== undefined);
const mayPass = (status: number) =>
  status === 0 || status === 408 || status === 429 || (status >= 502 && status <= 504);

/** A call whose repetition can do harm: it creates, or it flips a setting. */
const isDelicate = ({ method, flips }: Failure) => method === 'POST' || flips;

/**
 * The retry table. Reading, replacing the full state and deleting may be repeated; creating and flipping only when the server
 * said to wait or the connection was never made.
 */
export const mayRetry = (failure: Failure): boolean => {
  if (failure.error.code === 'E-CANCELED') return false;
  if (!mayPass(failure.error.status)) return false;
  return !isDelicate(failure) || failure.neverSent || asksToWait(failure.error);
};

/** True where a call that changes something was sent and no answer of the server came back: it may have been carried out. */
export const isLost = ({ method, neverSent, error }: Failure): boolean =>
  method !== 'GET' &&
  error.code !== 'E-CANCELED' &&
  !neverSent &&
  (error.status === 0 || error.status === 502 || error.status === 504);

/**
 * True where nobody knows whether a call was carried out: a delicate one was lost, or one that was lost before is now refused as a
 * conflict, which may be with itself.
 */
export const isUnknownOutcome = (failure: Failure, lostBefore: boolean): boolean =>
  lostBefore
    ? failure.error.status === 409 || failure.error.status === 412 || failure.error.code === 'E-CANCELED'
    : isDelicate(failure) && isLost(failure);

/** Full jitter between nothing and the doubled base, or what the server asked for plus a little jitter so callers spread. */
export const waitBefore = (attempt: number, retryAfterMs: number | undefined, policy: RetryPolicy): number =>
  retryAfterMs === undefined
    ? policy.random() * Math.min(policy.capMs, policy.baseMs * 2 ** attempt)
    : retryAfterMs + policy.random() * Math.min(1000, policy.baseMs);

/** Reads Retry-After in seconds or as a date; ms from now. */
export const readRetryAfter = (value: unknown, now: number): number | undefined => {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value.trim()) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};
