import { inTransaction, type Transaction } from '../database/transaction.ts';
import { sqlState } from '../database/sqlState.ts';
import type { TaskRun } from '../jobs/tasks.ts';
import type { Course } from './course.ts';
import type { ExchangeServices } from './exchangeServices.ts';
import { foresee } from './foresee.ts';
import { loadCourse } from './loadCourse.ts';
import { type Pause, settleCourse, type Settled } from './settleCourse.ts';
import { statement } from '../database/statement.ts';
import type { Prepared } from './stepResult.ts';

/**
 * Takes a workflow on, and then what follows from it (`workflow.run`). Steps inside the house run in one transaction that holds the row of
 * the workflow: a second worker waits and finds them done, a killed one leaves nothing behind. What takes its time or tells others is done
 * between two transactions; who comes back to a row that has moved on meanwhile writes nothing.
 */
export async function runWorkflow(
  services: ExchangeServices,
  { workflowId }: { readonly workflowId: string },
  run: TaskRun,
): Promise<void> {
  for (let next: Pause | string | undefined = workflowId; next !== undefined; ) {
    const { pause, processed, followers = [] }: Stage = await goOn(services, next, run.signal);
    for (const done of processed) services.hubs.processed(done);
    for (const follower of followers) await runWorkflow(services, { workflowId: follower }, run);
    next = pause;
  }
}

interface Stage extends Settled {
  /** Workflows that a killed worker has left behind after this one. */
  readonly followers?: readonly string[];
}

async function goOn(services: ExchangeServices, next: Pause | string, signal: AbortSignal): Promise<Stage> {
  if (typeof next === 'string') {
    const foreseen = await foresee(services, next);
    return inTransaction(services.database, async (tx) => {
      const course = await loadCourse(tx, next);
      if (!course || course.status === 'Canceled' || course.status === 'Failed') return { processed: [] };
      if (course.status === 'Completed') return { processed: [], followers: await leftBehind(tx, course) };
      return settleCourse({ tx, services, ...(foreseen ? { foreseen } : {}) }, course);
    }).catch((error: unknown) => noteFault(services, next, error));
  }
  const { workflowId, version, ordinal } = next;
  const prepared = await next.work(signal);
  return inTransaction(services.database, async (tx) => {
    const course = await loadCourse(tx, workflowId);
    if (course?.version !== version) return { processed: [] };
    return settleCourse({ tx, services }, course, { version, ordinal, prepared });
  });
}

/** A fault of ours must not keep a message in the queue for ever: it counts as a failed attempt. Without the database nothing counts. */
async function noteFault(services: ExchangeServices, workflowId: string, error: unknown): Promise<Stage> {
  const state = sqlState(error);
  const isOurs = state !== undefined ? /^(2[123]|42)/.test(state) : error instanceof TypeError;
  if (!isOurs) throw error;
  return inTransaction(services.database, async (tx) => {
    const course = await loadCourse(tx, workflowId);
    const step = course?.steps.find(({ status }) => status !== 'Completed');
    if (!course || !step) return { processed: [] };
    const now = new Date().toISOString();
    const failure: Prepared = {
      stepName: step.stepName,
      startTime: now,
      endTime: now,
      apply: () => ({ kind: 'failed', errorCode: 'internal', isTransient: true }),
    };
    return settleCourse({ tx, services }, course, { version: course.version, ordinal: 0, prepared: [failure] });
  });
}

const unfinished = statement<{ id: string }>(
  'exchange-left-behind',
  `select w.id from workflows w
   where w.parent_id = $1::uuid and w.status <> 'Failed'
     and not exists (select from graphile_worker.jobs j where j.key = 'workflow:' || w.id)`,
);

/** Followers without a job of their own: they belonged to the job of their parent. */
const leftBehind = async (tx: Transaction, { id, type }: Course): Promise<string[]> =>
  type === 'ProcessWorkflow' ? [] : (await unfinished(tx, [id])).map(({ id: follower }) => follower);
