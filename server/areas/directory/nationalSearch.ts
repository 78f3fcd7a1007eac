import { createHash } from 'node:crypto';
import { nationalEntriesMax } from '../../../shared/rules/directory.ts';
import {
  FhirFailure,
  type ListingQueries,
  type NationalDirectory,
  type NationalListings,
} from '../../fhir/directory.ts';

/** Longer than this a search does not wait for the national directory. */
export const nationalTimeoutMs = 3_000;
/** After a failure searches do without the national directory for this time, so that they stay fast while it is down. */
export const nationalPauseMs = 10_000;
const cachedMs = 60_000;
const cachedMax = 200;

interface Limits {
  readonly timeoutMs: number;
  readonly pauseMs: number;
  readonly now: () => number;
}

const defaultLimits: Limits = { timeoutMs: nationalTimeoutMs, pauseMs: nationalPauseMs, now: Date.now };

/**
 * Searches of the national directory, each for at most `timeoutMs`; null where it does not respond. Results are cached for a minute, because the
 * pages of a search come one after the other.
 */
export function createNationalSearch(directory: NationalDirectory, limits: Limits = defaultLimits) {
  const cached = new Map<string, { readonly at: number; readonly listings: Promise<NationalListings | null> }>();
  let pausedUntil = 0;

  async function search(queries: ListingQueries): Promise<NationalListings | null> {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    try {
      return await Promise.race([directory.search(queries, { max: nationalEntriesMax, signal }), expiry(signal)]);
    } catch (error) {
      if (!(error instanceof FhirFailure)) throw error;
      pausedUntil = limits.now() + limits.pauseMs;
      return null;
    }
  }

  return async (queries: ListingQueries): Promise<NationalListings | null> => {
    // Not the names themselves: nothing that was searched for stays in memory longer than the search.
    const key = createHash('sha256').update(JSON.stringify(queries)).digest('base64');
    const known = cached.get(key);
    if (known && limits.now() - known.at < cachedMs) return known.listings;
    if (limits.now() < pausedUntil) return null;
    const listings = search(queries);
    cached.delete(key);
    cached.set(key, { at: limits.now(), listings });
    for (const oldest of cached.keys()) {
      if (cached.size <= cachedMax) break;
      cached.delete(oldest);
    }
    const result = await listings.catch((error: unknown) => {
      cached.delete(key);
      throw error;
    });
    if (result === null) cached.delete(key);
    return result;
  };
}

const expiry = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new FhirFailure('The directory took too long.')), { once: true });
  });
