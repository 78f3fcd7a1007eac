import { signatureHeader, signWebhook } from '../../../shared/rules/webhookSignature.ts';
import type { Config } from '../../config.ts';
import type { Outcome } from '../../jobs/attempts.ts';
import { postOut } from '../../jobs/postOut.ts';
import type { NotificationToSend } from './notificationStore.ts';

interface Hook {
  readonly url: string;
  readonly secret: string | null;
  readonly allowPrivate: boolean;
}

/** The only permanent refusal of a receiver is 410 Gone; any other status may be a temporary error. */
const gone = 410;

/**
 * Posts a notification to a webhook. Its id is the same in every attempt, so that the receiver recognizes a repetition; ids sort by the
 * time they were made. The signature has the time of sending.
 */
export async function postNotification(
  config: Config,
  notification: NotificationToSend,
  signal: AbortSignal,
): Promise<Outcome> {
  const hook = hookOf(config, notification);
  if (!hook) return { kind: 'refused', reason: 'The webhook was removed or switched off.' };
  const { id, event, mailMessageId, workflowId, organizationId, createdAt } = notification;
  const body = JSON.stringify({ id, event, mailMessageId, workflowId, organizationId, at: createdAt.toISOString() });
  const seconds = Math.floor(Date.now() / 1000);
  const headers: Record<string, string> = {};
  if (hook.secret !== null) headers[signatureHeader] = await signWebhook(hook.secret, body, seconds);
  return postOut({
    service: { url: hook.url, allowPrivate: hook.allowPrivate },
    name: 'webhook',
    idempotencyKey: id,
    body: Buffer.from(body),
    headers,
    isFinal: (status) => status === gone,
    signal,
  });
}

function hookOf(config: Config, { type, webhook }: NotificationToSend): Hook | undefined {
  const { productWebhook, webhooksAllowPrivate } = config.exchange;
  if (type === 30) {
    const { url, secret, allowPrivate } = productWebhook;
    return url === null ? undefined : { url, secret, allowPrivate };
  }
  return webhook === null ? undefined : { ...webhook, allowPrivate: webhooksAllowPrivate };
}
