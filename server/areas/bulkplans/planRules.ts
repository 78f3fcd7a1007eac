import { ApiProblem } from '../../http/problem.ts';
import type { findBulkPlan, PlanDescription } from './bulkplansStore.ts';

type StoredPlan = NonNullable<Awaited<ReturnType<typeof findBulkPlan>>>;

const hour = 60 * 60 * 1000;
/** A plan is valid for 24 hours; one more hour allows for clocks that differ. */
const maxLifetime = 25 * hour;

/** The description of a plan must be equal to the stored one, because its hash covers all of it. */
export function refuseAltered(stored: StoredPlan, requested: PlanDescription): void {
  const isSame =
    stored.sha256 === requested.sha256 &&
    stored.action === requested.action &&
    stored.rowCount === requested.rowCount &&
    stored.createdBy === requested.createdBy &&
    stored.expiresAt.getTime() === requested.expiresAt.getTime();
  if (!isSame) throw new ApiProblem('E-PLAN-ALTERED');
}

export function refuseExpired({ expiresAt }: StoredPlan, now: number): void {
  if (expiresAt.getTime() <= now) throw new ApiProblem('E-PLAN-EXPIRED');
}

/** Refuses a plan that is valid for longer than plans are. */
export function refuseLongLifetime({ expiresAt }: PlanDescription, now: number): void {
  if (expiresAt.getTime() - now <= maxLifetime) return;
  throw new ApiProblem('E-REQUEST-INVALID', { modelState: { expiresAt: ['must be at most 24 hours from now'] } });
}

/** Four eyes: the user who approved the plan neither created nor applies it. */
export function refuseUnapproved({ approvedBy, createdBy }: StoredPlan, callerId: string): void {
  if (approvedBy === null) throw new ApiProblem('E-PLAN-NOT-APPROVED');
  if (approvedBy === callerId || approvedBy === createdBy) throw new ApiProblem('E-PLAN-SELF-APPROVED');
}
