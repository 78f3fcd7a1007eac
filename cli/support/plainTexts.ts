import { rowStatuses, runEnds } from '../../shared/bulk/journal.ts';

/** Lets a text through only where it has the form of what it must be; anything else becomes a mark. */
const only =
  (form: RegExp) =>
  (text: unknown): string | null => {
    if (text === null || text === undefined) return null;
    return typeof text === 'string' && form.test(text) ? text : '[removed]';
  };

const among =
  (words: readonly string[]) =>
  (text: unknown): string | null => {
    if (text === null || text === undefined) return null;
    return words.find((word) => word === text) ?? '[removed]';
  };

export const plainStatus = among(rowStatuses);
export const plainEnd = among(runEnds);
/** `E-NAME-TAKEN`. */
export const plainCode = only(/^E(-[A-Z0-9]+){1,6}$/);
export const plainRun = only(/^\d{8}T\d{6}Z-[a-z0-9]{4}$/);
export const plainMoment = only(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
/** A UUID, or a hash. */
export const plainHash = only(/^[0-9a-f-]{36}$|^[0-9a-f]{64}$/);
/** Words of our own: commands, actions, versions. */
export const plainWords = only(/^[a-z0-9.-]{0,30}( [a-z-]{1,30}){0,3}$/);
/** `20260821T060000Z-k3f9-218`, as carepost makes them, or a UUID of the server. */
export const plainCorrelation = only(/^\d{8}T\d{6}Z-[a-z0-9]{4}-\d+(-\d+)?$|^[0-9a-f-]{36}$/);
/** What a file says may be anything, whatever its type promises. */
export const plainNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
