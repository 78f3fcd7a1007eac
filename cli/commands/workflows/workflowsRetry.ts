import { mayRetryStep, type WorkflowType } from '../../../shared/rules/workflow.ts';
import { writeRow } from '../../bulk/writeRow.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';
import { typeOption, workflowArgument } from './workflowFields.ts';

interface Options extends WriteFlags {
  readonly type?: WorkflowType;
  readonly step?: string;
  readonly allNotCompleted?: boolean;
  readonly allowDuplicate?: boolean;
}

/** The step to retry: as named, or the first that is not Completed, from which all after it follow; and how it stands. */
const chosen = async (context: Context, id: string, { step, allNotCompleted, type }: Options) => {
  if ((step === undefined) === (allNotCompleted !== true))
    throw new CliError('E-USAGE', 'Which step? Give --step or --all-not-completed.');
  const client = await context.client();
  const workflow = await client.inspector.workflow({ params: { id } }, { signal: context.signal });
  if (type !== undefined && type !== workflow.type)
    throw new CliError('E-USAGE', `The workflow is a ${workflow.type}; nothing was sent.`, { exit: 'invalid' });
  const names = workflow.steps.map(({ stepName }) => stepName);
  if (step !== undefined && !names.includes(step))
    throw new CliError('E-USAGE', `The workflow has no step "${step}"; nothing was sent.`, {
      exit: 'invalid',
      hint: `Its steps are ${names.join(', ')}.`,
    });
  const found = workflow.steps.find(({ stepName, status }) =>
    step === undefined ? mayRetryStep(status) : stepName === step,
  );
  return { type: workflow.type, step: found?.stepName, status: found?.status };
};

export const workflowsRetry = defineCommand<Options>({
  name: 'retry',
  summary: 'Retry a step of a workflow that is not Completed; the steps after it follow by themselves',
  description:
    'Where the message may already have been delivered, the retry is refused: ask the receiver, then add --allow-duplicate.',
  arguments: [workflowArgument],
  options: [
    typeOption,
    { flags: '--step <step>', summary: 'its name, such as Deliver', group: 'Selection' },
    { flags: '--all-not-completed', summary: 'from the first step on that is not Completed', group: 'Selection' },
    { flags: '--allow-duplicate', summary: 'also where it may be delivered twice', group: 'Safety' },
  ],
  fileAction: 'workflows.retry',
  takes: ['write', 'record'],
  fields: {
    all: ['id', 'type', 'status', 'mailMessageId', 'step', 'version'],
    table: ['id', 'type', 'status', 'mailMessageId', 'step'],
  },
  calls: ['inspector.workflow', 'inspector.retryStep'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost workflows retry <workflow> --all-not-completed --yes',
    'carepost workflows retry <workflow> --step ResolveRoutes --yes --reason "Address is there now" --output json',
  ],
  async run(context, options, [id = '']) {
    const { type, step, status } = await chosen(context, id, options);
    if (step === undefined) {
      context.terminal.note('All steps are Completed; nothing was sent.');
      return;
    }
    const { step: _step, allNotCompleted: _all, allowDuplicate, type: _type, ...flags } = options;
    await writeRow(context, {
      action: 'workflows.retry',
      values: { workflow_id: id, type, step, ...(allowDuplicate === true ? { allow_duplicate: true } : {}) },
      flags,
      deed: (found) => `Retry ${step} of the ${found?.name ?? `workflow ${id}`}`,
      unchanged: () => `${step} is ${status}, so there is nothing to retry; nothing was sent.`,
      done: 'The step is retried.',
      show: ({ after, found }) => ({ ...(after ?? found)?.record, step }),
    });
  },
});
