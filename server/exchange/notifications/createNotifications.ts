import type { ExchangeEvent } from '../../../shared/rules/exchange.ts';
import type { Config } from '../../config.ts';
import { newId } from '../../database/newId.ts';
import { notifications } from '../../database/schema/workflows.ts';
import type { WebhookEvent } from '../../../shared/rules/webhook.ts';
import { statement } from '../../database/statement.ts';
import type { Transaction } from '../../database/transaction.ts';
import { announce } from '../../webhooks/announce.ts';
import { enqueueNotification } from './notificationStore.ts';
import { shownUrl } from './shownUrl.ts';

export interface NotificationCause {
  readonly workflowId: string;
  readonly organizationId: string;
  readonly mailMessageId: number;
  readonly event: ExchangeEvent;
}

interface Receiver extends Record<string, unknown> {
  readonly id: string;
  readonly type: number;
  readonly target: string;
  readonly webhookId: string | null;
}

/**
 * Creates the notifications that the organization and the platform subscribe to, with their jobs; returns their number. Those of
 * webhooks show the delivery with the same id.
 */
export async function createNotifications(tx: Transaction, config: Config, cause: NotificationCause): Promise<number> {
  const { workflowId, organizationId, mailMessageId, event } = cause;
  const type = webhookEventOf[event];
  const deliveries = type
    ? await announce(tx, { type, data: { messageId: mailMessageId, workflowId }, organizationIds: [organizationId] })
    : [];
  const hooks = deliveries.map(({ id, webhookId, url }) => ({ id, type: 20, target: shownUrl(url), webhookId }));
  const others = event === 'Failed' ? [] : [...(await emailsOf(tx, cause)), ...productWebhook(config)];
  const all: Receiver[] = [...others, ...hooks];
  if (all.length === 0) return 0;
  await tx.insert(notifications).values(all.map((receiver) => ({ workflowId, event, ...receiver })));
  for (const { id } of others) await enqueueNotification(tx, id);
  return all.length;
}

const webhookEventOf: Readonly<Partial<Record<ExchangeEvent, WebhookEvent>>> = {
  Received: 'message.received',
  Sent: 'message.sent',
  Failed: 'message.failed',
};

/** One prepared statement, because most messages have no receiver of notifications. */
async function emailsOf(tx: Transaction, { organizationId }: NotificationCause): Promise<Receiver[]> {
  const rows = await emails(tx, [organizationId]);
  return rows.map(({ target }) => ({ id: newId(), type: 10, target, webhookId: null }));
}

const emails = statement<{ target: string }>(
  'notification-emails',
  `select min(address) as target
   from organizations, unnest(notification_emails) as address where id = $1::uuid group by lower(address)`,
);

const productWebhook = ({
  exchange: {
    productWebhook: { url },
  },
}: Config): Receiver[] => (url === null ? [] : [{ id: newId(), type: 30, target: shownUrl(url), webhookId: null }]);
