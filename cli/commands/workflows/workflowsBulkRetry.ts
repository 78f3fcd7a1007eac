import { setTimeout as delay } from 'node:timers/promises';
import type { RetryJob } from '../../../shared/contract/retryjobs.ts';
import { thousands } from '../../../shared/rules/thousands.ts';
import { liveLine } from '../../bulk/liveLine.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { jobFields, jobText } from './retryJobFields.ts';
import { filterOptions, gridFilters, type WorkflowFilters } from './workflowFields.ts';

interface Options extends WorkflowFilters, WriteFlags {
  readonly id?: readonly string[];
  readonly perSecond?: number;
  readonly allowDuplicate?: boolean;
  readonly wait?: boolean;
}

const everyMs = 1000;

/** Follows a job to its end; a paused one is left alone. */
const watched = async (context: Context, job: RetryJob): Promise<RetryJob> => {
  const client = await context.client();
  const line = liveLine(context);
  let now = job;
  try {
    while (now.state === 'Running') {
      line.tell(jobText(now), now);
      await delay(everyMs, undefined, { signal: context.signal });
      now = await client.retryjobs.get({ params: { id: job.id } }, { signal: context.signal, fresh: true });
    }
  } finally {
    line.end();
  }
  return now;
};

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
    const { id = [], allowDuplicate, perSecond, wait = true } = options;
    const filtering = gridFilters(context, options);
    if (id.length > 0 === filtering.length > 0)
      throw new CliError('E-USAGE', 'Which workflows? Give --id, or flags that select them such as --status Failed.');
    const selection = id.length > 0 ? { workflowIds: [...id] } : { filtering };
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
    terminal.note(`${thousands(plan.eligible)} of ${thousands(plan.total)} workflows can be retried.`);
    for (const { reason, count } of plan.reasons) terminal.note(`  ${thousands(count)} cannot: ${reason}`);
    const sending = await confirmed(context, `Retry ${thousands(plan.eligible)} workflows`, options);
    const reason = options.reason?.trim() || `Retried by ${context.path}`;
    const body = { selection, reason, ...duplicate, ...(perSecond === undefined ? {} : { perSecond }) };
    const made = await client.retryjobs.create({ body }, sending);
    const job = wait ? await watched(context, made) : made;
    await context.output.record({ ...job });
    if (job.failed === 0) return undefined;
    return { exit: 'partial', message: `${job.failed} of ${job.total} workflows failed again` };
  },
});
