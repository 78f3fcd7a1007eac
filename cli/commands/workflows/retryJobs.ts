import { type Context, type ArgumentSpec, type Command, selectionFlag, safetyFlag } from '../../command.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { RetryJob } from '../../../shared/contract/retryjobs.ts';
import { retryItemStatusNames } from '../../../shared/rules/exchange.ts';
import { CliError } from '../../errors.ts';
import { startProgress } from '../../output/progress.ts';
import { defined } from '../../../shared/rules/defined.ts';
import { fieldsOf, pagesCommand, showCommand, writeCommand } from '../../records/commandBuilders.ts';

export const jobFields = fieldsOf('retryjobs.get', [
  'id',
  'state',
  'total',
  'failed',
  'pending',
  'completed',
  'retried',
  'skipped',
  'createdAt',
  'createdBy',
]);

export const allowDuplicateFlag = safetyFlag('--allow-duplicate', 'also retry messages that may be delivered twice');

const jobArgument: ArgumentSpec = {
  name: '<job>',
  summary: 'id of the retry job',
  record: { name: 'retry job', list: 'workflows jobs list' },
};

/** `Running: 40 of 52 done, 3 failed, 0 skipped`. */
const jobText = ({ total, completed, failed, skipped, state }: RetryJob): string =>
  `${state}: ${completed + failed + skipped} of ${total} done, ${failed} failed, ${skipped} skipped`;

const jobCommand = (name: string, { id }: RetryJob): string => `carepost workflows jobs ${name} ${id}`;

const pollMs = 1000;

/**
 * Follows a job until it is no longer running and returns it. When the waiting is interrupted, the last known state is the output, because the
 * job continues on the server.
 */
export const followJob = async (context: Context, job: RetryJob): Promise<RetryJob> => {
  const client = await context.client();
  const progress = startProgress(context);
  let latest = job;
  try {
    while (latest.state === 'Running') {
      progress.update(jobText(latest), latest);
      await delay(pollMs, undefined, { signal: context.signal });
      latest = await client.retryjobs.get({ params: { id: job.id } }, { signal: context.signal, fresh: true });
    }
    return latest;
  } catch (error) {
    progress.end();
    await context.output.record({ ...latest });
    if (context.signal.aborted) {
      const text = `The retry job ${latest.id} continues on the server; only the waiting was stopped.`;
      throw new CliError('E-INTERRUPTED', text, {
        hint: `Show it: ${jobCommand('show', latest)} - or cancel it: ${jobCommand('cancel', latest)}`,
      });
    }
    context.terminal.note(`The retry job continues on the server: ${jobCommand('show', latest)}`);
    throw error;
  } finally {
    progress.end();
  }
};

/** The error of a finished job with workflows that failed again. */
export const retryFailedError = (job: RetryJob): CliError =>
  new CliError('E-RETRY-FAILED', `${job.failed} of ${job.total} workflows failed again.`, {
    hint: `List them: ${jobCommand('items', job)} --status Failed - then: ${jobCommand('retry-failed', job)}`,
  });

/** The states in which the server accepts each change of a job. */
const allowedStates = {
  pause: ['Running'],
  resume: ['Paused'],
  cancel: ['Running', 'Paused'],
  'retry-failed': ['Completed', 'Canceled'],
} as const satisfies Readonly<Record<string, readonly RetryJob['state'][]>>;

/** Loads the job and refuses a change that its state does not allow, before the confirmation and also in a dry run. */
const jobToChange = async (context: Context, id: string, change: keyof typeof allowedStates): Promise<RetryJob> => {
  const client = await context.client();
  const job = await client.retryjobs.get({ params: { id } }, { signal: context.signal });
  const states: readonly string[] = allowedStates[change];
  if (states.includes(job.state)) return job;
  throw new CliError(
    'E-RETRY-JOB-STATE',
    `The retry job is ${job.state}; ${change} needs one that is ${states.join(' or ')}.`,
    {
      hint: `Nothing was sent. Show the job: ${jobCommand('show', job)}`,
    },
  );
};

const stateChange = (name: 'pause' | 'resume' | 'cancel', summary: string) =>
  writeCommand({
    name: `jobs ${name}`,
    summary,
    arguments: [jobArgument],
    fields: jobFields,
    calls: ['retryjobs.get', `retryjobs.${name}`],
    async prepare({ context, client, id }) {
      const job = await jobToChange(context, id, name);
      return {
        title: `${name.charAt(0).toUpperCase()}${name.slice(1)} the retry job (${jobText(job)})`,
        send: (call) => client.retryjobs[name]({ params: { id } }, call),
      };
    },
  });

export const jobCommands: readonly Command[] = [
  pagesCommand({
    name: 'jobs list',
    aliases: ['ls'],
    summary: 'List retry jobs, newest first',
    fields: { ...jobFields, since: 'createdAt' },
    calls: ['retryjobs.list'],
    examples: ['', "--where 'state=Running' --output json"],
    sortedBy: 'createdAt',
    newestFirst: true,
    maxPageSize: 100,
    defaultPageSize: 10,
    pageFlags: [],
    isSearchable: false,
    pages:
      ({ client, read }) =>
      ({ pageNumber, pageSize }) =>
        client.retryjobs.list({ query: { pageNumber, pageSize } }, read),
  }),
  showCommand({
    name: 'jobs show',
    summary: 'Show the progress of a retry job',
    arguments: [jobArgument],
    fields: jobFields,
    calls: ['retryjobs.get'],
    load: ({ client, read, id }) => client.retryjobs.get({ params: { id } }, read),
  }),
  pagesCommand({
    name: 'jobs items',
    summary: 'List the workflows of a retry job and the result of each',
    arguments: [jobArgument],
    options: [selectionFlag('--status <status>', 'workflows with this result', { choices: retryItemStatusNames })],
    calls: ['retryjobs.items'],
    examples: ['<job> --status Failed', '<job> --all --output csv'],
    sortedBy: 'workflowId',
    pageFlags: [],
    isSearchable: false,
    pages({ client, read, options, id }) {
      const filter = defined({ status: options.status });
      return ({ pageNumber, pageSize }) =>
        client.retryjobs.items({ params: { id }, query: { ...filter, pageNumber, pageSize } }, read);
    },
  }),
  stateChange('pause', 'Pause a retry job after the retries in progress'),
  stateChange('resume', 'Resume a paused retry job'),
  stateChange('cancel', 'Cancel a retry job; workflows that have not been retried yet are skipped'),
  writeCommand({
    name: 'jobs retry-failed',
    summary: 'Retry the workflows that failed again in a retry job, as a new job',
    description:
      'Ends when the new job has started. How it ends: carepost workflows jobs get <job>. carepost workflows bulk-retry waits for its job.',
    arguments: [jobArgument],
    options: [allowDuplicateFlag],
    fields: jobFields,
    calls: ['retryjobs.get', 'retryjobs.retryFailed'],
    examples: ['<job> --yes', '<job> --yes --reason "Relay is back" --output json'],
    async prepare({ context, client, options: { allowDuplicate, reason: text }, id }) {
      const job = await jobToChange(context, id, 'retry-failed');
      if (job.failed === 0) {
        throw new CliError('E-RETRY-NOTHING', 'No workflow of this job failed again; nothing was sent.', {
          hint: `Show the results: ${jobCommand('items', job)}`,
        });
      }
      const reason = text?.trim() || `Retried by ${context.path}`;
      const body = { reason, ...defined({ allowDuplicate }) };
      return {
        title: `Retry ${job.failed} workflow${job.failed === 1 ? '' : 's'} that failed again`,
        send: (call) => client.retryjobs.retryFailed({ params: { id }, body }, call),
      };
    },
  }),
];
