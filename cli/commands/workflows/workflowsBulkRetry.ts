import { thousands } from '../../../shared/rules/thousands.ts';
import { defineCommand } from '../../command.ts';
import { CliError, DryRunEnd } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { nothingToRetry, reasonTexts, showRetryPlan, workflowsText } from './bulkRetryPlan.ts';
import { workflowId } from './givenId.ts';
import { jobFields } from './retryJobFields.ts';
import { failedAgain, watchedJob } from './watchedJob.ts';
import { filterOptions, gridFilters, type WorkflowFilters } from './workflowFields.ts';

interface Options extends WorkflowFilters, WriteFlags {
  readonly id?: readonly string[];
  readonly perSecond?: number;
  readonly allowDuplicate?: boolean;
  readonly wait?: boolean;
}

const rate = (text: string): number => {
  const number = Number(text);
  if (!(number >= 0.1 && number <= 200)) throw new TypeError('It is from 0.1 to 200 a second');
  return number;
};

export const workflowsBulkRetry = defineCommand<Options>({
  name: 'bulk-retry',
  summary: 'Retry the failed step of many workflows as a job of the server, paced, with a result for each',
  description:
    'The server works it off by itself, also when this command is stopped. --dry-run says which would be retried and why the others would not.',
  options: [
    { flags: '--id <workflow>', summary: 'this workflow; may be given several times', group: 'Selection', many: true },
    ...filterOptions,
    { flags: '--per-second <number>', summary: 'at most so many a second (20)', group: 'Safety', parse: rate },
    { flags: '--allow-duplicate', summary: 'also what may be delivered twice', group: 'Safety' },
    { flags: '--no-wait', summary: 'do not wait for its end', group: 'Output' },
  ],
  takes: ['write', 'record'],
  fields: jobFields,
  calls: ['retryjobs.plan', 'retryjobs.create', 'retryjobs.get'],
  exits: ['not-found', 'partial', 'conflict', 'invalid'],
  examples: [
    'carepost workflows bulk-retry --id <workflow> --yes --reason "Route is set up" --no-wait --output json',
    'carepost workflows bulk-retry --status Failed --error no-route --dry-run',
  ],
  async run(context, options) {
    const { id = [], allowDuplicate, perSecond, wait = true, dryRun = false } = options;
    const filtering = gridFilters(context, options);
    if (id.length > 0 && filtering.length > 0)
      throw new CliError('E-USAGE', '--id and the flags that select workflows exclude each other: give one of them.');
    if (id.length === 0 && filtering.length === 0)
      throw new CliError('E-USAGE', 'Which workflows? Give --id, or flags that select them such as --status Failed.');
    const selection = id.length > 0 ? { workflowIds: id.map(workflowId) } : { filtering };
    const duplicate = allowDuplicate === true ? { allowDuplicate } : {};
    const client = await context.client();
    const plan = await client.retryjobs.plan({ body: { selection, ...duplicate } }, { signal: context.signal });
    // Among others it is skipped by the job; alone it is a mistake in the command.
    if (id.length > 0 && plan.reasons.some(({ reason, count }) => reason === 'gone' && count === plan.total))
      throw new CliError('E-USAGE', 'There is no such workflow; nothing was sent.', {
        code: 'E-NOT-FOUND',
        exit: 'not-found',
        hint: 'Run: carepost workflows list',
      });
    const { terminal } = context;
    const { total, eligible } = plan;
    const skipped = total - eligible;
    terminal.note(`${thousands(eligible)} of ${workflowsText(total)} can be retried.`);
    for (const text of reasonTexts(plan)) terminal.note(`  ${text}`);
    const deed = `Retry ${workflowsText(eligible)}${skipped > 0 ? `; ${thousands(skipped)} of the ${thousands(total)} selected will be skipped` : ''}`;
    if (dryRun) {
      if (eligible > 0) terminal.note(`${deed} - dry run, nothing was sent.`);
      await showRetryPlan(context, plan, options.type);
    }
    if (eligible === 0) throw nothingToRetry(plan, context.path, dryRun);
    if (dryRun) throw new DryRunEnd();
    const sending = await confirmed(context, deed, options);
    const reason = options.reason?.trim() || `Retried by ${context.path}`;
    const body = { selection, reason, ...duplicate, ...(perSecond === undefined ? {} : { perSecond }) };
    const made = await client.retryjobs.create({ body }, sending);
    terminal.note(
      `The retry job ${made.id} is made of ${workflowsText(made.total)}: ${thousands(made.total - made.skipped)} to retry, ${thousands(made.skipped)} skipped.`,
    );
    const job = wait ? await watchedJob(context, made) : made;
    await context.output.record({ ...job });
    if (job.failed > 0) throw failedAgain(job);
  },
});
