import type { BulkAction, Current } from './action.ts';
import { hashText } from './hash.ts';
import { type Change, canonicalText, changesBetween, isSame, type Values } from './values.ts';

/** Hash of a controlled state, for drift; null without a record. */
export const stateHash = (values: Values | null | undefined): string | null =>
  values === null || values === undefined ? null : hashText(canonicalText(values));

/**
 * Hash of the state that a plan is made on: the controlled state and, where the action reads it, the newest change of what belongs to the
 * record.
 */
export const driftHash = (current: Current | undefined): string | null => {
  if (current?.latestChange === undefined) return stateHash(current?.values);
  return hashText(`${canonicalText(current.values)}\nlatestChange=${current.latestChange.id}`);
};

/** The cells that a row would change: all of them for a new record, none for an action without a state. */
export const changesOf = (action: BulkAction, values: Values, current: Current | undefined): readonly Change[] => {
  const desired = action.desired(values);
  return desired === null ? [] : changesBetween(current?.values ?? {}, desired);
};

/** Whether the current record has the desired state; false where no state can be compared. */
export const isDone = (action: BulkAction, values: Values, current: Current | undefined): boolean => {
  if (action.kind === 'delete') return current === undefined;
  return current !== undefined && action.desired(values) !== null && changesOf(action, values, current).length === 0;
};

/**
 * Whether `now` lies between `before` and the desired state: each cell has its former or its desired value. Any other difference is a
 * change by another user.
 */
export const isOnTheWay = (action: BulkAction, values: Values, before: Values | null, now: Values | null): boolean => {
  if (before === null || now === null) return before === now;
  const desired = action.desired(values) ?? {};
  return Object.keys({ ...before, ...now }).every(
    (column) =>
      isSame(now[column], before[column]) || (Object.hasOwn(desired, column) && isSame(now[column], desired[column])),
  );
};
