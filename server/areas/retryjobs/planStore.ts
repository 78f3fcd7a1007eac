import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/transaction.ts';
import { candidatesSql, type Selection } from './candidates.ts';

const shownItems = 100;

interface PlanItem {
  readonly workflowId: string;
  readonly mailMessageId: number;
  readonly stepName: string | null;
  readonly isEligible: boolean;
  readonly reason: string | null;
  readonly errorCode: string | null;
}

/** What a retry of these workflows would do. */
export async function planOf(tx: Transaction, selection: Selection, allowDuplicate: boolean) {
  const { rows: groups } = await tx.execute<{ reason: string | null; isEligible: boolean; count: number }>(sql`
    select reason, is_eligible as "isEligible", count(*)::int as count
    from (${candidatesSql(selection, allowDuplicate)}) c group by reason, is_eligible order by count desc, reason`);
  const { rows: items } = await tx.execute<PlanItem & Record<string, unknown>>(sql`
    select workflow_id as "workflowId", mail_message_id::float8 as "mailMessageId", step_name as "stepName",
      is_eligible as "isEligible", reason, error_code as "errorCode"
    from (${candidatesSql(selection, allowDuplicate)}) c order by place limit ${shownItems}::int`);
  const sum = (counted: typeof groups) => counted.reduce((all, { count }) => all + count, 0);
  const refused = groups.filter(({ isEligible }) => !isEligible);
  return {
    total: sum(groups),
    eligible: sum(groups) - sum(refused),
    reasons: refused.map(({ reason, count }) => ({ reason: reason ?? 'unknown', count })),
    items,
  };
}
