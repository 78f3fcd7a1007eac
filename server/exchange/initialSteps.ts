import { workflowSteps } from '../../shared/rules/exchange.ts';
import type { WorkflowType } from '../../shared/rules/workflow.ts';
import type { StepRow } from './messageRows.ts';

/** The steps of a new workflow. Those named are done already, as accepting is when the message is stored, and began when it was begun. */
export function initialSteps(type: WorkflowType, done: readonly string[] = [], begunAt?: string): StepRow[] {
  const now = new Date().toISOString();
  return workflowSteps[type].map((stepName, at) => {
    const isDone = done.includes(stepName);
    return {
      ordinal: at + 1,
      stepName,
      status: isDone ? 'Completed' : 'Pending',
      startTime: isDone ? (begunAt ?? now) : null,
      endTime: isDone ? now : null,
      attempts: isDone ? 1 : 0,
      nextAttemptAt: null,
      errorCode: null,
      error: null,
      meta: {},
      history: [],
    };
  });
}
