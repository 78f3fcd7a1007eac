import { webhookHeaders } from '../../shared/rules/webhook.ts';
import { signatureHeader, signWebhook } from '../../shared/rules/webhookSignature.ts';
import type { Delivery, Hook } from './deliveryStore.ts';

/** The body of a delivery: the same bytes in every attempt. Ids only (PH-1). */
export const bodyOf = ({ eventId, eventType, sequence, occurredAt, organizationId, data }: Delivery): string =>
  JSON.stringify({
    id: eventId,
    type: eventType,
    sequence,
    occurredAt: occurredAt.toISOString(),
    organizationId,
    data,
  });

export interface DeliveryRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers for the log, without what authenticates the call. */
  readonly shownHeaders: Readonly<Record<string, string>>;
  /** Every form in which the call has the secret; a receiver may send it back. */
  readonly secrets: readonly string[];
}

/** A secret as a receiver may send it back: also as a text in JSON or in an address. */
const formsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret.toWellFormed()),
];

/** What is sent to the webhook, signed or authenticated with its secret in clear. */
export async function deliveryRequest(
  delivery: Delivery,
  { authenticationType, userName }: Pick<Hook, 'authenticationType' | 'userName'>,
  secret: string | null,
): Promise<DeliveryRequest> {
  const body = bodyOf(delivery);
  const open = {
    [webhookHeaders.eventId]: delivery.eventId,
    [webhookHeaders.eventType]: delivery.eventType,
    [webhookHeaders.sequence]: String(delivery.sequence),
  };
  if (secret === null || authenticationType === 'none') return { body, headers: open, shownHeaders: open, secrets: [] };
  if (authenticationType === 'hmac') {
    const signature = await signWebhook(secret, body, Math.floor(Date.now() / 1000));
    const shown = signature.replace(/v1=.*$/, 'v1=(hidden)');
    return {
      body,
      headers: { ...open, [signatureHeader]: signature },
      shownHeaders: { ...open, [signatureHeader]: shown },
      secrets: [...formsOf(secret), signature.slice(signature.indexOf('v1=') + 3)],
    };
  }
  const credentials =
    authenticationType === 'basic' ? Buffer.from(`${userName ?? ''}:${secret}`, 'utf8').toString('base64') : secret;
  const scheme = authenticationType === 'basic' ? 'Basic' : 'Bearer';
  return {
    body,
    headers: { ...open, authorization: `${scheme} ${credentials}` },
    shownHeaders: { ...open, authorization: `${scheme} (hidden)` },
    secrets: [credentials, ...formsOf(secret)],
  };
}
