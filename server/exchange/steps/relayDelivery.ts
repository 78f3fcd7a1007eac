import { readContent } from '../../documents/attachmentStore.ts';
import type { WorkflowRun, DeliveryRow, StoredAttachment } from '../workflowRun.ts';
import type { ExchangeServices } from '../exchangeServices.ts';
import type { RelayOutcome } from '../outbound/sendMail.ts';
import { type RelayMail, relayMail } from '../outbound/relay.ts';
import type { OutsideWork, Prepared, StepParts, StepResult } from '../stepResult.ts';

type Conclude = (run: WorkflowRun) => StepResult;

/**
 * Gives the message to the relay for the next recipient whose turn has not come: `Sending` stands on the disk before the relay hears of
 * it, so that a server that ends meanwhile leaves a trace. After the last recipient the step ends with `conclude`.
 */
export function relayNext(
  { services }: StepParts,
  run: WorkflowRun,
  tried: ReadonlySet<string>,
  conclude: Conclude,
): StepResult {
  const next = run.deliveries.find(
    ({ route, status, recipient }) => route === 'Relay' && status === 'Pending' && !tried.has(recipient),
  );
  if (!next) return conclude(run);
  next.status = 'Sending';
  run.isOutside = true;
  return { kind: 'outside', work: relayTo(services, run, next.recipient, tried, conclude) };
}

const relayTo =
  (
    services: ExchangeServices,
    run: WorkflowRun,
    recipient: string,
    tried: ReadonlySet<string>,
    conclude: Conclude,
  ): OutsideWork =>
  async (signal) => {
    const startTime = new Date().toISOString();
    const mail = await mailOf(services, run, recipient);
    const outcome = await relayMail(services.config, mail, signal);
    const mayGoOn = !signal.aborted;
    const prepared: Prepared = {
      stepName: 'Deliver',
      startTime,
      endTime: new Date().toISOString(),
      apply: (parts, held) => {
        held.isOutside = true;
        const delivery = held.deliveries.find((row) => row.recipient === recipient);
        if (delivery) note(held, delivery, outcome);
        // The server is stopping: the remaining recipients wait for another one.
        if (!mayGoOn && outcome.kind === 'unavailable') return parkDelivery(delivery);
        return relayNext(parts, held, new Set([...tried, recipient]), conclude);
      },
    };
    return [prepared];
  };

function parkDelivery(delivery: DeliveryRow | undefined): StepResult {
  if (delivery) Object.assign(delivery, { status: 'Pending', error: null });
  return { kind: 'parked' };
}

function note(run: WorkflowRun, delivery: DeliveryRow, outcome: RelayOutcome): void {
  const set = (status: DeliveryRow['status'], error: string | null) => Object.assign(delivery, { status, error });
  switch (outcome.kind) {
    case 'delivered':
      set('Delivered', null);
      run.events.push({ eventType: 'Delivered', note: delivery.recipient });
      return;
    case 'refused':
      set('Failed', `relay-refused: ${outcome.reason}`);
      run.events.push({ eventType: 'Bounced', note: delivery.recipient });
      return;
    case 'unavailable':
      set('Failed', `relay-unavailable: ${outcome.reason}`);
      return;
    case 'interrupted':
      set('Unknown', `delivery-unknown: ${outcome.reason}`);
      return;
    case 'noRoute':
      set('Failed', 'no-route');
  }
}

async function mailOf({ database }: ExchangeServices, run: WorkflowRun, recipient: string): Promise<RelayMail> {
  const { sender, subject, body, createdDate } = run.message;
  const attachments: RelayMail['attachments'][number][] = [];
  for (const attachment of run.attachments as StoredAttachment[]) {
    const { name, mimeType, contentId } = attachment.converted ?? attachment;
    const bytes = await readContent(database.db, contentId);
    if (!bytes) throw new Error('The content of an attachment is gone.');
    attachments.push({ name, mimeType, bytes });
  }
  const date = new Date(createdDate);
  return { hispMessageId: run.hispMessageId, sender, recipient, subject, body, date, attachments };
}
