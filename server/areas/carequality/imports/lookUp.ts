import { isOid, oidText } from '../../../../shared/rules/carequality.ts';
import { type DirectoryOrganization, FhirFailure, type FhirDirectory } from '../../../fhir/directory.ts';

/** What the directory says about one OID. */
export type Answer =
  | { readonly kind: 'found'; readonly organization: DirectoryOrganization }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string; readonly isOutage: boolean };

interface Limits {
  /** Questions asked at the same time. */
  readonly parallel: number;
  /** For all of them together; what is not answered then has failed. */
  readonly timeoutMs: number;
}
export const lookUpLimits: Limits = { parallel: 4, timeoutMs: 9_000 };

/**
 * Asks for every OID, a few at a time. When the first ones get no answer at all, the others are not asked: a directory that is down
 * costs one time-out, not twenty-five.
 */
export async function lookUp(
  directory: FhirDirectory,
  oids: readonly string[],
  outer: AbortSignal,
  { parallel, timeoutMs }: Limits = lookUpLimits,
): Promise<Map<string, Answer>> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(timeoutMs)]);
  const answers = new Map<string, Answer>();
  const waiting = oids.values();
  let [outages, replies] = [0, 0];
  const ask = async (oid: string): Promise<Answer> => {
    if (!isOid(oid)) return { kind: 'failed', reason: oidText, isOutage: false };
    if (signal.aborted)
      return { kind: 'failed', reason: 'There was no time left to ask the directory.', isOutage: false };
    if (replies === 0 && outages >= parallel)
      return { kind: 'failed', reason: 'Not asked: the directory does not answer.', isOutage: true };
    const answer = await responseOf(directory, oid, signal);
    if (answer.kind === 'failed' && answer.isOutage) outages++;
    else replies++;
    return answer;
  };
  const worker = async () => {
    for (const oid of waiting) answers.set(oid, await ask(oid));
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return answers;
}

async function responseOf(directory: FhirDirectory, oid: string, signal: AbortSignal): Promise<Answer> {
  try {
    const organization = await directory.find(oid, signal);
    return organization ? { kind: 'found', organization } : { kind: 'gone' };
  } catch (error) {
    if (error instanceof FhirFailure) return { kind: 'failed', reason: error.message, isOutage: error.isOutage };
    throw error;
  }
}
