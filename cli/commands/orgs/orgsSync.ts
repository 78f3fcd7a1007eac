import { setTimeout as delay } from 'node:timers/promises';
import type { OutboundJob } from '../../../shared/contract/organizationActivity.ts';
import { writeRow } from '../../bulk/writeRow.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { parseDuration } from '../../durations.ts';
import { CliError } from '../../errors.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';
import { nameOf } from '../../records/resourceRows.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';

interface Options extends WriteFlags {
  readonly wait?: boolean;
  readonly waitFor?: string;
}

const everyMs = 500;
const done = new Set<OutboundJob['status']>(['Completed', 'Failed']);

/** The job when it has ended; a job that is not done in time is exit 75: it goes on by itself. */
const ended = async (context: Context, id: string, jobId: string, forMs: number): Promise<OutboundJob> => {
  const client = await context.client();
  for (const until = context.now() + forMs; ; ) {
    const query = { pageSize: 100 };
    const { items } = await client.organizations.jobs({ params: { id }, query }, { signal: context.signal });
    const job = items.find((one) => one.id === jobId);
    if (job !== undefined && done.has(job.status)) return job;
    if (context.now() >= until) {
      throw new CliError('E-USAGE', `The sync is still ${job?.status ?? 'waiting'}; it goes on by itself.`, {
        code: 'E-UNAVAILABLE',
        exit: 'try-later',
        hint: `Run: carepost orgs jobs ${id}`,
      });
    }
    await delay(everyMs, undefined, { signal: context.signal });
  }
};

const duration = (text: string): string => {
  parseDuration(text);
  return text;
};

export const orgsSync = defineCommand<Options>({
  name: 'sync',
  summary: 'Sync an organization with the customer-messaging service',
  arguments: [organizationArgument],
  options: [
    { flags: '--wait', summary: 'wait until the sync has ended; a failed one is exit 3', group: 'Selection' },
    { flags: '--wait-for <duration>', summary: 'wait, but not longer (2m)', group: 'Selection', parse: duration },
  ],
  fileAction: 'orgs.sync',
  takes: ['write', 'record'],
  fields: { all: ['jobId', 'status', 'attempts', 'lastError'], table: ['jobId', 'status', 'attempts', 'lastError'] },
  calls: ['organizations.get', 'organizations.sync', 'organizations.jobs'],
  exits: ['partial', 'not-found', 'invalid'],
  examples: ['carepost orgs sync <id> --yes', 'carepost orgs sync <id> --yes --output ids'],
  async run(context, { wait, waitFor, ...flags }, [id = '']) {
    let job: OutboundJob | undefined;
    await writeRow(context, {
      action: 'orgs.sync',
      values: { id },
      flags,
      deed: (found) => `Sync the organization ${nameOf(found, id)}`,
      unchanged: (found) => `${nameOf(found, id)} is in sync; nothing was sent.`,
      done: 'Organization Intercom Sync has been initialized.',
      async show({ answer }) {
        const { jobId, status } = answer as { readonly jobId: string; readonly status: string };
        if (wait !== true && waitFor === undefined) return { jobId, status };
        job = await ended(context, id, jobId, parseDuration(waitFor ?? '2m'));
        return { jobId, status: job.status, attempts: job.attempts, lastError: job.lastError };
      },
    });
    if (job === undefined || job.status === 'Completed') return undefined;
    return { exit: 'partial', message: job.lastError ?? 'the sync failed' };
  },
});
