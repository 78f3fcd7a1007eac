import type { RequestContext } from './context.ts';
import { ApiProblem } from './problem.ts';

/**
 * Refuses a write based on an older record. The specification's callers send no version: they are let in, and the audit row says
 * that nothing was compared.
 */
export function checkVersion(current: number, { ifMatch }: Pick<RequestContext, 'ifMatch'>, sent?: number): boolean {
  if (ifMatch !== undefined && ifMatch !== current) throw new ApiProblem('E-PRECONDITION-FAILED');
  if (sent !== undefined && sent !== current) throw new ApiProblem('E-VERSION-CONFLICT');
  return ifMatch !== undefined || sent !== undefined;
}
