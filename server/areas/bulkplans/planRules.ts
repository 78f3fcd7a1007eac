import { ApiProblem } from '../../http/problem.ts';
import type { findBulkPlan, PlanFacts } from './bulkplansStore.ts';

type KnownPlan = NonNullable<Awaited<ReturnType<typeof findBulkPlan>>>;

const hour = 60 * 60 * 1000;
/** A plan lives for 24 hours; the hour more is for clocks that differ. */
const longestLife = 25 * hour;

/** What a caller says of a plan must be what was said of it first: its hash covers all of that. */
export function refuseAltered(known: KnownPlan, given: PlanFacts): void {
  const isSame =
    known.sha256 === given.sha256 &&
    known.action === given.action &&
    known.rowCount === given.rowCount &&
    known.createdBy === given.createdBy &&
    known.expiresAt.getTime() === given.expiresAt.getTime();
  if (!isSame) throw new ApiProblem('E-PLAN-ALTERED');
}

export function refuseExpired({ expiresAt }: KnownPlan, now: number): void {
  if (expiresAt.getTime() <= now) throw new ApiProblem('E-PLAN-EXPIRED');
}

/** A plan that says it lives longer than plans do is none of ours. */
export function refuseLongLife({ expiresAt }: PlanFacts, now: number): void {
  if (expiresAt.getTime() - now <= longestLife) return;
  throw new ApiProblem('E-REQUEST-INVALID', { modelState: { expiresAt: ['must be at most 24 hours from now'] } });
}

/** Four eyes: whoever approved it neither made it nor applies it. */
export function refuseUnapproved({ approvedBy, createdBy }: KnownPlan, callerId: string): void {
  if (approvedBy === null) throw new ApiProblem('E-PLAN-NOT-APPROVED');
  if (approvedBy === callerId || approvedBy === createdBy) throw new ApiProblem('E-PLAN-SELF-APPROVED');
}
