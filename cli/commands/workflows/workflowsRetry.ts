import { mayDuplicate } from '../../../shared/rules/exchange.ts';
import { mayRetryStep, retryStepStatus, type WorkflowType } from '../../../shared/rules/workflow.ts';
import { writeRow } from '../../bulk/writeRow.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';
import { CliError } from '../../errors.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';
import { workflowId } from './givenId.ts';
import { typeOption, workflowArgument } from './workflowFields.ts';

interface Options extends WriteFlags {
  readonly type?: WorkflowType;
  readonly step?: string;
  readonly allNotCompleted?: boolean;
  readonly allowDuplicate?: boolean;
}

/** The step to retry: as named, or the first that is not Completed, from which all after it follow; and how it stands. */
const chosen = async (context: Context, id: string, { step, allNotCompleted, type }: Options) => {
  if (step !== undefined && allNotCompleted === true)
    throw new CliError('E-USAGE', '--step and --all-not-completed exclude each other: give one of them.');
  if (step === undefined && allNotCompleted !== true)
    throw new CliError('E-USAGE', 'Which step? Give --step or --all-not-completed.');
  const client = await context.client();
  const workflow = await client.inspector.workflow({ params: { id } }, { signal: context.signal });
  if (type !== undefined && type !== workflow.type)
    throw new CliError('E-USAGE', `The workflow is a ${workflow.type}; nothing was sent.`, { exit: 'invalid' });
  const names = workflow.steps.map(({ stepName }) => stepName);
  const named = step?.trim().toLowerCase();
  const found = workflow.steps.find(({ stepName, status }) =>
    named === undefined ? mayRetryStep(status) : stepName.toLowerCase() === named,
  );
  if (step !== undefined && found === undefined)
    throw new CliError('E-USAGE', `The workflow has no step "${step}"; nothing was sent.${didYouMean(step, names)}`, {
      exit: 'invalid',
      hint: `Its steps are ${names.join(', ')}.`,
    });
  return { workflow, found };
};

type Chosen = Awaited<ReturnType<typeof chosen>>;

/** A step that runs or is due goes on by itself. */
const standsStill = (status: string): boolean => status === 'Failed' || status === 'Retrying';

/** What may have been delivered is refused before anybody is asked, in a dry run as well. */
const checkDuplicate = ({ found }: Chosen, { allowDuplicate }: Options): void => {
  if (found === undefined || !standsStill(found.status)) return;
  if (!mayDuplicate(found.errorCode) || allowDuplicate === true) return;
  throw new CliError('E-USAGE', 'The message may already have been delivered; a retry could deliver it twice.', {
    code: 'E-MAY-DUPLICATE',
    exit: 'conflict',
    hint: 'Nothing was sent. Ask the receiver first. To send it anyway add --allow-duplicate.',
  });
};

const nothingText = ({ found }: Chosen): string =>
  found === undefined
    ? 'All steps are Completed; nothing was sent.'
    : `${found.stepName} is ${found.status}, so there is nothing to retry; nothing was sent.`;

const nameOf = ({ type, mailMessageId }: Chosen['workflow']): string => `${type} of message ${mailMessageId}`;

const showDry = async (context: Context, { workflow, found }: Chosen): Promise<void> => {
  const isRetried = found !== undefined && standsStill(found.status);
  const step = found?.stepName ?? '';
  const { showPlanned } = await import('../../bulk/dryRun.ts');
  await showPlanned(context, {
    action: 'workflows.retry',
    deed: isRetried
      ? `Retry ${step} of the ${nameOf(workflow)} - dry run, nothing was sent.`
      : nothingText({ workflow, found }),
    row: {
      verdict: isRetried ? 'do' : 'unchanged',
      id: workflow.id,
      name: nameOf(workflow),
      changes: isRetried
        ? [{ column: 'steps', before: `${step} ${found.status}`, after: `${step} ${retryStepStatus}` }]
        : [],
      consequences: [],
    },
  });
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
    all: ['id', 'type', 'status', 'mailMessageId', 'step', 'sent', 'version'],
    table: ['id', 'type', 'status', 'mailMessageId', 'step', 'sent'],
  },
  calls: ['inspector.workflow', 'inspector.retryStep'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost workflows retry <workflow> --all-not-completed --yes',
    'carepost workflows retry <workflow> --step ResolveRoutes --yes --reason "Address is there now" --output json',
  ],
  async run(context, options, [word]) {
    const id = workflowId(word);
    const found = await chosen(context, id, options);
    checkDuplicate(found, options);
    if (options.dryRun === true) return showDry(context, found);
    const step = found.found?.stepName;
    if (step === undefined) {
      context.terminal.note(nothingText(found));
      return context.output.record({ ...found.workflow, step: null, sent: 0 });
    }
    const { step: _step, allNotCompleted: _all, allowDuplicate, type: _type, ...flags } = options;
    const { type } = found.workflow;
    await writeRow(context, {
      action: 'workflows.retry',
      values: { workflow_id: id, type, step, ...(allowDuplicate === true ? { allow_duplicate: true } : {}) },
      flags,
      deed: (stands) => `Retry ${step} of the ${stands?.name ?? `workflow ${id}`}`,
      unchanged: () => nothingText(found),
      done: 'The step is retried.',
      show: ({ after, found: stood, answer }) => ({
        ...(after ?? stood)?.record,
        step,
        sent: answer === undefined ? 0 : 1,
      }),
    });
  },
});
