import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { AlertRule, SystemAlert } from '../../../shared/contract/exchangeSchemas.ts';
import type { AlertState } from '../../../shared/rules/exchange.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { alertRules, systemAlerts } from '../../database/schema/watch.ts';
import type { Transaction } from '../../database/transaction.ts';

export type AlertRow = typeof systemAlerts.$inferSelect;
export type RuleRow = typeof alertRules.$inferSelect;
export type OpenAlert = Pick<AlertRow, 'status' | 'channel' | 'direction' | 'alertType' | 'value' | 'threshold'>;

const resolvedDays = 30;

// Only this folder writes these rows; the response is checked against the lists of the contract.
export const alertOf = ({ ruleId: _rule, calmSince: _calm, ...row }: AlertRow): SystemAlert => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
  status: row.status as SystemAlert['status'],
  alertType: row.alertType as SystemAlert['alertType'],
  state: row.state as SystemAlert['state'],
  channel: row.channel as SystemAlert['channel'],
  direction: row.direction as SystemAlert['direction'],
});

export const ruleOf = (row: RuleRow): AlertRule => ({
  ...row,
  alertType: row.alertType as AlertRule['alertType'],
  channel: row.channel as AlertRule['channel'],
  direction: row.direction as AlertRule['direction'],
  severity: row.severity as AlertRule['severity'],
});

/** Newest first. Without a state: the unresolved ones. Resolved ones of the last 30 days only. */
export async function alertList(db: Drizzle, state: AlertState | undefined): Promise<SystemAlert[]> {
  const recent = gte(systemAlerts.createdAt, sql`now() - make_interval(days => ${resolvedDays})`);
  const where = state === undefined ? ne(systemAlerts.state, 'resolved') : eq(systemAlerts.state, state);
  const rows = await db
    .select()
    .from(systemAlerts)
    .where(state === 'resolved' ? and(where, recent) : where)
    .orderBy(desc(systemAlerts.createdAt), desc(systemAlerts.id))
    .limit(500);
  return rows.map(alertOf);
}

export const openAlerts = (db: Drizzle): Promise<OpenAlert[]> =>
  db
    .select({
      status: systemAlerts.status,
      channel: systemAlerts.channel,
      direction: systemAlerts.direction,
      alertType: systemAlerts.alertType,
      value: systemAlerts.value,
      threshold: systemAlerts.threshold,
    })
    .from(systemAlerts)
    .where(ne(systemAlerts.state, 'resolved'));

/** All unresolved alerts, locked until the transaction ends. */
export const lockOpenAlerts = (tx: Transaction): Promise<AlertRow[]> =>
  tx.select().from(systemAlerts).where(ne(systemAlerts.state, 'resolved')).orderBy(systemAlerts.id).for('update');

export async function lockAlert(tx: Transaction, id: string): Promise<AlertRow | undefined> {
  const [record] = await tx.select().from(systemAlerts).where(eq(systemAlerts.id, id)).for('update');
  return record;
}

export async function insertAlert(tx: Transaction, row: typeof systemAlerts.$inferInsert): Promise<AlertRow> {
  const [inserted] = await tx.insert(systemAlerts).values(row).returning();
  if (!inserted) throw new Error('An alert was not written.');
  return inserted;
}

export async function updateAlert(
  tx: Transaction,
  id: string,
  columns: PgUpdateSetSource<typeof systemAlerts>,
): Promise<AlertRow> {
  const [changed] = await tx.update(systemAlerts).set(columns).where(eq(systemAlerts.id, id)).returning();
  if (!changed) throw new Error('An alert does not exist any more.');
  return changed;
}

export const ruleList = (db: Drizzle): Promise<RuleRow[]> =>
  db.select().from(alertRules).orderBy(asc(alertRules.alertType), asc(alertRules.threshold), asc(alertRules.id));

export async function lockRule(tx: Transaction, id: string): Promise<RuleRow | undefined> {
  const [record] = await tx.select().from(alertRules).where(eq(alertRules.id, id)).for('update');
  return record;
}

export async function updateRule(
  tx: Transaction,
  id: string,
  columns: PgUpdateSetSource<typeof alertRules>,
): Promise<RuleRow> {
  const [changed] = await tx.update(alertRules).set(columns).where(eq(alertRules.id, id)).returning();
  if (!changed) throw new Error('An alert rule does not exist any more.');
  return changed;
}
