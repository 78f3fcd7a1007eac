import type { WebhookEvent } from '../../shared/rules/webhook.ts';
import { newId } from '../database/newId.ts';
import { statement } from '../database/statement.ts';
import type { Transaction } from '../database/queryBuilder.ts';
import { enqueueDelivery } from './enqueueDelivery.ts';

/** What happened. No data of patients: `data` has ids only, and a receiver reads the records with its own rights (PH-1). */
export interface Announcement {
  readonly type: WebhookEvent;
  readonly data: Readonly<Record<string, string | number>>;
  /** Organizations whose webhooks get it, beside those of the platform. */
  readonly organizationIds: readonly string[];
}

export interface AnnouncedDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
}

interface Receiver {
  readonly [column: string]: string | null;
  readonly id: string;
  readonly url: string;
  readonly organizationId: string | null;
}

/**
 * Stores the event for each webhook that subscribes to it, with a job each, in the transaction of what happened: both are committed, or
 * neither.
 */
export async function announce(tx: Transaction, announcement: Announcement): Promise<AnnouncedDelivery[]> {
  const { type, data, organizationIds } = announcement;
  const hooks = await receivers(tx, [type, JSON.stringify(organizationIds)]);
  if (hooks.length === 0) return [];
  const eventId = newId();
  const deliveries = hooks.map(({ id, url, organizationId }) => ({
    id: newId(),
    webhookId: id,
    url,
    organizationId: organizationId ?? organizationIds[0] ?? null,
  }));
  await insertDeliveries(tx, [eventId, type, JSON.stringify(data), JSON.stringify(deliveries)]);
  for (const { id } of deliveries) await enqueueDelivery(tx, id, { isNew: true });
  return deliveries;
}

/** Prepared, because every change of such a record runs it. The lock keeps a webhook until the delivery refers to it. */
const receivers = statement<Receiver>(
  'webhook-receivers',
  `select id, url, organization_id as "organizationId" from webhooks
   where is_enabled and $1::text = any(events) and (organization_id is null
     or organization_id in (select value::uuid from jsonb_array_elements_text($2::jsonb)))
   order by id for key share`,
);

const insertDeliveries = statement(
  'webhook-deliveries',
  `insert into webhook_deliveries (id, webhook_id, event_id, event_type, sequence, organization_id, data)
   select (d->>'id')::uuid, (d->>'webhookId')::uuid, $1::uuid, $2, (select nextval('webhook_event_sequence')),
     (d->>'organizationId')::uuid, $3::jsonb
   from jsonb_array_elements($4::jsonb) as d`,
);
