import { count, desc, eq, isNotNull, and, max, min } from 'drizzle-orm';
import type { AuditRun } from '../../../shared/contract/audit.ts';
import { auditOutcomeNames } from '../../../shared/contract/auditOutcomes.ts';
import { auditEntries } from '../../database/schema/records.ts';
import type { Transaction } from '../../database/transaction.ts';
import { outcomeOf } from './auditStore.ts';

const maxRows = 50;

/** Summary of the audit rows of a run; undefined without any. */
export async function runSummary(tx: Transaction, runId: string): Promise<AuditRun | undefined> {
  const where = eq(auditEntries.runId, runId);
  const { actorId, actorName, action, outcome, reason, at } = auditEntries;
  const [span] = await tx
    .select({ first: min(at), last: max(at) })
    .from(auditEntries)
    .where(where);
  if (!span?.first || !span.last) return undefined;
  const actors = await tx
    .select({ id: actorId, name: actorName, count: count() })
    .from(auditEntries)
    .where(where)
    .groupBy(actorId, actorName)
    .orderBy(desc(count()), actorName)
    .limit(maxRows);
  const reasons = await tx
    .select({ reason, count: count() })
    .from(auditEntries)
    .where(and(where, isNotNull(reason)))
    .groupBy(reason)
    .orderBy(desc(count()), reason)
    .limit(maxRows);
  const actionRows = await tx
    .select({ action, outcome, count: count() })
    .from(auditEntries)
    .where(where)
    .groupBy(action, outcome)
    .orderBy(desc(count()), action, outcome);
  const actions = actionRows.map((row) => ({ ...row, outcome: outcomeOf(row.outcome) }));
  const sumOf = (name: string) =>
    actions.filter(({ outcome: one }) => one === name).reduce((sum, { count: some }) => sum + some, 0);
  return {
    runId,
    firstAt: span.first.toISOString(),
    lastAt: span.last.toISOString(),
    actors,
    reasons: reasons.map(({ reason: text, count: some }) => ({ reason: text ?? '', count: some })),
    actions: actions.slice(0, maxRows),
    outcomes: auditOutcomeNames
      .map((one) => ({ outcome: one, count: sumOf(one) }))
      .filter(({ count: some }) => some > 0),
  };
}
