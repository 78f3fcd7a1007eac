import { mayDuplicate } from '../../shared/rules/exchange.ts';
import { mayRetryStep, retryStepStatus } from '../../shared/rules/workflow.ts';
import { messageStatuses } from '../../shared/rules/message.ts';
import { audit } from '../database/audit.ts';
import type { Transaction } from '../database/transaction.ts';
import type { RequestContext } from '../http/context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Course, Step } from './course.ts';
import { loadCourse } from './loadCourse.ts';
import { saveCourse } from './saveCourse.ts';

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

/** Sets a step to Retry, so that the workflow goes on from it at once (spec 1 section 4). The deed stands in the audit trail. */
export async function retryStep(
  tx: Transaction,
  request: RetryRequest,
  context: Pick<RequestContext, 'actor' | 'requestId' | 'reason' | 'runId'>,
): Promise<RetryOutcome> {
  const course = await loadCourse(tx, request.workflowId);
  if (!course) return 'E-NOT-FOUND';
  if (request.version !== undefined && request.version !== course.version) return 'E-VERSION-CONFLICT';
  const step = stepToRetry(course, request);
  if (typeof step === 'string') return step;
  const before = step.status;
  step.status = retryStepStatus;
  step.nextAttemptAt = null;
  course.status = 'Retrying';
  course.messageStatus = messageStatuses.indexOf(course.direction === 'Outbound' ? 'Pending' : 'Received');
  course.events.push({ eventType: 'Retried', note: step.stepName });
  // Somebody answers for a possible repetition.
  if (request.allowDuplicate) for (const row of course.deliveries) if (row.status === 'Unknown') row.status = 'Failed';
  course.isOutside = true;
  await saveCourse(tx, course);
  await audit(tx, context, {
    action: 'inspector.retryStep',
    targetType: 'workflow',
    targetId: course.id,
    changes: {
      stepName: { before: null, after: step.stepName },
      status: { before, after: retryStepStatus },
      ...(request.allowDuplicate ? { allowDuplicate: { before: null, after: true } } : {}),
    },
    versionChecked: request.version !== undefined,
  });
  await enqueue(tx, 'workflow.run', { workflowId: course.id }, { key: `workflow:${course.id}` });
  return 'retried';
}

/** The step, or the code of why it cannot be retried. */
function stepToRetry(course: Course, { stepName, allowDuplicate }: RetryRequest): Step | `E-${string}` {
  const open = course.steps.find(({ status }) => mayRetryStep(status));
  const step = stepName === undefined ? open : course.steps.find((row) => row.stepName === stepName);
  if (!step) return stepName === undefined ? 'E-STEP-COMPLETED' : 'E-STEP-UNKNOWN';
  if (!mayRetryStep(step.status) || course.status === 'Canceled') return 'E-STEP-COMPLETED';
  if (step !== open) return 'E-STEP-NOT-REACHED';
  if (step.status === 'In Progress') return 'E-STEP-RUNNING';
  if (mayDuplicate(step.errorCode) && !allowDuplicate) return 'E-MAY-DUPLICATE';
  return step;
}
