import type { StepName } from '../../../shared/rules/exchange.ts';
import type { WorkflowType } from '../../../shared/rules/workflow.ts';
import type { StepWork } from '../stepResult.ts';
import { deliver } from './deliver.ts';
import { notifyReceived, notifySent } from './notify.ts';
import { prepareAttachments } from './prepareAttachments.ts';
import { processDocuments } from './processDocuments.ts';
import { resolveRoutes } from './resolveRoutes.ts';
import { accept, route } from './route.ts';
import { validate } from './validate.ts';

const works: Readonly<Record<WorkflowType, Readonly<Partial<Record<StepName, StepWork>>>>> = {
  MessageSendWorkflow: {
    Validate: validate,
    PrepareAttachments: prepareAttachments,
    ResolveRoutes: resolveRoutes,
    Deliver: deliver,
    Notify: notifySent,
  },
  MessageReceiveWorkflow: { Accept: accept, Route: route, Notify: notifyReceived },
  // Whichever of them is due, the work of it and of those after it is done in one go.
  ProcessWorkflow: { Identify: processDocuments, Extract: processDocuments, Preview: processDocuments },
};

export function stepWork(type: WorkflowType, stepName: string): StepWork {
  const work = works[type][stepName as StepName];
  if (!work) throw new Error(`${type} has no step ${stepName}.`);
  return work;
}
