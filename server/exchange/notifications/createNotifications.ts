import type { ExchangeEvent } from '../../../shared/rules/exchange.ts';
import type { Config } from '../../config.ts';
import { newId } from '../../database/newId.ts';
import { notifications } from '../../database/schema/workflows.ts';
import { statement } from '../../database/statement.ts';
import type { Transaction } from '../../database/transaction.ts';
import { enqueueNotification } from './notificationStore.ts';
import { shownUrl } from './shownUrl.ts';

export interface NotificationCause {
  readonly workflowId: string;
  readonly organizationId: string;
  readonly mailMessageId: number;
  readonly event: ExchangeEvent;
}

interface Receiver extends Record<string, unknown> {
  readonly type: number;
  readonly target: string;
  readonly webhookId: string | null;
}

/** Writes those the organization and the platform want, and their jobs; gives back how many. */
export async function createNotifications(tx: Transaction, config: Config, cause: NotificationCause): Promise<number> {
  const all = [...(await receiversOf(tx, cause)), ...productWebhook(config)];
  if (all.length === 0) return 0;
  const { workflowId, event } = cause;
  const rows = all.map((receiver) => ({ id: newId(), workflowId, event, ...receiver }));
  await tx.insert(notifications).values(rows);
  for (const { id } of rows) await enqueueNotification(tx, id);
  return rows.length;
}

/** One prepared statement, because most messages have no receiver of notifications. */
async function receiversOf(tx: Transaction, { organizationId, event }: NotificationCause): Promise<Receiver[]> {
  const rows = await receivers(tx, [organizationId, event]);
  return rows.map(({ type, target, webhookId }) => ({
    type,
    target: webhookId === null ? target : shownUrl(target),
    webhookId,
  }));
}

const receivers = statement<Receiver>(
  'notification-receivers',
  `select 10 as type, min(address) as target, null::uuid as "webhookId"
     from organizations, unnest(notification_emails) as address where id = $1::uuid group by lower(address)
   union all
   select 20, url, id from webhooks
     where organization_id = $1::uuid and is_enabled and (events = '{}' or $2::text = any(events))`,
);

const productWebhook = ({
  exchange: {
    productWebhook: { url },
  },
}: Config): Receiver[] => (url === null ? [] : [{ type: 30, target: shownUrl(url), webhookId: null }]);
