import type { WorkflowDetail } from '../../contract/exchangeSchemas.ts';
import { type WorkflowType, workflowTypes } from '../../rules/workflow.ts';
import type { BulkAction, Current } from '../action.ts';
import type { Values } from '../values.ts';
import { guarded, idOf, idProblems, ifThere } from './targets.ts';

const workflowOf = (values: Values): string => idOf(values, 'workflow_id');
const stepOf = (values: Values): string => String(values['step'] ?? '');

/** Whether a step waits for a retry; one that runs or is due continues by itself. */
const standsStill = (status: string): boolean => status === 'Failed' || status === 'Retrying';

const currentOf = (workflow: WorkflowDetail, stepName: string): Current | undefined => {
  const step = workflow.steps.find((one) => one.stepName === stepName);
  if (step === undefined) return undefined;
  return {
    id: workflow.id,
    name: `${workflow.type} of message ${workflow.mailMessageId}`,
    version: workflow.version,
    values: { needs_retry: standsStill(step.status) },
    record: { ...workflow },
  };
};

/** Retries one step of each workflow (spec 1 section 4): its status becomes Retry and the workflow continues from it. */
export const workflowsRetry: BulkAction = {
  name: 'workflows.retry',
  summary: 'Retry a step of workflows, unless it is Completed',
  kind: 'one-way',
  columns: [
    {
      name: 'workflow_id',
      kind: 'text',
      required: true,
      maxLength: 36,
      field: 'id',
      summary: 'id of the workflow',
      examples: ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c56'],
    },
    {
      name: 'type',
      kind: { allowed: workflowTypes },
      required: true,
      field: 'type',
      summary: 'its type',
      examples: ['MessageSendWorkflow', 'ProcessWorkflow'],
    },
    {
      name: 'step',
      kind: 'text',
      required: true,
      maxLength: 100,
      field: 'retryStep',
      summary: 'name of the step',
      examples: ['Deliver', 'Extract'],
    },
    {
      name: 'allow_duplicate',
      kind: 'flag',
      field: 'allowDuplicate',
      summary: 'true accepts that the message may be delivered twice',
      examples: ['', ''],
    },
  ],
  naturalKey: 'workflow_id and step',
  undoes: null,
  calls: ['inspector.workflow', 'inspector.retryStep'],
  keyOf: (values) => `${workflowOf(values)} ${stepOf(values)}`,
  lockOf: workflowOf,
  problems: (values) => idProblems(values, ['workflow_id']),

  async read(values, { client, options }) {
    const reading = client.inspector.workflow({ params: { id: workflowOf(values) } }, { ...options, fresh: true });
    const workflow = await ifThere(reading);
    return workflow && currentOf(workflow, stepOf(values));
  },

  desired: () => ({ needs_retry: false }),

  async write(values, current, _changes, { client, options }) {
    const id = workflowOf(values);
    const allowDuplicate = values['allow_duplicate'] === true;
    const body = {
      type: values['type'] as WorkflowType,
      retryStep: stepOf(values),
      ...(allowDuplicate ? { allowDuplicate } : {}),
    };
    const workflow = await client.inspector.retryStep({ params: { id }, body }, guarded(options, current));
    const after = currentOf(workflow, stepOf(values));
    // It may have failed again since: the retry itself was carried out.
    return after && { ...after, values: { needs_retry: false } };
  },

  reverse: () => ({ cannot: 'A retried step cannot be undone.' }),
};
