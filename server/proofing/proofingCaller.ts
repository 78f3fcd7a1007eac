import type { RequestContext } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';

export interface ProofingCaller {
  readonly organizationId: string;
  readonly userId: string;
}

/** A person in an organization; a machine client has neither identity nor organization to prove. */
export function proofingCallerOf({ actor: { kind, id, organizationId } }: RequestContext): ProofingCaller {
  if (kind !== 'user' || organizationId === null) throw new ApiProblem('E-PROOFING-STEP');
  return { organizationId, userId: id };
}
