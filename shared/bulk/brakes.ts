import { thousands } from '../rules/thousands.ts';
import type { PlanFoot } from './plan.ts';
import { BulkError } from './problems.ts';

/** Share of all organizations that a plan may change without --max-changes, and the number that is always allowed. */
const maxShare = 0.2;
const alwaysAllowed = 25;
const defaultMaxDeletes = 25;

export interface BrakeLimits {
  /** Maximum number of rows that may change; replaces the share of all organizations. */
  readonly maxChanges?: number;
  /** Default 25. */
  readonly maxDeletes?: number;
  /** All organizations of the platform; without it the share is not checked. */
  readonly organizations?: number;
  /** What the rows change, in plural: `OIDs`. Default `organizations`. */
  readonly noun?: string;
}

/** The safety limits a plan exceeds (design 1d "Stop conditions"), each with the flag that raises it. */
export const brakesOf = ({ counts }: Pick<PlanFoot, 'counts'>, limits: BrakeLimits): BulkError[] => {
  const { maxChanges, maxDeletes = defaultMaxDeletes, organizations, noun = 'organizations' } = limits;
  const changes = counts.create + counts.update + counts.delete + counts.do;
  const existing = changes - counts.create;
  const errors: BulkError[] = [];
  if (counts.delete > maxDeletes) {
    const message = `The plan deletes ${thousands(counts.delete)} records; the limit is ${thousands(maxDeletes)}.`;
    errors.push(new BulkError('E-BRAKE-DELETES', message, `Allow it with --max-deletes ${counts.delete}.`));
  }
  const allow = `Allow it with --max-changes ${changes}.`;
  if (maxChanges !== undefined) {
    const message = `The plan changes ${thousands(changes)} records; the limit is ${thousands(maxChanges)}.`;
    if (changes > maxChanges) errors.push(new BulkError('E-BRAKE-CHANGES', message, allow));
  } else if (organizations !== undefined && existing > alwaysAllowed && existing > organizations * maxShare) {
    const limit = Math.max(alwaysAllowed, Math.floor(organizations * maxShare));
    const message = `The plan has ${thousands(existing)} changes of ${noun}; the limit is ${thousands(limit)}: 20 % of the number of organizations (${thousands(organizations)}), and at least ${alwaysAllowed}.`;
    errors.push(new BulkError('E-BRAKE-SHARE', message, allow));
  }
  return errors;
};
