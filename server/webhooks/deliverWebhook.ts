import { webhookResponseCharacters } from '../../shared/rules/webhook.ts';
import { audit } from '../database/audit.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import type { Services } from '../http/areaEntry.ts';
import { interruptedText, maxAttempts, waitAfter } from '../jobs/attempts.ts';
import { failureText, post, type Posted } from '../jobs/post.ts';
import { systemContext } from '../jobs/systemContext.ts';
import type { TaskRun } from '../jobs/tasks.ts';
import { type DeliveryRequest, deliveryRequest } from './deliveryRequest.ts';
import type { DeliverySlots } from './deliverySlots.ts';
import {
  beginDelivery,
  type Delivery,
  endAttempt,
  type Hook,
  isTest,
  markFailing,
  markWorking,
  parkDelivery,
} from './deliveryStore.ts';

interface Begun {
  readonly delivery: Delivery;
  readonly hook: Hook;
}

type DeliveryServices = Pick<Services, 'config' | 'database' | 'secrets'>;

/** The only permanent refusal of a receiver is 410 Gone; any other status may be a temporary error. */
const goneStatus = 410;

/** One attempt to post an event to a webhook (`webhook.deliver`), and what follows from how it ended. */
export async function deliverWebhook(
  services: DeliveryServices & { readonly slots: DeliverySlots },
  { deliveryId }: { readonly deliveryId: string },
  run: TaskRun,
): Promise<void> {
  const { database, slots } = services;
  const begun = await beginDelivery(database.db, deliveryId);
  if (!begun) return;
  const { delivery, hook } = begun;
  const refusal = refusalOf(services, begun);
  if (refusal !== undefined) {
    await inTransaction(database, (tx) =>
      endAttempt(tx, delivery, { status: 'Failed', responseStatus: null, error: refusal }),
    );
    return;
  }
  const slot = slots.take(hook.id);
  if ('waitSeconds' in slot) {
    await inTransaction(database, (tx) => parkDelivery(tx, delivery, slot.waitSeconds));
    return;
  }
  try {
    await makeAttempt(services, begun, run);
  } finally {
    slot.release();
  }
}

async function makeAttempt(
  { config, database, secrets }: DeliveryServices,
  { delivery, hook }: Begun,
  run: TaskRun,
): Promise<void> {
  const secret = hook.secret === null ? null : await secrets.openWebhook(hook.id, hook.secret);
  const request = await deliveryRequest(delivery, hook, secret);
  const startedAt = new Date();
  const posted = await post({
    service: { url: hook.url, allowPrivate: config.exchange.webhooks.allowPrivate },
    idempotencyKey: delivery.eventId,
    body: Buffer.from(request.body),
    headers: request.headers,
    signal: run.signal,
  });
  await inTransaction(database, async (tx) => {
    if (posted.kind === 'parked') return parkDelivery(tx, delivery);
    const durationMs = Date.now() - startedAt.getTime();
    const attempt = { ...resultOf(posted, request), startedAt, durationMs, requestHeaders: request.shownHeaders };
    const { responseStatus, error } = attempt;
    if (error === null) {
      if (await endAttempt(tx, delivery, { status: 'Delivered', responseStatus, error }, attempt))
        await markWorking(tx, hook);
      return;
    }
    const isFinal = posted.kind === 'blocked' || responseStatus === goneStatus || isTest(delivery);
    const wait = isFinal ? undefined : waitAfter(delivery.attempts, config.exchange.webhooks.retrySeconds);
    const result =
      wait === undefined
        ? ({ status: 'Failed', responseStatus, error } as const)
        : ({ status: 'Retrying', responseStatus, error, wait } as const);
    if ((await endAttempt(tx, delivery, result, attempt)) && !isTest(delivery))
      await disableAfterDays(config, tx, hook);
  });
}

/** Why a delivery is not sent at all. */
function refusalOf({ config }: DeliveryServices, { delivery, hook }: Begun) {
  if (!hook.isEnabled && !isTest(delivery)) return 'The webhook is disabled.';
  const most = isTest(delivery) ? 1 : maxAttempts(config.exchange.webhooks.retrySeconds);
  return delivery.attempts > most ? interruptedText : undefined;
}

/** The response as the log has it. */
function resultOf(posted: Exclude<Posted, { kind: 'parked' }>, { secrets }: DeliveryRequest) {
  if (posted.kind !== 'responded')
    return { responseStatus: null, responseBody: null, error: failureText(posted, 'webhook') };
  const { status, text } = posted;
  const isSuccess = status >= 200 && status < 300;
  const redirected = status >= 300 && status < 400 ? ' Redirects are not followed: set the new address.' : '';
  return {
    responseStatus: status,
    responseBody: shownText(text, secrets),
    error: isSuccess ? null : `The webhook responded with ${status}.${redirected}`,
  };
}

/** The beginning of a response; a receiver may repeat what authenticated the call, and PostgreSQL takes no NUL. */
function shownText(text: string, secrets: readonly string[]): string {
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, '(hidden)'), text.replaceAll('\0', ''));
  return shown.slice(0, webhookResponseCharacters);
}

async function disableAfterDays(config: Services['config'], tx: Transaction, hook: Hook): Promise<void> {
  if (!(await markFailing(tx, hook, config.exchange.webhooks.disableAfterDays))) return;
  await audit(tx, systemContext(`webhook:${hook.id}`), {
    action: 'webhooks.disabledByFailures',
    targetType: 'webhook',
    targetId: hook.id,
    changes: { isEnabled: { before: true, after: false } },
  });
}
