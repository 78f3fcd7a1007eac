import { sleep } from '../rules/sleep.ts';
import type { Method } from '../contract/endpoint.ts';
import type { ApiError } from './apiError.ts';

/** Number and time limits of retries; times in ms. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly baseMs: number;
  readonly capMs: number;
  /** Maximum time of all waits and retries of one call, from the end of its first attempt; after it the last error is final. */
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

/** Facts about a failed attempt besides its error. */
export interface Failure {
  readonly method: Method;
  readonly notRepeatable: boolean;
  /** True where the connection was never made, so nothing can have been carried out. */
  readonly neverSent: boolean;
  readonly error: ApiError;
}

const asksToWait = ({ status, retryAfterMs }: ApiError) =>
  status === 429 || (status === 503 && retryAfterMs !== undefined);
const mayPass = (status: number) =>
  status === 0 || status === 408 || status === 429 || (status >= 502 && status <= 504);

/** A call whose repetition can do harm. */
const isDelicate = ({ method, notRepeatable }: Failure) => method === 'POST' || notRepeatable;

/**
 * The retry table. Reading, replacing the full state and deleting may be repeated; creating and flipping only when the server requested a
 * wait or the connection was never made.
 */
export const mayRetry = (failure: Failure): boolean => {
  if (failure.error.code === 'E-CANCELED') return false;
  if (!mayPass(failure.error.status)) return false;
  return !isDelicate(failure) || failure.neverSent || asksToWait(failure.error);
};

/** True where a write was sent and no response of the server arrived: it may have been carried out. */
export const isLost = ({ method, neverSent, error }: Failure): boolean =>
  method !== 'GET' &&
  error.code !== 'E-CANCELED' &&
  !neverSent &&
  (error.status === 0 || error.status === 502 || error.status === 504);

/**
 * True where the outcome is unknown: a call that must not be repeated got no response, or one that got none before is now refused with a
 * conflict, which may be with itself.
 */
export const isUnknownOutcome = (failure: Failure, lostBefore: boolean): boolean =>
  lostBefore
    ? failure.error.status === 409 || failure.error.status === 412 || failure.error.code === 'E-CANCELED'
    : isDelicate(failure) && isLost(failure);

/** Full jitter between zero and the doubled base, or the wait that the server requested plus a little jitter, so that callers spread. */
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
