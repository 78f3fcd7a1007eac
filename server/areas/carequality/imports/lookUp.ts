import { isOid, oidText } from '../../../../shared/rules/carequality.ts';
import { type DirectoryOrganization, FhirFailure, type FhirDirectory } from '../../../fhir/directory.ts';

/** Result of the look-up of one OID in the directory. */
export type LookUpResult =
  | { readonly kind: 'listed'; readonly organization: DirectoryOrganization }
  | { readonly kind: 'unlisted' }
  | { readonly kind: 'failed'; readonly reason: string; readonly isOutage: boolean };

interface Limits {
  /** Requests at the same time. */
  readonly parallel: number;
  /** For all OIDs together; those without a response by then have failed. */
  readonly timeoutMs: number;
}
export const lookUpLimits: Limits = { parallel: 4, timeoutMs: 9_000 };

/**
 * Requests every OID, a few at a time. If the first ones get no response at all, the others are not requested: a directory that is down
 * takes one time-out, not twenty-five.
 */
export async function lookUp(
  directory: FhirDirectory,
  oids: readonly string[],
  outer: AbortSignal,
  { parallel, timeoutMs }: Limits = lookUpLimits,
): Promise<Map<string, LookUpResult>> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(timeoutMs)]);
  const results = new Map<string, LookUpResult>();
  const waiting = oids.values();
  let [outages, responses] = [0, 0];
  const request = async (oid: string): Promise<LookUpResult> => {
    if (!isOid(oid)) return { kind: 'failed', reason: oidText, isOutage: false };
    if (signal.aborted)
      return { kind: 'failed', reason: 'There was no time left to request it from the directory.', isOutage: false };
    if (responses === 0 && outages >= parallel)
      return { kind: 'failed', reason: 'Not requested: the directory does not respond.', isOutage: true };
    const result = await responseOf(directory, oid, signal);
    if (result.kind === 'failed' && result.isOutage) outages++;
    else responses++;
    return result;
  };
  const worker = async () => {
    for (const oid of waiting) results.set(oid, await request(oid));
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return results;
}

async function responseOf(directory: FhirDirectory, oid: string, signal: AbortSignal): Promise<LookUpResult> {
  try {
    const organization = await directory.find(oid, signal);
    return organization ? { kind: 'listed', organization } : { kind: 'unlisted' };
  } catch (error) {
    if (error instanceof FhirFailure) return { kind: 'failed', reason: error.message, isOutage: error.isOutage };
    throw error;
  }
}
