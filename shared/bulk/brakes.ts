import type { PlanFoot } from './plan.ts';
import { BulkError } from './problems.ts';

/** Share of all organizations that a plan may change without being asked for, and the number that is always small enough. */
const mostShare = 0.2;
const alwaysAllowed = 25;
const usualMaxDeletes = 25;

export interface BrakeLimits {
  /** Rows that may change something; given, the share of all organizations no longer counts. */
  readonly maxChanges?: number;
  /** 25 unless given. */
  readonly maxDeletes?: number;
  /** All organizations of the platform; without it the share is not looked at. */
  readonly organizations?: number;
}

/** What keeps a plan from being applied until it is allowed expressly (design 1d "Stop conditions"); null where nothing does. */
export const brakeOf = ({ counts }: Pick<PlanFoot, 'counts'>, limits: BrakeLimits): BulkError | null => {
  const { maxChanges, maxDeletes = usualMaxDeletes, organizations } = limits;
  const changes = counts.create + counts.update + counts.delete + counts.do;
  if (counts.delete > maxDeletes) {
    return new BulkError(
      'E-BRAKE-DELETES',
      `The plan deletes ${counts.delete} records; ${maxDeletes} are allowed at once.`,
    );
  }
  if (maxChanges !== undefined) {
    return changes > maxChanges
      ? new BulkError('E-BRAKE-CHANGES', `The plan changes ${changes} records; ${maxChanges} are allowed at once.`)
      : null;
  }
  const existing = changes - counts.create;
  if (organizations === undefined || existing <= alwaysAllowed || existing <= organizations * mostShare) return null;
  return new BulkError(
    'E-BRAKE-SHARE',
    `The plan has ${existing} changes for ${organizations} organizations, more than 20 %.`,
  );
};
