import { messageStatuses } from '../../../shared/rules/message.ts';
import { newId } from '../../database/newId.ts';
import { type WorkflowRun, newWorkflowRun } from '../workflowRun.ts';
import { initialSteps } from '../initialSteps.ts';
import { done, type StepParts, type StepResult } from '../stepResult.ts';

/** The message has reached all its recipients; notifications are created with the commit. */
export function notifySent(_parts: StepParts, run: WorkflowRun): StepResult {
  run.messageStatus = messageStatuses.indexOf('Sent');
  run.events.push({ eventType: 'Sent', note: null });
  run.announced.push('Sent');
  return done({ events: ['Sent'] });
}

/** The message is there; its documents are processed next, by a workflow of their own. */
export function notifyReceived(_parts: StepParts, run: WorkflowRun): StepResult {
  run.announced.push('Received');
  const { channel, direction, organizationId, hispMessageId, correlationId, message, attachments } = run;
  run.children.push({
    run: newWorkflowRun({
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
      parentId: run.id,
      steps: initialSteps('ProcessWorkflow'),
    }),
  });
  return done({ events: ['Received'] });
}
