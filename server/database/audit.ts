import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { RequestContext } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import { auditEntries } from './schema/records.ts';
import type { Transaction } from './transaction.ts';

export interface AuditFact {
  /** Area and name of the contract row: `organizations.update`. */
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  /** Changed fields only, each before and after. */
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
  /** False where the caller sent no version although the record carries one. */
  readonly versionChecked?: boolean;
  /** Where it was not carried out: how it ended, and the code of the refusal. */
  readonly failure?: { readonly outcome: 'Refused' | 'Invalid'; readonly code: ErrorCode };
}

/** Writes the audit row in the transaction of the change. What cannot be audited does not happen (AD-2). */
export async function audit(
  tx: Transaction,
  context: Pick<RequestContext, 'actor' | 'requestId' | 'reason' | 'runId'>,
  fact: AuditFact,
): Promise<void> {
  try {
    await tx.insert(auditEntries).values({
      actorId: context.actor.id,
      actorName: context.actor.name,
      action: fact.action,
      targetType: fact.targetType,
      targetId: fact.targetId,
      changes: { ...fact.changes },
      reason: context.reason ?? null,
      requestId: context.requestId,
      runId: context.runId ?? null,
      versionChecked: fact.versionChecked ?? null,
      ...fact.failure,
    });
  } catch (cause) {
    throw new ApiProblem('E-UNAVAILABLE', { cause, headers: { 'retry-after': '2' } });
  }
}
