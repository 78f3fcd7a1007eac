import { isStepError, type StepError } from '../../../shared/rules/exchange.ts';
import { newId } from '../../database/newId.ts';
import { type Course, courseOf, type DeliveryRow, type StoredAttachment } from '../course.ts';
import { newSteps } from '../newSteps.ts';
import { done, failed, type StepParts, type StepResult } from '../stepResult.ts';
import { relayNext } from './relayDelivery.ts';
import { findRoutes } from './resolveRoutes.ts';

/**
 * Brings the message to everybody who has not got it. On this server it arrives in the transaction that notes the delivery, so exactly
 * once; by the relay one recipient after the other, each noted before the relay hears of it. Whoever has it never gets it again.
 */
export async function deliver(parts: StepParts, course: Course): Promise<StepResult> {
  for (const delivery of course.deliveries) openAgain(delivery);
  await findRoutes(parts, course);
  for (const delivery of course.deliveries) {
    if (delivery.route === 'Local' && delivery.status === 'Pending') arriveHere(course, delivery);
  }
  return relayNext(parts, course, new Set(), conclude);
}

/** What an earlier attempt left behind: the way may be another now. What a relay had in hand when the server ended stays unknown. */
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

function arriveHere(course: Course, delivery: DeliveryRow): void {
  const owner = course.owners.get(delivery.recipient);
  if (!owner) return;
  const { channel, hispMessageId, correlationId, message } = course;
  const { sender, origin, subject, body, createdDate } = message;
  course.children.push({
    course: courseOf({
      channel,
      hispMessageId,
      correlationId,
      direction: 'Inbound',
      organizationId: owner.organizationId,
      id: newId(),
      type: 'MessageReceiveWorkflow',
      command: { name: 'ReceiveMessage' },
      parentId: course.id,
      message: { id: 0, sender, origin, subject, body, createdDate, mailTo: delivery.recipient },
      attachments: course.attachments.map(asSent),
      steps: newSteps('MessageReceiveWorkflow', ['Accept']),
      events: [{ eventType: 'Received', note: null }],
      owners: course.owners,
    }),
    stored: (mailMessageId) => {
      delivery.status = 'Delivered';
      delivery.deliveredMailMessageId = mailMessageId;
      delivery.error = null;
    },
  });
  delivery.status = 'Delivered';
  course.events.push({ eventType: 'Delivered', note: delivery.recipient });
}

/** The same bytes under a new record, which the receiver processes for himself. */
function asSent(attachment: Course['attachments'][number]): Course['attachments'][number] {
  const { name, mimeType, size, contentId } = (attachment as StoredAttachment).converted ?? attachment;
  const unknown = { hasPdfContent: false, hasCdaContent: false, hasHl7Content: false, problem: null };
  return { name, mimeType, size, contentId, previewStatus: 'Processing', ...unknown };
}

/** How the step ends when everybody's turn has come. */
function conclude(course: Course): StepResult {
  const count = (status: DeliveryRow['status']) => course.deliveries.filter((row) => row.status === status).length;
  const meta = { delivered: count('Delivered'), failed: count('Failed'), unknown: count('Unknown') };
  if (meta.delivered === course.deliveries.length) return done(meta);
  const errors = course.deliveries.flatMap(errorOf);
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
