import { inTransaction, type Transaction } from '../database/transaction.ts';
import { sqlState } from '../database/sqlState.ts';
import type { TaskRun } from '../jobs/tasks.ts';
import type { WorkflowRun } from './workflowRun.ts';
import type { ExchangeServices } from './exchangeServices.ts';
import { preprocess } from './preprocess.ts';
import { loadWorkflowRun } from './loadWorkflowRun.ts';
import { type Pause, commitWorkflow, type CommitResult } from './commitWorkflow.ts';
import { statement } from '../database/statement.ts';
import type { Prepared } from './stepResult.ts';

/**
 * Continues a workflow, and then the workflows that follow from it (`workflow.run`). Steps without external effects run in one transaction
 * that locks the row of the workflow: a second worker waits and sees them completed, a killed one leaves no changes. Slow work and calls to
 * other systems run between two transactions; a worker whose row has a newer version afterwards writes nothing.
 */
export async function runWorkflow(
  services: ExchangeServices,
  { workflowId }: { readonly workflowId: string },
  taskRun: TaskRun,
): Promise<void> {
  for (let next: Pause | string | undefined = workflowId; next !== undefined; ) {
    const { pause, processed, followers = [] }: StageResult = await continueRun(services, next, taskRun.signal);
    for (const done of processed) services.hubs.processed(done);
    for (const follower of followers) await runWorkflow(services, { workflowId: follower }, taskRun);
    next = pause;
  }
}

interface StageResult extends CommitResult {
  /** Workflows after this one that a killed worker did not continue. */
  readonly followers?: readonly string[];
}

async function continueRun(
  services: ExchangeServices,
  next: Pause | string,
  signal: AbortSignal,
): Promise<StageResult> {
  if (typeof next === 'string') {
    const preprocessed = await preprocess(services, next);
    return inTransaction(services.database, async (tx) => {
      const run = await loadWorkflowRun(tx, next);
      if (!run || run.status === 'Canceled' || run.status === 'Failed') return { processed: [] };
      if (run.status === 'Completed') return { processed: [], followers: await orphanedFollowers(tx, run) };
      return commitWorkflow({ tx, services, ...(preprocessed ? { preprocessed } : {}) }, run);
    }).catch((error: unknown) => recordFailure(services, next, error));
  }
  const { workflowId, version, ordinal } = next;
  const prepared = await next.work(signal);
  return inTransaction(services.database, async (tx) => {
    const run = await loadWorkflowRun(tx, workflowId);
    if (run?.version !== version) return { processed: [] };
    return commitWorkflow({ tx, services }, run, { version, ordinal, prepared });
  });
}

/** An error of this program counts as a failed attempt, so that it does not keep a message in the queue forever. An outage of the database does not count. */
async function recordFailure(services: ExchangeServices, workflowId: string, error: unknown): Promise<StageResult> {
  const state = sqlState(error);
  const isOurs = state !== undefined ? /^(2[123]|42)/.test(state) : error instanceof TypeError;
  if (!isOurs) throw error;
  return inTransaction(services.database, async (tx) => {
    const run = await loadWorkflowRun(tx, workflowId);
    const step = run?.steps.find(({ status }) => status !== 'Completed');
    if (!run || !step) return { processed: [] };
    const now = new Date().toISOString();
    const failure: Prepared = {
      stepName: step.stepName,
      startTime: now,
      endTime: now,
      apply: () => ({ kind: 'failed', errorCode: 'internal', isTransient: true }),
    };
    return commitWorkflow({ tx, services }, run, { version: run.version, ordinal: 0, prepared: [failure] });
  });
}

const selectOrphans = statement<{ id: string }>(
  'exchange-left-behind',
  `select w.id from workflows w
   where w.parent_id = $1::uuid and w.status <> 'Failed'
     and not exists (select from graphile_worker.jobs j where j.key = 'workflow:' || w.id)`,
);

/** Followers without their own job: they belonged to the job of their parent. */
const orphanedFollowers = async (tx: Transaction, { id, type }: WorkflowRun): Promise<string[]> =>
  type === 'ProcessWorkflow' ? [] : (await selectOrphans(tx, [id])).map(({ id: follower }) => follower);
