import type { BulkAction, Current } from './action.ts';
import { hashText } from './hash.ts';
import { type Change, canonicalText, changesBetween, isSame, type Values } from './values.ts';

/** Hash of a governed state, for drift; null where nothing stands. */
export const stateHash = (values: Values | null | undefined): string | null =>
  values === null || values === undefined ? null : hashText(canonicalText(values));

/** Hash of what a plan is made on: the governed state and, where the action reads it, the newest change of what belongs to the record. */
export const driftHash = (current: Current | undefined): string | null => {
  if (current?.latestChange === undefined) return stateHash(current?.values);
  return hashText(`${canonicalText(current.values)}\nlatestChange=${current.latestChange.id}`);
};

/** The cells a row would change: all it asks for where nothing stands, none for a deed without a state. */
export const changesOf = (action: BulkAction, values: Values, current: Current | undefined): readonly Change[] => {
  const desired = action.desired(values);
  return desired === null ? [] : changesBetween(current?.values ?? {}, desired);
};

/** Whether what stands is what the row asks for; false where there is no state to look at. */
export const isDone = (action: BulkAction, values: Values, current: Current | undefined): boolean => {
  if (action.kind === 'delete') return current === undefined;
  return current !== undefined && action.desired(values) !== null && changesOf(action, values, current).length === 0;
};

/**
 * Whether `now` lies between `before` and what the row asks for: each cell is as it was or as wanted. What else differs was changed by
 * somebody else.
 */
export const isOnTheWay = (action: BulkAction, values: Values, before: Values | null, now: Values | null): boolean => {
  if (before === null || now === null) return before === now;
  const desired = action.desired(values) ?? {};
  return Object.keys({ ...before, ...now }).every(
    (column) =>
      isSame(now[column], before[column]) || (Object.hasOwn(desired, column) && isSame(now[column], desired[column])),
  );
};
