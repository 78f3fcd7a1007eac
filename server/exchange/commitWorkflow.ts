import { enqueue } from '../jobs/enqueue.ts';
import type { Child, WorkflowRun } from './workflowRun.ts';
import { createNotifications } from './notifications/createNotifications.ts';
import { insertArrival, insertFollower, saveWorkflowRun } from './saveWorkflowRun.ts';
import type { OutsideWork, StepParts } from './stepResult.ts';
import { type Resume, runSteps } from './runSteps.ts';

/** Work outside that a workflow waits for, and its version and step at that time. */
export interface Pause {
  readonly workflowId: string;
  readonly version: number;
  readonly ordinal: number;
  readonly work: OutsideWork;
}

/** Messages whose documents were processed, or cannot be; published after the commit. */
export interface CommitResult {
  readonly pause?: Pause;
  readonly processed: readonly { readonly mailMessageId: number; readonly status: 'Completed' | 'Failed' }[];
}

/**
 * Continues a workflow and writes its changes, with the workflows that follow from it, in one transaction. A single follower continues at once
 * and its changes to their message are written with its parent; several followers get a job each.
 */
export async function commitWorkflow(parts: StepParts, run: WorkflowRun, resume?: Resume): Promise<CommitResult> {
  const { chain, work } = await runChain(parts, run, resume);
  mergeIntoParent(chain);
  const last = chain.at(-1) ?? run;
  await insertChain(parts, chain);
  await insertOthers(parts, last.children);
  const saved = run.version > 0 ? saveWorkflowRun(parts.tx, run) : undefined;
  await Promise.all([saved, ...chain.map((one) => announce(parts, one))]);
  return { ...(work ? { pause: pauseOf(last, work) } : {}), processed: chain.flatMap(endOfProcessing) };
}

/** A workflow and its only follower, and that one's, as far as they go without work outside. */
async function runChain(parts: StepParts, first: WorkflowRun, resume?: Resume) {
  const chain = [first];
  let work = await runSteps(parts, first, resume);
  for (let next = only(first); next && !work; next = only(next)) {
    chain.push(next);
    work = await runSteps(parts, next);
  }
  return { chain, work };
}

const only = ({ children }: WorkflowRun) => (children.length === 1 ? children[0]?.run : undefined);

/** Moves the changes that a follower makes to the message of its parent into the parent. */
function mergeIntoParent(chain: readonly WorkflowRun[]): void {
  for (const [at, { type, events, updates, messageStatus }] of [...chain.entries()].reverse()) {
    const parent = chain[at - 1];
    if (!parent || type !== 'ProcessWorkflow') continue;
    parent.events.push(...events);
    parent.updates.push(...updates);
    parent.messageStatus = messageStatus ?? parent.messageStatus;
  }
}

async function insertChain({ tx }: StepParts, chain: readonly WorkflowRun[]): Promise<void> {
  for (const [at, run] of chain.entries()) {
    if (run.version > 0) continue;
    if (run.type === 'MessageReceiveWorkflow') {
      await insertArrival(tx, run, chain.slice(at + 1));
      return chain[at - 1]?.children[0]?.stored?.(run.message.id);
    }
    await insertFollower(tx, run);
  }
}

/** Followers that were not continued get a job each. */
async function insertOthers(parts: StepParts, children: readonly Child[]): Promise<void> {
  for (const child of children) {
    const { run } = child;
    if (run.type === 'MessageReceiveWorkflow') await insertArrival(parts.tx, run, []);
    else await insertFollower(parts.tx, run);
    child.stored?.(run.message.id);
    await enqueueRun(parts, run, 0);
  }
}

function enqueueRun({ tx }: StepParts, { id }: Pick<WorkflowRun, 'id'>, inSeconds: number): Promise<void> {
  return enqueue(tx, 'workflow.run', { workflowId: id }, { key: `workflow:${id}`, inSeconds });
}

/** Creates notifications; a workflow that waits for its next attempt gets its job. */
async function announce(parts: StepParts, run: WorkflowRun): Promise<void> {
  const { id: workflowId, organizationId, message } = run;
  for (const event of run.announced) {
    const cause = { workflowId, organizationId, mailMessageId: message.id, event };
    await createNotifications(parts.tx, parts.services.config, cause);
  }
  const waiting = run.steps.find(({ status }) => status === 'Retrying');
  const isParked = run.status === 'Pending' && run.version > 0;
  if (!waiting && !isParked) return;
  const due = waiting?.nextAttemptAt ? new Date(waiting.nextAttemptAt).getTime() - Date.now() : 0;
  await enqueueRun(parts, run, Math.max(0, due / 1000));
}

const pauseOf = (run: WorkflowRun, work: OutsideWork): Pause => ({
  workflowId: run.id,
  // Saving has counted it up; inserting began with 1.
  version: run.version + 1,
  ordinal: run.steps.find(({ status }) => status === 'In Progress')?.ordinal ?? 0,
  work,
});

const endOfProcessing = ({ type, status, message }: WorkflowRun): CommitResult['processed'] =>
  type === 'ProcessWorkflow' && (status === 'Completed' || status === 'Failed')
    ? [{ mailMessageId: message.id, status }]
    : [];
