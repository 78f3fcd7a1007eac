import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '../../../shared/contract/audit.ts';
import { type AuditOutcome, auditOutcomeNames } from '../../../shared/contract/auditOutcomes.ts';
import { auditEntries } from '../../database/schema/records.ts';
import type { Transaction } from '../../database/transaction.ts';
import { distinctValues } from './distinctValues.ts';

export interface AuditQuery {
  readonly runId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly isRead?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly pageNumber: number;
  readonly pageSize: number;
}

type Row = typeof auditEntries.$inferSelect;

export const outcomeOf = (text: string): AuditOutcome => auditOutcomeNames.find((known) => known === text) ?? 'Invalid';

const answer = ({ at, outcome, changes, versionChecked: _checked, ...row }: Row): AuditEntry => ({
  ...row,
  at: at.toISOString(),
  outcome: outcomeOf(outcome),
  changes: Object.entries(changes).map(([field, { before, after }]) => ({ field, before, after })),
});

const isOf = (action: string) => (name: string) => name === action || name.startsWith(`${action}.`);
const names = (actor: string) => {
  const part = actor.toLowerCase();
  return (name: string) => name.toLowerCase().includes(part);
};

async function conditionOf(tx: Transaction, query: AuditQuery): Promise<SQL | undefined> {
  const { runId, actorId, actor, action, target, outcome, isRead, from, to } = query;
  // inArray of nothing is false: nobody of that name, nothing found.
  const people = actor === undefined ? undefined : (await distinctValues(tx, 'actorName')).filter(names(actor));
  const actions = action === undefined ? undefined : (await distinctValues(tx, 'action')).filter(isOf(action));
  return and(
    runId === undefined ? undefined : eq(auditEntries.runId, runId),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
    people && inArray(auditEntries.actorName, people),
    actions && inArray(auditEntries.action, actions),
    target === undefined ? undefined : eq(auditEntries.targetId, target),
    outcome && eq(auditEntries.outcome, outcome),
    isRead === undefined ? undefined : isRead ? eq(auditEntries.isRead, true) : sql`not is_read`,
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  );
}

/** A page of audit rows with the exact number of all that match; the slice is cut from ids, so that deep pages carry no field changes. */
export async function auditPage(tx: Transaction, query: AuditQuery) {
  const where = await conditionOf(tx, query);
  const { pageNumber, pageSize } = query;
  const slice = tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize);
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.id, sql`(${slice})`))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id));
  return { items: rows.map(answer), totalCount: await tx.$count(auditEntries, where) };
}
