import { signatureHeader, signWebhook } from '../../../shared/rules/webhookSignature.ts';
import type { Config } from '../../config.ts';
import type { Outcome } from '../../jobs/attempts.ts';
import { postOut } from '../../jobs/postOut.ts';
import type { NotificationToSend } from './notificationStore.ts';

/** The only permanent refusal of a receiver is 410 Gone; any other status may be a temporary error. */
const goneStatus = 410;

/**
 * Posts a notification to the platform's own webhook (type 30). Its id is the same in every attempt, so that the receiver recognizes a repetition; ids sort by the
 * time they were made. The signature has the time of sending.
 */
export async function postNotification(
  config: Config,
  notification: NotificationToSend,
  signal: AbortSignal,
): Promise<Outcome> {
  const { url, secret, allowPrivate } = config.exchange.productWebhook;
  if (url === null) return { kind: 'refused', reason: 'No webhook of the platform is configured.' };
  const { id, event, mailMessageId, workflowId, organizationId, createdAt } = notification;
  const body = JSON.stringify({ id, event, mailMessageId, workflowId, organizationId, at: createdAt.toISOString() });
  const seconds = Math.floor(Date.now() / 1000);
  const headers: Record<string, string> = {};
  if (secret !== null) headers[signatureHeader] = await signWebhook(secret, body, seconds);
  return postOut({
    service: { url, allowPrivate },
    name: 'webhook',
    idempotencyKey: id,
    body: Buffer.from(body),
    headers,
    isFinal: (status) => status === goneStatus,
    signal,
  });
}
