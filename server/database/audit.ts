import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { RequestContext } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import { statement } from './statement.ts';
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
  /** True where the operation changes nothing. */
  readonly isRead?: boolean;
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
    await insertEntry(tx, [
      context.actor.id,
      context.actor.name,
      fact.action,
      fact.targetType,
      fact.targetId,
      fact.failure?.outcome ?? 'Success',
      fact.failure?.code ?? null,
      JSON.stringify(fact.changes),
      context.reason ?? null,
      context.requestId,
      context.runId ?? null,
      fact.versionChecked ?? null,
      fact.isRead ?? false,
    ]);
  } catch (cause) {
    throw new ApiProblem('E-UNAVAILABLE', { cause, headers: { 'retry-after': '2' } });
  }
}

/** Every write brings one: planned once. */
const insertEntry = statement(
  'audit-entry',
  `insert into audit_entries (actor_id, actor_name, action, target_type, target_id, outcome, code, changes, reason, request_id, run_id,
     version_checked, is_read)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12::boolean, $13::boolean)`,
);
