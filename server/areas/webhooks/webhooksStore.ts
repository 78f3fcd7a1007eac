import { and, asc, desc, eq, getTableColumns, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { Webhook, WebhookDelivery, webhooks as contract } from '../../../shared/contract/webhooks.ts';
import {
  type WebhookAuthentication,
  type WebhookDeliveryStatus,
  type WebhookEvent,
  webhookTestEvent,
} from '../../../shared/rules/webhook.ts';
import { deliveryCount, listCount } from '../../database/listCounts.ts';
import { idPage, ofPage } from '../../database/listPage.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { webhookDeliveries, webhooks } from '../../database/schema/webhooks.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Actor } from '../../http/context.ts';
import { containing } from '../../database/likePattern.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

/** The webhooks of the caller: all, or those of the own organization. */
const ownedBy = ({ role, organizationId }: Actor): SQL | undefined =>
  role === 'SysAdmin' ? undefined : organizationId === null ? sql`false` : eq(webhooks.organizationId, organizationId);

const countOf = (condition: SQL) =>
  sql`(select count(*) from ${webhookDeliveries} where ${webhookDeliveries.webhookId} = ${webhooks.id} and ${condition})`.mapWith(
    Number,
  );

const { secret: _secret, ...columns } = getTableColumns(webhooks);

const joined = (db: Drizzle) =>
  db
    .select({
      ...columns,
      hasSecret: sql<boolean>`${webhooks.secret} is not null`,
      organizationName: organizations.name,
      pendingCount: countOf(sql`${webhookDeliveries.status} in ('Pending', 'In Progress', 'Retrying')`),
      failedCount: countOf(
        sql`${webhookDeliveries.status} = 'Failed' and ${webhookDeliveries.eventType} <> ${webhookTestEvent}`,
      ),
    })
    .from(webhooks)
    .leftJoin(organizations, eq(organizations.id, webhooks.organizationId));

const itemOf = (row: Awaited<ReturnType<typeof joined>>[number]): Webhook => ({
  ...row,
  // The contract checks the names on the way in.
  events: row.events as WebhookEvent[],
  authenticationType: row.authenticationType as WebhookAuthentication,
  failingSince: row.failingSince?.toISOString() ?? null,
  disabledByFailuresAt: row.disabledByFailuresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  modifiedAt: row.modifiedAt.toISOString(),
});

/** The search looks into names, addresses and names of organizations. */
export async function webhookPage({ db }: Database, actor: Actor, query: HandlerInput<typeof contract.list>['query']) {
  const { pageNumber, pageSize, sortDir, search, organizationId, isEnabled, isFailing } = query;
  const direction = sortDir === 'asc' ? asc : desc;
  const pattern = search && containing(search);
  const where = and(
    ownedBy(actor),
    pattern
      ? or(ilike(webhooks.name, pattern), ilike(webhooks.url, pattern), ilike(organizations.name, pattern))
      : undefined,
    organizationId === undefined ? undefined : eq(webhooks.organizationId, organizationId),
    isEnabled === undefined ? undefined : eq(webhooks.isEnabled, isEnabled),
    isFailing === undefined ? undefined : (isFailing ? isNotNull : isNull)(webhooks.failingSince),
  );
  const order = [direction(sql`lower(${webhooks.name})`), direction(webhooks.id)];
  // The deliveries are counted for the rows of the page alone.
  const ids = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .leftJoin(organizations, eq(organizations.id, webhooks.organizationId))
    .where(where)
    .orderBy(...order)
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize);
  const [rows, [counted]] = await Promise.all([
    joined(db)
      .where(inArray(webhooks.id, ids))
      .orderBy(...order),
    db
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(webhooks)
      .leftJoin(organizations, eq(organizations.id, webhooks.organizationId))
      .where(where),
  ]);
  return { items: rows.map(itemOf), totalCount: counted?.count ?? 0 };
}

export async function findWebhook(db: Drizzle, actor: Actor, id: string): Promise<Webhook | undefined> {
  const [row] = await joined(db).where(and(eq(webhooks.id, id), ownedBy(actor)));
  return row && itemOf(row);
}

/** Holds the webhook until the transaction ends. */
export async function lockWebhook(tx: Transaction, actor: Actor, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), ownedBy(actor)))
    .for('update');
  return row;
}

/** Whether the organization exists; it stays until the transaction ends. */
export async function holdOrganization(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('key share');
  return rows.length > 0;
}

/** Number of webhooks of an organization, or of the platform (null); until the transaction ends no other one adds any there. */
export async function lockCount(tx: Transaction, organizationId: string | null): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${organizationId}`}, 727307010))`);
  return tx.$count(
    webhooks,
    organizationId === null ? isNull(webhooks.organizationId) : eq(webhooks.organizationId, organizationId),
  );
}

export async function insertWebhook(tx: Transaction, values: typeof webhooks.$inferInsert): Promise<void> {
  await tx.insert(webhooks).values(values);
}

export async function updateWebhook(
  tx: Transaction,
  id: string,
  values: Partial<typeof webhooks.$inferInsert>,
): Promise<void> {
  await tx
    .update(webhooks)
    .set({ ...values, modifiedAt: sql`now()`, version: sql`${webhooks.version} + 1` })
    .where(eq(webhooks.id, id));
}

export async function deleteWebhook(tx: Transaction, id: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.id, id));
}

const deliveriesOf = (db: Drizzle, where: SQL | undefined) =>
  db
    .select({ ...getTableColumns(webhookDeliveries), webhookName: webhooks.name, webhookIsEnabled: webhooks.isEnabled })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(where);
type DeliveryRow = Awaited<ReturnType<typeof deliveriesOf>>[number];

export const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  status: row.status as WebhookDeliveryStatus,
  isTest: row.eventType === webhookTestEvent,
  attemptCount: row.attempts,
  occurredAt: row.occurredAt.toISOString(),
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  completedAt: row.completedAt?.toISOString() ?? null,
});

/** Ids of the webhooks whose deliveries are listed; undefined for those of every webhook. */
async function listedWebhooks(tx: Transaction, actor: Actor, webhookId: string | undefined) {
  const owned = ownedBy(actor);
  if (owned === undefined) return webhookId === undefined ? undefined : [webhookId];
  const rows = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(owned, webhookId === undefined ? undefined : eq(webhooks.id, webhookId)));
  return rows.map(({ id }) => id);
}

const newestFirst = [desc(webhookDeliveries.sequence), desc(webhookDeliveries.id)];

/** Deliveries, newest event first, with the exact total, from one snapshot. */
export const deliveryPage = (
  database: Pick<Database, 'pool'>,
  actor: Actor,
  query: HandlerInput<typeof contract.deliveries>['query'],
) =>
  inOneSnapshot(database, async (tx) => {
    const { pageNumber, pageSize, webhookId, status, eventType } = query;
    const ids = await listedWebhooks(tx, actor, webhookId);
    const filter = { status, eventType };
    const page = await idPage(tx, {
      table: webhookDeliveries,
      where: and(
        ids && inArray(webhookDeliveries.webhookId, ids),
        status === undefined ? undefined : eq(webhookDeliveries.status, status),
        eventType === undefined ? undefined : eq(webhookDeliveries.eventType, eventType),
      ),
      total: ids ? deliveryCount(ids, filter) : listCount('webhookDeliveries', filter),
      order: newestFirst,
      opposite: [asc(webhookDeliveries.sequence), asc(webhookDeliveries.id)],
      sorted: { sequence: webhookDeliveries.sequence },
      pageNumber,
      pageSize,
    });
    const rows = await deliveriesOf(tx, ofPage(webhookDeliveries, page)).orderBy(...newestFirst);
    return { items: rows.map(deliveryOf), totalCount: page.totalCount };
  });

export async function findDelivery(db: Drizzle, actor: Actor, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await deliveriesOf(db, and(eq(webhookDeliveries.id, id), ownedBy(actor)));
  return row;
}

/** Holds the delivery until the transaction ends. */
export async function lockDelivery(tx: Transaction, actor: Actor, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await deliveriesOf(tx, and(eq(webhookDeliveries.id, id), ownedBy(actor))).for('update', {
    of: webhookDeliveries,
  });
  return row;
}
