import { mayDuplicate } from '../../shared/rules/exchange.ts';
import { mayRetryStep, retryStepStatus } from '../../shared/rules/workflow.ts';
import { messageStatuses } from '../../shared/rules/message.ts';
import { audit } from '../database/audit.ts';
import type { Transaction } from '../database/transaction.ts';
import type { RequestContext } from '../http/context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { WorkflowRun, Step } from './workflowRun.ts';
import { loadWorkflowRun } from './loadWorkflowRun.ts';
import { saveWorkflowRun } from './saveWorkflowRun.ts';

export interface RetryRequest {
  readonly workflowId: string;
  /** Left out: the step that failed. */
  readonly stepName?: string;
  readonly allowDuplicate: boolean;
  readonly version?: number;
}

/**
 * `retried`, or why not: the code of the contract (E-STEP-COMPLETED, E-STEP-RUNNING, E-STEP-NOT-REACHED, E-STEP-UNKNOWN, E-MAY-DUPLICATE,
 * E-VERSION-CONFLICT, E-NOT-FOUND).
 */
export type RetryOutcome = 'retried' | `E-${string}`;

/** Sets a step to Retry, so that the workflow goes on from it at once (spec 1 section 4). The audit trail records it. */
export async function retryStep(
  tx: Transaction,
  request: RetryRequest,
  context: Pick<RequestContext, 'actor' | 'requestId' | 'reason' | 'runId'>,
): Promise<RetryOutcome> {
  const run = await loadWorkflowRun(tx, request.workflowId);
  if (!run) return 'E-NOT-FOUND';
  if (request.version !== undefined && request.version !== run.version) return 'E-VERSION-CONFLICT';
  const step = stepToRetry(run, request);
  if (typeof step === 'string') return step;
  const before = step.status;
  step.status = retryStepStatus;
  step.nextAttemptAt = null;
  run.status = 'Retrying';
  run.messageStatus = messageStatuses.indexOf(run.direction === 'Outbound' ? 'Pending' : 'Received');
  run.events.push({ eventType: 'Retried', note: step.stepName });
  // The user has accepted a possible second delivery.
  if (request.allowDuplicate) for (const row of run.deliveries) if (row.status === 'Unknown') row.status = 'Failed';
  run.isOutside = true;
  await saveWorkflowRun(tx, run);
  await audit(tx, context, {
    action: 'inspector.retryStep',
    targetType: 'workflow',
    targetId: run.id,
    changes: {
      stepName: { before: null, after: step.stepName },
      status: { before, after: retryStepStatus },
      ...(request.allowDuplicate ? { allowDuplicate: { before: null, after: true } } : {}),
    },
    versionChecked: request.version !== undefined,
  });
  await enqueue(tx, 'workflow.run', { workflowId: run.id }, { key: `workflow:${run.id}` });
  return 'retried';
}

/** The step, or the code of why it cannot be retried. */
function stepToRetry(run: WorkflowRun, { stepName, allowDuplicate }: RetryRequest): Step | `E-${string}` {
  const open = run.steps.find(({ status }) => mayRetryStep(status));
  const step = stepName === undefined ? open : run.steps.find((row) => row.stepName === stepName);
  if (!step) return stepName === undefined ? 'E-STEP-COMPLETED' : 'E-STEP-UNKNOWN';
  if (!mayRetryStep(step.status) || run.status === 'Canceled') return 'E-STEP-COMPLETED';
  if (step !== open) return 'E-STEP-NOT-REACHED';
  if (step.status === 'In Progress') return 'E-STEP-RUNNING';
  if (mayDuplicate(step.errorCode) && !allowDuplicate) return 'E-MAY-DUPLICATE';
  return step;
}
