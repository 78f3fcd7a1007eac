import { and, eq, inArray, sql } from 'drizzle-orm';
import { notificationStatuses } from '../../../shared/rules/notification.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { notifications, workflows } from '../../database/schema/workflows.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Transaction } from '../../database/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';

type Status = (typeof notificationStatuses)[number];
const codeOf = (status: Status): number => notificationStatuses.indexOf(status);

export const enqueueNotification = (tx: Transaction, notificationId: string, inSeconds = 0): Promise<void> =>
  enqueue(tx, 'notification.send', { notificationId }, { key: `notification:${notificationId}`, inSeconds });

/** A notification with its content: ids, names and the event, no patient data. */
export interface NotificationToSend {
  readonly id: string;
  readonly type: number;
  readonly target: string;
  readonly event: string;
  readonly createdAt: Date;
  readonly attemptCount: number;
  readonly workflowId: string;
  readonly mailMessageId: number;
  readonly organizationId: string;
  readonly organizationName: string;
}

/** Begins an attempt; undefined where the notification is settled already, or went with its organization. */
export async function beginNotifying(db: Drizzle, id: string): Promise<NotificationToSend | undefined> {
  const unsettled = [codeOf('Pending'), codeOf('In Progress'), codeOf('Retrying')];
  const begun = db.$with('begun').as(
    db
      .update(notifications)
      .set({ status: codeOf('In Progress'), attemptCount: sql`${notifications.attemptCount} + 1` })
      .where(and(eq(notifications.id, id), inArray(notifications.status, unsettled)))
      .returning(),
  );
  const [row] = await db
    .with(begun)
    .select({
      id: begun.id,
      type: begun.type,
      target: begun.target,
      event: begun.event,
      createdAt: begun.createdAt,
      attemptCount: begun.attemptCount,
      workflowId: begun.workflowId,
      mailMessageId: workflows.mailMessageId,
      organizationId: workflows.organizationId,
      organizationName: organizations.name,
    })
    .from(begun)
    .innerJoin(workflows, eq(workflows.id, begun.workflowId))
    .innerJoin(organizations, eq(organizations.id, workflows.organizationId));
  return row;
}

/** Ends the attempt with a line for people; false where another worker has taken the notification over meanwhile. */
export async function settleNotification(
  tx: Transaction,
  { id, attemptCount }: Pick<NotificationToSend, 'id' | 'attemptCount'>,
  { status, line }: { readonly status: Status; readonly line: string },
): Promise<boolean> {
  const isOver = status === 'Completed' || status === 'Failed';
  const settled = await tx
    .update(notifications)
    .set({
      status: codeOf(status),
      messages: sql`array_append(${notifications.messages}, ${line})`,
      ...(isOver ? { completedAt: sql`now()` } : {}),
    })
    .where(isMine(id, attemptCount))
    .returning({ id: notifications.id });
  return settled.length > 0;
}

/** The attempt that the end of the server cut off does not count. */
export async function parkNotification(
  tx: Transaction,
  { id, attemptCount }: Pick<NotificationToSend, 'id' | 'attemptCount'>,
): Promise<boolean> {
  const status = codeOf(attemptCount > 1 ? 'Retrying' : 'Pending');
  const parked = await tx
    .update(notifications)
    .set({ status, attemptCount: attemptCount - 1 })
    .where(isMine(id, attemptCount))
    .returning({ id: notifications.id });
  return parked.length > 0;
}

const isMine = (id: string, attemptCount: number) =>
  and(
    eq(notifications.id, id),
    eq(notifications.attemptCount, attemptCount),
    eq(notifications.status, codeOf('In Progress')),
  );
