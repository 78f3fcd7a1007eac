import { retryItemStatusNames } from '../../../shared/rules/exchange.ts';
import type { RetryJob } from '../../../shared/contract/retryjobs.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { showPages } from '../../output/listing.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { workflowsText } from './bulkRetryPlan.ts';
import { jobId } from './givenId.ts';
import { jobArgument, jobFields, jobText } from './retryJobFields.ts';

/** In which states of a job something can be done with it, as the server has it. */
const allowedIn = {
  pause: ['Running'],
  resume: ['Paused'],
  cancel: ['Running', 'Paused'],
  'retry-failed': ['Completed', 'Canceled'],
} as const satisfies Readonly<Record<string, readonly RetryJob['state'][]>>;

type Deed = 'pause' | 'resume' | 'cancel';

/** Looks before anybody is asked, so that a dry run ends as the deed itself would. */
const checkState = ({ id, state }: RetryJob, deed: keyof typeof allowedIn): void => {
  const states: readonly string[] = allowedIn[deed];
  if (states.includes(state)) return;
  throw new CliError('E-USAGE', `The retry job is ${state}; ${deed} takes one that is ${states.join(' or ')}.`, {
    code: 'E-RETRY-JOB-STATE',
    exit: 'conflict',
    hint: `Nothing was sent. Look at the job: carepost workflows jobs show ${id}`,
  });
};

export const jobsList = defineCommand({
  name: 'jobs list',
  aliases: ['ls'],
  summary: 'List retry jobs, newest first',
  takes: ['rows'],
  fields: { ...jobFields, since: 'createdAt' },
  calls: ['retryjobs.list'],
  examples: ['carepost workflows jobs list', "carepost workflows jobs list --where 'state=Running' --output json"],
  async run(context) {
    const client = await context.client();
    await showPages(context, {
      serverSort: 'createdAt',
      newestFirst: true,
      pageSize: 10,
      pageNumber: 1,
      mostPerPage: 100,
      load: ({ pageNumber, pageSize }) =>
        client.retryjobs.list({ query: { pageNumber, pageSize } }, { signal: context.signal }),
    });
  },
});

export const jobsShow = defineCommand({
  name: 'jobs show',
  summary: 'Show how far a retry job is',
  arguments: [jobArgument],
  takes: ['record'],
  fields: jobFields,
  calls: ['retryjobs.get'],
  exits: ['not-found'],
  examples: ['carepost workflows jobs show <job>', 'carepost workflows jobs show <job> --output json'],
  async run(context, _options, [word]) {
    const id = jobId(word);
    const client = await context.client();
    await context.output.record(await client.retryjobs.get({ params: { id } }, { signal: context.signal }));
  },
});

export const jobsItems = defineCommand<{ readonly status?: (typeof retryItemStatusNames)[number] }>({
  name: 'jobs items',
  summary: 'List the workflows of a retry job with what came of each',
  arguments: [jobArgument],
  options: [{ flags: '--status <status>', summary: 'only these', group: 'Selection', choices: retryItemStatusNames }],
  takes: ['rows'],
  fields: {
    all: ['workflowId', 'mailMessageId', 'stepName', 'status', 'reason', 'at'],
    table: ['workflowId', 'mailMessageId', 'stepName', 'status', 'reason', 'at'],
    id: 'workflowId',
  },
  calls: ['retryjobs.items'],
  exits: ['not-found'],
  examples: [
    'carepost workflows jobs items <job> --status Failed',
    'carepost workflows jobs items <job> --all --output csv',
  ],
  async run(context, { status }, [word]) {
    const id = jobId(word);
    const client = await context.client();
    const narrowed = status === undefined ? {} : { status };
    await showPages(context, {
      serverSort: 'workflowId',
      pageSize: 25,
      pageNumber: 1,
      load: ({ pageNumber, pageSize }) =>
        client.retryjobs.items(
          { params: { id }, query: { ...narrowed, pageNumber, pageSize } },
          { signal: context.signal },
        ),
    });
  },
});

const deed = (name: Deed, summary: string, question: string) =>
  defineCommand<WriteFlags>({
    name: `jobs ${name}`,
    summary,
    arguments: [jobArgument],
    takes: ['write', 'record'],
    fields: jobFields,
    calls: ['retryjobs.get', `retryjobs.${name}`],
    exits: ['not-found', 'conflict'],
    examples: [
      `carepost workflows jobs ${name} <job> --yes`,
      `carepost workflows jobs ${name} <job> --yes --output json`,
    ],
    async run(context, flags, [word]) {
      const id = jobId(word);
      const client = await context.client();
      const job = await client.retryjobs.get({ params: { id } }, { signal: context.signal });
      checkState(job, name);
      const sending = await confirmed(context, `${question} the retry job (${jobText(job)})`, flags);
      await context.output.record(await client.retryjobs[name]({ params: { id } }, sending));
    },
  });

export const jobsPause = deed('pause', 'Pause a retry job; what is under way finishes', 'Pause');
export const jobsResume = deed('resume', 'Go on with a paused retry job', 'Go on with');
export const jobsCancel = deed('cancel', 'End a retry job; what has not begun is skipped', 'End');

export const jobsRetryFailed = defineCommand<WriteFlags & { readonly allowDuplicate?: boolean }>({
  name: 'jobs retry-failed',
  summary: 'Make a new job of those that failed again in this one',
  arguments: [jobArgument],
  options: [{ flags: '--allow-duplicate', summary: 'also what may be delivered twice', group: 'Safety' }],
  takes: ['write', 'record'],
  fields: jobFields,
  calls: ['retryjobs.get', 'retryjobs.retryFailed'],
  exits: ['not-found', 'conflict'],
  examples: [
    'carepost workflows jobs retry-failed <job> --yes',
    'carepost workflows jobs retry-failed <job> --yes --reason "Relay is back" --output json',
  ],
  async run(context, { allowDuplicate, ...flags }, [word]) {
    const id = jobId(word);
    const client = await context.client();
    const job = await client.retryjobs.get({ params: { id } }, { signal: context.signal });
    checkState(job, 'retry-failed');
    if (job.failed === 0)
      throw new CliError('E-USAGE', 'No workflow of this job failed again; nothing was sent.', {
        code: 'E-RETRY-NOTHING',
        exit: 'conflict',
        hint: `See what came of each: carepost workflows jobs items ${id}`,
      });
    const sending = await confirmed(context, `Retry ${workflowsText(job.failed)} that failed again`, flags);
    const reason = flags.reason?.trim() || `Retried by ${context.path}`;
    const body = { reason, ...(allowDuplicate === true ? { allowDuplicate } : {}) };
    await context.output.record(await client.retryjobs.retryFailed({ params: { id }, body }, sending));
  },
});
