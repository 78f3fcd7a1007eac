import type { Drizzle } from '../database/openDatabase.ts';
import type { RequestContext } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import { organizationAcceptedTerms } from '../terms/acceptedTerms.ts';

export interface ProofingCaller {
  readonly organizationId: string;
  readonly userId: string;
}

/** A person in an organization; a machine client has neither identity nor organization to prove. */
export function proofingCallerOf({ actor: { kind, id, organizationId } }: RequestContext): ProofingCaller {
  if (kind !== 'user' || organizationId === null) throw new ApiProblem('E-PROOFING-STEP');
  return { organizationId, userId: id };
}

/** The agreement comes before any data of a person (spec 2 section 4, step 1). */
export async function refuseWithoutTerms(db: Drizzle, { organizationId }: ProofingCaller): Promise<void> {
  if (!(await organizationAcceptedTerms(db, organizationId))) throw new ApiProblem('E-PROOFING-TERMS');
}
