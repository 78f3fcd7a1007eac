import { setTimeout as delay } from 'node:timers/promises';
import type { OutboundJob } from '../../../shared/contract/organizationActivity.ts';
import { writeRow } from '../../bulk/writeRow.ts';
import { type Command, type Context, defineCommand, type OptionsOf, actionFlag } from '../../command.ts';
import { parseDuration } from '../../durations.ts';
import { CliError } from '../../errors.ts';
import { changeTexts } from '../../output/cells.ts';
import { fieldsOf, listCommand, nameOf, pagesCommand } from '../../records/commandBuilders.ts';
import type { WriteFlags } from '../../records/confirmed.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';
import { duration } from '../../tree/flags.ts';

interface Activity {
  readonly name: string;
  readonly summary: string;
  readonly columns: readonly string[];
  /** The time of an entry. */
  readonly since: string;
  readonly row: 'history' | 'apiCaptures' | 'jobs';
}

/** A list in the order of the server, newest first. Its entries are long, so the server limits the pages to 200. */
const activity = ({ name, summary, columns, since, row }: Activity): Command =>
  pagesCommand({
    name,
    summary,
    arguments: [organizationArgument],
    fields: { ...fieldsOf(`organizations.${row}`, columns), since },
    calls: [`organizations.${row}`],
    examples: [`<id> --output json`, `<id> --all --output csv`],
    sortedBy: 'id',
    newestFirst: true,
    maxPageSize: 200,
    isSearchable: false,
    pages:
      ({ context, client, id, read }) =>
      async ({ pageNumber, pageSize }) => {
        const page = await client.organizations[row]({ params: { id }, query: { pageNumber, pageSize } }, read);
        if (context.output.format !== 'table') return page;
        const items = page.items.map((item) =>
          'changes' in item ? { ...item, changes: changeTexts(item.changes) } : item,
        );
        return { ...page, items };
      },
  });

const pollMs = 500;
const finalStatuses = new Set<OutboundJob['status']>(['Completed', 'Failed']);

/** Waits for a job to end. When the time is over, the exit is 75 and the server continues with the job. */
const waitForJob = async (context: Context, id: string, jobId: string, forMs: number): Promise<OutboundJob> => {
  const client = await context.client();
  for (const until = context.now() + forMs; ; ) {
    const query = { pageSize: 100 };
    const { items } = await client.organizations.jobs({ params: { id }, query }, { signal: context.signal });
    const job = items.find((one) => one.id === jobId);
    if (job !== undefined && finalStatuses.has(job.status)) return job;
    if (context.now() >= until) {
      const text = `The sync is still ${job?.status ?? 'waiting'}; the server continues in the background.`;
      const hint = `Run: carepost orgs jobs ${id}`;
      throw new CliError('E-UNAVAILABLE', text, { exit: 'try-later', hint });
    }
    await delay(pollMs, undefined, { signal: context.signal });
  }
};

const syncFlags = [
  actionFlag('--wait', 'wait until the sync ends; exit with 3 if it fails'),
  actionFlag('--wait-for <duration>', 'wait at most this long (2m)', { parse: duration }),
];

export const orgsSync = defineCommand<OptionsOf<typeof syncFlags> & WriteFlags>({
  name: 'sync',
  summary: 'Sync an organization with the customer-messaging service',
  arguments: [organizationArgument],
  options: syncFlags,
  fileAction: 'orgs.sync',
  takes: ['write', 'record'],
  fields: ['jobId', 'status', 'attempts', 'lastError'],
  calls: ['organizations.get', 'organizations.sync', 'organizations.jobs'],
  examples: ['<id> --yes', '<id> --yes --output ids'],
  async run(context, { wait, waitFor, ...flags }, [id = '']) {
    let job: OutboundJob | undefined;
    await writeRow(context, {
      action: 'orgs.sync',
      values: { id },
      flags,
      title: (current) => `Sync the organization ${nameOf(current, id)}`,
      unchanged: (current) => `${nameOf(current, id)} is in sync; nothing was sent.`,
      done: 'Organization Intercom Sync has been initialized.',
      async show({ after }) {
        const { jobId = '', status } = (after?.record ?? {}) as { readonly jobId?: string; readonly status?: string };
        if (wait !== true && waitFor === undefined) return { jobId, status };
        job = await waitForJob(context, id, jobId, parseDuration(waitFor ?? '2m'));
        return { jobId, status: job.status, attempts: job.attempts, lastError: job.lastError };
      },
    });
    if (job === undefined || job.status === 'Completed') return undefined;
    return { exit: 'partial', message: job.lastError ?? 'the sync failed' };
  },
});

/** What happened to an organization: lists of its changes, usage, API calls and jobs, and the sync that adds a job. */
export const activityCommands: readonly Command[] = [
  activity({
    name: 'history',
    summary: 'List the changes of an organization, newest first',
    columns: ['at', 'actorName', 'action', 'reason', 'changes'],
    since: 'at',
    row: 'history',
  }),
  listCommand({
    name: 'usage',
    summary: 'List messages and fax pages of an organization by month, newest first',
    arguments: [organizationArgument],
    calls: ['organizations.usage'],
    load: ({ client, id, read }) => client.organizations.usage({ params: { id } }, read),
  }),
  activity({
    name: 'captures',
    summary: 'List the captured API calls of an organization, newest first, with masked values',
    columns: ['at', 'actorName', 'method', 'route', 'status', 'durationMs'],
    since: 'at',
    row: 'apiCaptures',
  }),
  activity({
    name: 'jobs',
    summary: 'List the calls to other systems about an organization, newest first',
    columns: ['createdAt', 'kind', 'status', 'attempts', 'lastError', 'finishedAt'],
    since: 'createdAt',
    row: 'jobs',
  }),
];
