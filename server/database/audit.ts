import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { RequestContext } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import { announceChange } from '../webhooks/announceChange.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

export interface AuditEvent {
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

/**
 * Writes the audit row in the transaction of the change. Without it the change is rolled back (AD-2). Webhooks that subscribe to the change
 * get their deliveries in the same transaction.
 */
export async function audit(
  tx: Transaction,
  context: Pick<RequestContext, 'actor' | 'requestId' | 'reason' | 'runId'>,
  event: AuditEvent,
): Promise<void> {
  try {
    await insertEntry(tx, [
      context.actor.id,
      context.actor.name,
      event.action,
      event.targetType,
      event.targetId,
      event.failure?.outcome ?? 'Success',
      event.failure?.code ?? null,
      JSON.stringify(event.changes),
      context.reason ?? null,
      context.requestId,
      context.runId ?? null,
      event.versionChecked ?? null,
      event.isRead ?? false,
    ]);
  } catch (cause) {
    throw new ApiProblem('E-UNAVAILABLE', { cause, headers: { 'retry-after': '2' } });
  }
  if (event.failure === undefined && event.isRead !== true) await announceChange(tx, event);
}

/** Every write brings one: planned once. */
const insertEntry = statement(
  'audit-entry',
  `insert into audit_entries (actor_id, actor_name, action, target_type, target_id, outcome, code, changes, reason, request_id, run_id,
     version_checked, is_read)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12::boolean, $13::boolean)`,
);
