import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { WebhookDeliveryStatus } from '../../shared/rules/webhook.ts';
import { webhookTestEvent } from '../../shared/rules/webhook.ts';
import { notificationStatuses } from '../../shared/rules/notification.ts';
import { newId } from '../database/newId.ts';
import type { Database, Drizzle } from '../database/openDatabase.ts';
import { webhookAttempts, webhookDeliveries, webhooks } from '../database/schema/webhooks.ts';
import { notifications } from '../database/schema/workflows.ts';
import type { Transaction } from '../database/transaction.ts';
import { enqueueDelivery } from './enqueueDelivery.ts';

export type Delivery = typeof webhookDeliveries.$inferSelect;
export type Hook = typeof webhooks.$inferSelect;
export type Attempt = Omit<typeof webhookAttempts.$inferInsert, 'id' | 'deliveryId'>;

const unsettled: WebhookDeliveryStatus[] = ['Pending', 'Retrying', 'In Progress'];

/** Begins an attempt; undefined where the delivery is over already, or went with its webhook. */
export async function beginDelivery(db: Drizzle, id: string): Promise<{ delivery: Delivery; hook: Hook } | undefined> {
  const [delivery] = await db
    .update(webhookDeliveries)
    .set({ status: 'In Progress', attempts: sql`${webhookDeliveries.attempts} + 1`, nextAttemptAt: null })
    .where(and(eq(webhookDeliveries.id, id), inArray(webhookDeliveries.status, unsettled)))
    .returning();
  if (!delivery) return undefined;
  const [hook] = await db.select().from(webhooks).where(eq(webhooks.id, delivery.webhookId));
  return hook && { delivery, hook };
}

export const isTest = ({ eventType }: Pick<Delivery, 'eventType'>): boolean => eventType === webhookTestEvent;

/** Ends the attempt; false where another worker has taken the delivery over meanwhile, or it was sent again. */
async function settle(
  tx: Transaction,
  { id, attempts }: Delivery,
  values: PgUpdateSetSource<typeof webhookDeliveries>,
): Promise<boolean> {
  const settled = await tx
    .update(webhookDeliveries)
    .set(values)
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.attempts, attempts),
        eq(webhookDeliveries.status, 'In Progress'),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  return settled.length > 0;
}

interface Result {
  readonly status: 'Delivered' | 'Failed' | 'Retrying';
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** Seconds until the next attempt. */
  readonly wait?: number;
}

/** Stores how an attempt ended, in the log, in the notification of the workflow, and as the job of the next attempt. */
export async function endAttempt(
  tx: Transaction,
  delivery: Delivery,
  { status, responseStatus, error, wait }: Result,
  attempt?: Attempt,
): Promise<boolean> {
  const isOver = status !== 'Retrying';
  const nextAttemptAt = wait === undefined ? null : sql`now() + make_interval(secs => ${wait}::float8)`;
  const completedAt = isOver ? sql`now()` : null;
  if (!(await settle(tx, delivery, { status, responseStatus, error, nextAttemptAt, completedAt }))) return false;
  if (attempt) await tx.insert(webhookAttempts).values({ ...attempt, id: newId(), deliveryId: delivery.id });
  if (wait !== undefined) await enqueueDelivery(tx, delivery.id, { inSeconds: wait });
  const text = error ?? `The webhook responded with ${responseStatus}.`;
  const line = `${new Date().toISOString()} Attempt ${delivery.attempts}: ${text}`;
  await showInWorkflow(tx, delivery.id, status === 'Delivered' ? 'Completed' : status, line);
  return true;
}

/** An attempt that the end of the server cut off, or for which there was no slot, does not count. */
export async function parkDelivery(tx: Transaction, delivery: Delivery, inSeconds = 0): Promise<void> {
  const status = delivery.attempts > 1 ? 'Retrying' : 'Pending';
  if (await settle(tx, delivery, { status, attempts: delivery.attempts - 1 }))
    await enqueueDelivery(tx, delivery.id, { inSeconds });
}

/** The inspector shows the deliveries of a message as notifications of its workflow. */
async function showInWorkflow(
  tx: Transaction,
  id: string,
  status: (typeof notificationStatuses)[number],
  line: string,
): Promise<void> {
  await tx
    .update(notifications)
    .set({
      status: notificationStatuses.indexOf(status),
      attemptCount: sql`${notifications.attemptCount} + 1`,
      messages: sql`array_append(${notifications.messages}, ${line})`,
      completedAt: status === 'Retrying' ? null : sql`now()`,
    })
    .where(eq(notifications.id, id));
}

/** After a success: the webhook works. */
export async function markWorking(tx: Transaction, { id, failingSince }: Hook): Promise<void> {
  if (failingSince !== null) await tx.update(webhooks).set({ failingSince: null }).where(eq(webhooks.id, id));
}

/** After a failure: true where the webhook was disabled, because nothing was delivered for so many days. */
export async function markFailing(tx: Transaction, { id, failingSince }: Hook, days: number): Promise<boolean> {
  if (failingSince === null) {
    const first = and(eq(webhooks.id, id), sql`${webhooks.failingSince} is null`);
    await tx.update(webhooks).set({ failingSince: sql`now()` }).where(first);
    return false;
  }
  const disabled = await tx
    .update(webhooks)
    .set({ isEnabled: false, disabledByFailuresAt: sql`now()`, version: sql`${webhooks.version} + 1` })
    .where(
      and(
        eq(webhooks.id, id),
        eq(webhooks.isEnabled, true),
        sql`${webhooks.failingSince} < now() - make_interval(days => ${days}::int)`,
      ),
    )
    .returning({ id: webhooks.id });
  return disabled.length > 0;
}

/** Puts a delivery to the start of its attempts. */
export async function restartDelivery(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: 'Pending', attempts: 0, nextAttemptAt: null, completedAt: null, responseStatus: null, error: null })
    .where(eq(webhookDeliveries.id, id));
  await enqueueDelivery(tx, id);
}

/** Stores a test event for one webhook; returns the id of its delivery. */
export async function addTestDelivery(tx: Transaction, { id, organizationId }: Pick<Hook, 'id' | 'organizationId'>) {
  const deliveryId = newId();
  await tx.insert(webhookDeliveries).values({
    id: deliveryId,
    webhookId: id,
    eventId: newId(),
    eventType: webhookTestEvent,
    sequence: sql`nextval('webhook_event_sequence')`,
    organizationId,
    data: { webhookId: id },
  });
  await enqueueDelivery(tx, deliveryId, { isNew: true });
  return deliveryId;
}

export const attemptsOf = (db: Drizzle, deliveryId: string) =>
  db.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, deliveryId)).orderBy(asc(webhookAttempts.id));

/** Deletes what the log has no longer. */
export async function deleteOldDeliveries({ pool }: Pick<Database, 'pool'>, days: number): Promise<void> {
  await pool.query(`delete from webhook_deliveries where completed_at < now() - make_interval(days => $1::int)`, [
    days,
  ]);
}
