import { isStepError, type StepError } from '../../../shared/rules/exchange.ts';
import { newId } from '../../database/newId.ts';
import { type WorkflowRun, newWorkflowRun, type DeliveryRow, type StoredAttachment } from '../workflowRun.ts';
import { initialSteps } from '../initialSteps.ts';
import { done, failed, type StepParts, type StepResult } from '../stepResult.ts';
import { relayNext } from './relayDelivery.ts';
import { findRoutes } from './resolveRoutes.ts';

/**
 * Delivers the message to every recipient without a delivery. On this server it arrives in the transaction that records the delivery, so
 * exactly once; through the relay one recipient after the other, each recorded before the relay is called. No recipient receives it twice.
 */
export async function deliver(parts: StepParts, run: WorkflowRun): Promise<StepResult> {
  for (const delivery of run.deliveries) openAgain(delivery);
  await findRoutes(parts, run);
  for (const delivery of run.deliveries) {
    if (delivery.route === 'Local' && delivery.status === 'Pending') arriveHere(run, delivery);
  }
  return relayNext(parts, run, new Set(), conclude);
}

/** Deliveries of an earlier attempt: the route may have changed. A delivery the relay was processing when the server stopped stays unknown. */
function openAgain(delivery: DeliveryRow): void {
  if (delivery.status === 'Sending') {
    delivery.status = 'Unknown';
    delivery.error = 'delivery-unknown';
  }
  if (delivery.status !== 'Failed') return;
  delivery.status = 'Pending';
  delivery.route = null;
  delivery.error = null;
}

function arriveHere(run: WorkflowRun, delivery: DeliveryRow): void {
  const owner = run.owners.get(delivery.recipient);
  if (!owner) return;
  const { channel, hispMessageId, correlationId, message } = run;
  const { sender, origin, subject, body, createdDate } = message;
  run.children.push({
    run: newWorkflowRun({
      channel,
      hispMessageId,
      correlationId,
      direction: 'Inbound',
      organizationId: owner.organizationId,
      id: newId(),
      type: 'MessageReceiveWorkflow',
      command: { name: 'ReceiveMessage' },
      parentId: run.id,
      message: { id: 0, sender, origin, subject, body, createdDate, mailTo: delivery.recipient },
      attachments: run.attachments.map(asSent),
      steps: initialSteps('MessageReceiveWorkflow', ['Accept']),
      events: [{ eventType: 'Received', note: null }],
      owners: run.owners,
    }),
    stored: (mailMessageId) => {
      delivery.status = 'Delivered';
      delivery.deliveredMailMessageId = mailMessageId;
      delivery.error = null;
    },
  });
  delivery.status = 'Delivered';
  run.events.push({ eventType: 'Delivered', note: delivery.recipient });
}

/** The same bytes under a new record, which the receiver processes for himself. */
function asSent(attachment: WorkflowRun['attachments'][number]): WorkflowRun['attachments'][number] {
  const { name, mimeType, size, contentId } = (attachment as StoredAttachment).converted ?? attachment;
  const unknown = { hasPdfContent: false, hasCdaContent: false, hasHl7Content: false, problem: null };
  return { name, mimeType, size, contentId, previewStatus: 'Processing', ...unknown };
}

/** Result of the step after the last recipient. */
function conclude(run: WorkflowRun): StepResult {
  const count = (status: DeliveryRow['status']) => run.deliveries.filter((row) => row.status === status).length;
  const meta = { delivered: count('Delivered'), failed: count('Failed'), unknown: count('Unknown') };
  if (meta.delivered === run.deliveries.length) return done(meta);
  const errors = run.deliveries.flatMap(errorOf);
  if (errors.includes('relay-unavailable')) {
    return { kind: 'failed', errorCode: 'relay-unavailable', isTransient: true, meta };
  }
  if (meta.unknown > 0) return failed('delivery-unknown', meta);
  return failed(errors[0] ?? 'internal', meta);
}

/** The error of a recipient begins with its code. */
function errorOf({ status, error }: DeliveryRow): StepError[] {
  const code = error?.split(':')[0] ?? '';
  return status === 'Failed' && isStepError(code) ? [code] : [];
}
