import { type Context, defineCommand, type OptionsOf, selectionFlag, actionFlag } from '../../command.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { workflowSteps } from '../../../shared/rules/exchange.ts';
import { defined } from '../../../shared/rules/defined.ts';
import { thousands } from '../../../shared/rules/thousands.ts';
import { CliError, DryRunEnd } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { allowDuplicateFlag, followJob, jobFields, retryFailedError } from './retryJobs.ts';
import { checkedId } from '../../records/recordErrors.ts';
import { filterFlags, gridFilters, workflowKind } from './workflowFilters.ts';

/** The server's plan of a bulk retry, with the first hundred workflows. */
type RetryPlan = Awaited<ReturnType<Client['retryjobs']['plan']>>;

const workflowsText = (count: number): string => `${thousands(count)} workflow${count === 1 ? '' : 's'}`;

/** `3 cannot be retried: completed`, a line for each reason. */
const reasonTexts = ({ reasons }: RetryPlan): readonly string[] =>
  reasons.map(({ reason, count }) => `${thousands(count)} cannot be retried: ${reason}`);

const nothingToRetry = (plan: RetryPlan, path: string, isDryRun: boolean): CliError =>
  new CliError('E-RETRY-NOTHING', 'None of these workflows can be retried; nothing was sent.', {
    details: plan.total === 0 ? ['The flags select no workflow.'] : reasonTexts(plan),
    hint: isDryRun
      ? 'The output gives the reason for each; choose others: carepost workflows list --status Failed'
      : `For the reason of each add --dry-run to carepost ${path}.`,
  });

/** The type of the workflows that have this step; null when several types have it. */
const typeOf = (stepName: string | null): string | null => {
  const types = Object.entries(workflowSteps).filter(([, steps]) => steps.some((name) => name === stepName));
  return types.length === 1 ? (types[0]?.[0] ?? null) : null;
};

/** The output of a dry run: the counts, and for each workflow whether it would be retried. `type` is that of the flag. */
const showPlan = async (context: Context, plan: RetryPlan, type: string | undefined): Promise<void> => {
  const { output, terminal, path } = context;
  const isTable = output.format === 'table';
  const rows = plan.items.map(({ workflowId: id, isEligible, ...rest }) => ({
    id,
    type: type ?? typeOf(rest.stepName),
    ...rest,
    isEligible,
  }));
  const texts = rows.map(({ id, type: rowType, stepName, isEligible, reason }) =>
    [id, rowType, stepName, isEligible ? 'would be retried' : `cannot be retried: ${reason ?? 'unknown'}`]
      .filter(Boolean)
      .join(' '),
  );
  if (rows.length < plan.total)
    terminal.note(`Showing the first ${thousands(rows.length)} of ${workflowsText(plan.total)}.`);
  const record = {
    action: path,
    verdict: plan.eligible === 0 ? 'unchanged' : 'do',
    id: null,
    name: null,
    total: plan.total,
    eligible: plan.eligible,
    reasons: isTable ? reasonTexts(plan) : plan.reasons,
    workflows: isTable ? texts : rows,
    shown: rows.length,
    changes: [],
    consequences: [],
  };
  const all = Object.keys(record);
  const table = all.slice(0, -2);
  await context.output.with({ command: { fields: { all, table } }, rows: {} }).record(record);
};

const retriesPerSecond = (text: string): number => {
  const number = Number(text);
  if (!(number >= 0.1 && number <= 200)) throw new TypeError('It must be from 0.1 to 200 per second');
  return number;
};

const bulkRetryFlags = [
  selectionFlag('--id <workflow>', 'id of a workflow; repeat for several', { many: true }),
  ...filterFlags,
  actionFlag('--per-second <number>', 'maximum retries per second (20)', { parse: retriesPerSecond }),
  actionFlag('--no-wait', 'return at once instead of waiting for the job to end'),
  allowDuplicateFlag,
];
type Options = OptionsOf<typeof bulkRetryFlags> & WriteFlags;

const selectionOf = (context: Context, options: Options) => {
  const { id = [] } = options;
  const filtering = gridFilters(context, options);
  if (id.length > 0 && filtering.length > 0)
    throw new CliError('E-USAGE', '--id and the flags that select workflows exclude each other.');
  if (id.length === 0 && filtering.length === 0) {
    throw new CliError('E-USAGE', 'No workflows are selected.', {
      hint: 'Add --id, or flags that select workflows such as --status Failed.',
    });
  }
  return id.length > 0 ? { workflowIds: id.map((text) => checkedId(workflowKind, text, '--id')) } : { filtering };
};

export const bulkRetry = defineCommand<Options>({
  name: 'bulk-retry',
  summary: 'Retry the failed step of many workflows as a job on the server',
  description:
    'If this command is stopped, the server continues in the background. --dry-run lists the workflows that would be retried, and why the\nothers would not be.',
  options: bulkRetryFlags,
  takes: ['write', 'record'],
  fields: jobFields,
  calls: ['retryjobs.plan', 'retryjobs.create', 'retryjobs.get'],
  examples: [
    '--id <workflow> --yes --reason "Route is set up" --no-wait --output json',
    '--status Failed --error no-route --dry-run',
  ],
  async run(context, options) {
    const { id = [], allowDuplicate, perSecond, wait = true, dryRun = false } = options;
    const selection = selectionOf(context, options);
    const client = await context.client();
    const body = { selection, ...defined({ allowDuplicate }) };
    const plan = await client.retryjobs.plan({ body }, { signal: context.signal });
    // The job skips an unknown id among others; unknown ids alone are a mistake in the command.
    if (id.length > 0 && plan.reasons.some(({ reason, count }) => reason === 'gone' && count === plan.total)) {
      throw new CliError('E-NOT-FOUND', 'No workflow has this id; nothing was sent.', {
        hint: 'Run: carepost workflows list',
      });
    }
    const { terminal } = context;
    const { total, eligible } = plan;
    const skipped = total - eligible;
    terminal.note(`${thousands(eligible)} of ${workflowsText(total)} can be retried.`);
    for (const text of reasonTexts(plan)) terminal.note(`  ${text}`);
    const skippedText =
      skipped > 0 ? `; ${thousands(skipped)} of the ${thousands(total)} selected will be skipped` : '';
    const summary = `Retry ${workflowsText(eligible)}${skippedText}`;
    if (dryRun) {
      if (eligible > 0) terminal.note(`${summary} - dry run, nothing was sent.`);
      await showPlan(context, plan, options.type);
    }
    if (eligible === 0) throw nothingToRetry(plan, context.path, dryRun);
    if (dryRun) throw new DryRunEnd();
    const sending = await confirmed(context, summary, options);
    const reason = options.reason?.trim() || `Retried by ${context.path}`;
    const job = { ...body, reason, ...defined({ perSecond }) };
    const created = await client.retryjobs.create({ body: job }, sending);
    terminal.note(
      `The retry job ${created.id} has ${workflowsText(created.total)}: ${thousands(created.total - created.skipped)} to retry, ${thousands(created.skipped)} skipped.`,
    );
    const last = wait ? await followJob(context, created) : created;
    await context.output.record({ ...last });
    if (last.failed > 0) throw retryFailedError(last);
  },
});
