import { messageStatuses } from '../../../shared/rules/message.ts';
import { newId } from '../../database/newId.ts';
import { type Course, courseOf } from '../course.ts';
import { newSteps } from '../newSteps.ts';
import { done, type StepParts, type StepResult } from '../stepResult.ts';

/** The message has reached all its recipients; who wants to know is told when that is written. */
export function notifySent(_parts: StepParts, course: Course): StepResult {
  course.messageStatus = messageStatuses.indexOf('Sent');
  course.events.push({ eventType: 'Sent', note: null });
  course.announced.push('Sent');
  return done({ events: ['Sent'] });
}

/** The message is there; its documents are processed next, by a workflow of their own. */
export function notifyReceived(_parts: StepParts, course: Course): StepResult {
  course.announced.push('Received');
  const { channel, direction, organizationId, hispMessageId, correlationId, message, attachments } = course;
  course.children.push({
    course: courseOf({
      channel,
      direction,
      organizationId,
      hispMessageId,
      correlationId,
      message,
      attachments,
      id: newId(),
      type: 'ProcessWorkflow',
      command: { name: 'ProcessMessage', attachments: attachments.length },
      parentId: course.id,
      steps: newSteps('ProcessWorkflow'),
    }),
  });
  return done({ events: ['Received'] });
}
