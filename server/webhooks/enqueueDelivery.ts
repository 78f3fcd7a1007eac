import type { Transaction } from '../database/queryBuilder.ts';
import { enqueue } from '../jobs/enqueue.ts';

/** The job of a delivery; one that waits already is replaced. */
export const enqueueDelivery = (
  tx: Transaction,
  deliveryId: string,
  options: { readonly inSeconds?: number; readonly isNew?: boolean } = {},
): Promise<void> => enqueue(tx, 'webhook.deliver', { deliveryId }, { key: `webhook:${deliveryId}`, ...options });
