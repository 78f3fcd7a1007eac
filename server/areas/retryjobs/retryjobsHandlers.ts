import type { RetryJob, retryjobs } from '../../../shared/contract/retryjobs.ts';
import { audit } from '../../database/audit.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { failureGroups } from './failureGroupStore.ts';
import { planOf } from './planStore.ts';
import {
  failedWorkflows,
  findJob,
  insertJob,
  itemPage,
  jobPage,
  lockJob,
  maxItems,
  type NewJob,
  setState,
  skipPending,
} from './retryJobStore.ts';

const defaultPerSecond = 20;

/** Bulk retry: what there is to retry, what would happen, and jobs that do it. */
export const retryjobsHandlers = ({ database }: Pick<Services, 'database'>): Handlers<typeof retryjobs> => ({
  failureGroups: async ({ query }) => ({ items: await inOneSnapshot(database, (tx) => failureGroups(tx, query)) }),

  plan: ({ body: { selection, allowDuplicate = false } }) =>
    inOneSnapshot(database, (tx) => planOf(tx, selection, allowDuplicate)),

  create: ({ body: { selection, reason, allowDuplicate = false, perSecond = defaultPerSecond } }, context) =>
    inTransaction(database, (tx) =>
      startJob(tx, { selection, reason, allowDuplicate, perSecond, ofJobId: null }, context, 'retryjobs.create'),
    ),

  list: ({ query }) => inOneSnapshot(database, (tx) => jobPage(tx, query)),

  get: ({ params }) => inOneSnapshot(database, (tx) => read(tx, params.id)),

  items: ({ params, query }) =>
    inOneSnapshot(database, async (tx) => {
      await read(tx, params.id);
      return itemPage(tx, params.id, query);
    }),

  pause: ({ params }, context) => inTransaction(database, (tx) => change(tx, params.id, 'pause', context)),
  resume: ({ params }, context) => inTransaction(database, (tx) => change(tx, params.id, 'resume', context)),
  cancel: ({ params }, context) => inTransaction(database, (tx) => change(tx, params.id, 'cancel', context)),

  retryFailed: ({ params, body: { reason, allowDuplicate = false } }, context) =>
    inTransaction(database, async (tx) => {
      const job = await lockJob(tx, params.id);
      if (!job) throw new ApiProblem('E-NOT-FOUND');
      if (job.state === 'Running' || job.state === 'Paused') throw new ApiProblem('E-RETRY-JOB-STATE');
      const selection = { workflowIds: await failedWorkflows(tx, params.id) };
      const { perSecond } = job;
      return startJob(
        tx,
        { selection, reason, allowDuplicate, perSecond, ofJobId: job.id },
        context,
        'retryjobs.retryFailed',
      );
    }),
});

async function read(tx: Transaction, id: string): Promise<RetryJob> {
  const job = await findJob(tx, id);
  if (!job) throw new ApiProblem('E-NOT-FOUND');
  return job;
}

async function startJob(
  tx: Transaction,
  job: Omit<NewJob, 'createdBy' | 'requestId'>,
  context: RequestContext,
  action: string,
): Promise<RetryJob> {
  const { actor, requestId } = context;
  const { id, total, eligible } = await insertJob(tx, { ...job, createdBy: actor, requestId });
  if (eligible === 0) throw new ApiProblem('E-RETRY-NOTHING');
  if (total > maxItems) {
    const text = `selects more than ${maxItems} workflows; narrow the filters`;
    throw new ApiProblem('E-REQUEST-INVALID', { modelState: { selection: [text] } });
  }
  const made = {
    total,
    eligible,
    allowDuplicate: job.allowDuplicate,
    perSecond: job.perSecond,
    ofJobId: job.ofJobId,
  };
  await audit(
    tx,
    { ...context, reason: job.reason },
    { action, targetType: 'retryjob', targetId: id, changes: { job: { before: null, after: made } } },
  );
  await enqueue(tx, 'retryjob.run', { jobId: id }, { key: `retryjob:${id}` });
  return read(tx, id);
}

const verbs = {
  pause: { from: ['Running'], to: 'Paused' },
  resume: { from: ['Paused'], to: 'Running' },
  cancel: { from: ['Running', 'Paused'], to: 'Canceled' },
} as const;

async function change(
  tx: Transaction,
  id: string,
  verb: keyof typeof verbs,
  context: RequestContext,
): Promise<RetryJob> {
  const job = await lockJob(tx, id);
  if (!job) throw new ApiProblem('E-NOT-FOUND');
  const isChecked = checkVersion(job.version, context);
  const { from, to } = verbs[verb];
  if (!from.some((state) => state === job.state)) throw new ApiProblem('E-RETRY-JOB-STATE');
  await setState(tx, id, to);
  if (to === 'Canceled') await skipPending(tx, id, 'canceled');
  if (to === 'Running') await enqueue(tx, 'retryjob.run', { jobId: id }, { key: `retryjob:${id}` });
  const changes = { state: { before: job.state, after: to } };
  await audit(tx, context, {
    action: `retryjobs.${verb}`,
    targetType: 'retryjob',
    targetId: id,
    changes,
    versionChecked: isChecked,
  });
  return read(tx, id);
}
