import { type Context, defineCommand, type OptionsOf, selectionFlag, safetyFlag } from '../../command.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';
import { mayDuplicate } from '../../../shared/rules/exchange.ts';
import { mayRetryStep, retryStepStatus } from '../../../shared/rules/workflow.ts';
import { writeRow } from '../../bulk/writeRow.ts';
import { CliError } from '../../errors.ts';
import type { WriteFlags } from '../../records/confirmed.ts';
import { typeFlag, workflowArgument } from './workflowFilters.ts';

const retryFlags = [
  typeFlag,
  selectionFlag('--step <step>', 'name of the step, such as Deliver', { field: 'retryStep' }),
  selectionFlag('--all-not-completed', 'from the first step that is not Completed'),
  safetyFlag('--allow-duplicate', 'also retry a message that may be delivered twice'),
];
type Options = OptionsOf<typeof retryFlags> & WriteFlags;

/** A step with another status runs or waits for its turn without a retry. */
const isRetryable = (status: string): boolean => status === 'Failed' || status === 'Retrying';

/** The workflow and its step to retry: the named one, the only one that failed, or the first that is not Completed. */
const chooseStep = async (context: Context, id: string, { step: name, allNotCompleted, type }: Options) => {
  if (name !== undefined && allNotCompleted === true)
    throw new CliError('E-USAGE', '--step and --all-not-completed exclude each other.');
  const client = await context.client();
  const workflow = await client.inspector.workflow({ params: { id } }, { signal: context.signal });
  if (type !== undefined && type !== workflow.type)
    throw new CliError('E-USAGE', `The workflow is a ${workflow.type}; nothing was sent.`, {
      hint: `Leave out --type, or use --type ${workflow.type}.`,
    });
  const { steps } = workflow;
  if (name !== undefined) {
    const lowerCase = name.trim().toLowerCase();
    const step = steps.find(({ stepName }) => stepName.toLowerCase() === lowerCase);
    if (step !== undefined) return { workflow, step };
    const names = steps.map(({ stepName }) => stepName);
    const text = `The workflow has no step "${name}"; nothing was sent.${didYouMean(name, names)}`;
    throw new CliError('E-USAGE', text, { hint: `Its steps are ${names.join(', ')}.` });
  }
  const failed = steps.filter(({ status }) => isRetryable(status));
  if (failed.length > 1 && allNotCompleted !== true) {
    const names = failed.map(({ stepName }) => stepName).join(', ');
    throw new CliError('E-USAGE', `Several steps failed: ${names}.`, { hint: 'Add --step or --all-not-completed.' });
  }
  const step = (allNotCompleted === true ? undefined : failed[0]) ?? steps.find(({ status }) => mayRetryStep(status));
  return { workflow, step };
};

type Choice = Awaited<ReturnType<typeof chooseStep>>;

/** Refuses a retry that could deliver the message twice, before the confirmation and also in a dry run. */
const checkDuplicate = ({ step }: Choice, { allowDuplicate }: Options): void => {
  if (step === undefined || !isRetryable(step.status)) return;
  if (!mayDuplicate(step.errorCode) || allowDuplicate === true) return;
  throw new CliError(
    'E-MAY-DUPLICATE',
    'The message may already have been delivered; a retry could deliver it twice.',
    {
      hint: 'Nothing was sent. Ask the recipient first. To send it anyway add --allow-duplicate.',
    },
  );
};

const nothingText = ({ step }: Choice): string =>
  step === undefined
    ? 'All steps are Completed; nothing was sent.'
    : `${step.stepName} is ${step.status}, so there is nothing to retry; nothing was sent.`;

const nameOf = ({ type, mailMessageId }: Choice['workflow']): string => `${type} of message ${mailMessageId}`;

const showDryRun = async (context: Context, choice: Choice): Promise<void> => {
  const { workflow, step } = choice;
  const name = nameOf(workflow);
  const { showPlanned } = await import('../../bulk/singleChange.ts');
  const isRetried = step !== undefined && isRetryable(step.status);
  const stepText = (status = '') => `${step?.stepName} ${status}`;
  await showPlanned(context, {
    action: 'workflows.retry',
    title: isRetried ? `Retry ${step.stepName} of the ${name} - dry run, nothing was sent.` : nothingText(choice),
    row: {
      verdict: isRetried ? 'do' : 'unchanged',
      id: workflow.id,
      name,
      changes: isRetried ? [{ column: 'steps', before: stepText(step.status), after: stepText(retryStepStatus) }] : [],
      consequences: [],
    },
  });
};

export const retry = defineCommand<Options>({
  name: 'retry',
  summary: 'Retry a failed step of a workflow and continue with the steps after it',
  description:
    'Without --step, retries the step that failed. A retry that may deliver the message twice is refused: ask the recipient, then add\n--allow-duplicate.',
  arguments: [workflowArgument],
  options: retryFlags,
  fileAction: 'workflows.retry',
  takes: ['write', 'record'],
  fields: {
    all: ['id', 'type', 'status', 'mailMessageId', 'step', 'sent', 'version'],
    table: ['id', 'type', 'status', 'mailMessageId', 'step', 'sent'],
  },
  calls: ['inspector.workflow', 'inspector.retryStep'],
  examples: [
    '<workflow> --yes',
    '<workflow> --all-not-completed --yes',
    '<workflow> --step ResolveRoutes --yes --reason "Address is there now" --output json',
  ],
  async run(context, options, [id = '']) {
    const choice = await chooseStep(context, id, options);
    checkDuplicate(choice, options);
    if (options.dryRun === true) return showDryRun(context, choice);
    const { workflow } = choice;
    const step = choice.step?.stepName;
    if (step === undefined) {
      context.terminal.note(nothingText(choice));
      return context.output.record({ ...workflow, step: null, sent: 0 });
    }
    const { step: _step, allNotCompleted: _all, allowDuplicate, type: _type, ...flags } = options;
    await writeRow(context, {
      action: 'workflows.retry',
      values: { workflow_id: id, type: workflow.type, step, ...(allowDuplicate === true && { allow_duplicate: true }) },
      flags,
      title: (current) => `Retry ${step} of the ${current?.name ?? `workflow ${id}`}`,
      unchanged: () => nothingText(choice),
      done: 'The step is retried.',
      show: ({ after, current, isSent }) => ({
        ...(after ?? current)?.record,
        step,
        sent: isSent ? 1 : 0,
      }),
    });
  },
});
