/** Kinds of workflow the inspector can open (spec 1 section 7). */
export const workflowTypes = ['MessageSendWorkflow', 'MessageReceiveWorkflow', 'ProcessWorkflow'] as const;
export type WorkflowType = (typeof workflowTypes)[number];

/** Step status that ends all retrying (spec 1 section 4). */
export const completedStepStatus = 'Completed';

/** Step status a retry sets (spec 1 section 4). */
export const retryStepStatus = 'Retry';

/** Whether a workflow step may be retried: any step not Completed (spec 1 section 4). */
export const mayRetryStep = (status: string): boolean => status !== completedStepStatus;
