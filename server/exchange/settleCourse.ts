import { enqueue } from '../jobs/enqueue.ts';
import type { Child, Course } from './course.ts';
import { createNotifications } from './notifications/createNotifications.ts';
import { insertArrival, insertFollower, saveCourse } from './saveCourse.ts';
import type { OutsideWork, StepParts } from './stepResult.ts';
import { type Resume, walkSteps } from './walkSteps.ts';

/** Work outside that a workflow waits for, and where it stood when it was left. */
export interface Pause {
  readonly workflowId: string;
  readonly version: number;
  readonly ordinal: number;
  readonly work: OutsideWork;
}

/** Documents of these messages have been processed, or cannot be; told when it is committed. */
export interface Settled {
  readonly pause?: Pause;
  readonly processed: readonly { readonly mailMessageId: number; readonly status: 'Completed' | 'Failed' }[];
}

/**
 * Takes a workflow on and writes what became of it, with the workflows that follow from it, in one transaction. A single follower is
 * taken on at once and what it says of their message is written with its parent; several get a job each.
 */
export async function settleCourse(parts: StepParts, course: Course, resume?: Resume): Promise<Settled> {
  const { chain, work } = await walkChain(parts, course, resume);
  handUp(chain);
  const last = chain.at(-1) ?? course;
  await insertChain(parts, chain);
  await insertOthers(parts, last.children);
  const saved = course.version > 0 ? saveCourse(parts.tx, course) : undefined;
  await Promise.all([saved, ...chain.map((one) => announce(parts, one))]);
  return { ...(work ? { pause: pauseOf(last, work) } : {}), processed: chain.flatMap(endOfProcessing) };
}

/** A workflow and its only follower, and that one's, as far as they go without work outside. */
async function walkChain(parts: StepParts, first: Course, resume?: Resume) {
  const chain = [first];
  let work = await walkSteps(parts, first, resume);
  for (let next = only(first); next && !work; next = only(next)) {
    chain.push(next);
    work = await walkSteps(parts, next);
  }
  return { chain, work };
}

const only = ({ children }: Course) => (children.length === 1 ? children[0]?.course : undefined);

/** What a follower has to say of the message it shares with its parent. */
function handUp(chain: readonly Course[]): void {
  for (const [at, { type, events, facts, messageStatus }] of [...chain.entries()].reverse()) {
    const parent = chain[at - 1];
    if (!parent || type !== 'ProcessWorkflow') continue;
    parent.events.push(...events);
    parent.facts.push(...facts);
    parent.messageStatus = messageStatus ?? parent.messageStatus;
  }
}

async function insertChain({ tx }: StepParts, chain: readonly Course[]): Promise<void> {
  for (const [at, course] of chain.entries()) {
    if (course.version > 0) continue;
    if (course.type === 'MessageReceiveWorkflow') {
      await insertArrival(tx, course, chain.slice(at + 1));
      return chain[at - 1]?.children[0]?.stored?.(course.message.id);
    }
    await insertFollower(tx, course);
  }
}

/** Those that were not taken on get a job each. */
async function insertOthers(parts: StepParts, children: readonly Child[]): Promise<void> {
  for (const child of children) {
    const { course } = child;
    if (course.type === 'MessageReceiveWorkflow') await insertArrival(parts.tx, course, []);
    else await insertFollower(parts.tx, course);
    child.stored?.(course.message.id);
    await enqueueCourse(parts, course, 0);
  }
}

function enqueueCourse({ tx }: StepParts, { id }: Pick<Course, 'id'>, inSeconds: number): Promise<void> {
  return enqueue(tx, 'workflow.run', { workflowId: id }, { key: `workflow:${id}`, inSeconds });
}

/** Tells who wants to know; a workflow that waits for its next attempt gets its job. */
async function announce(parts: StepParts, course: Course): Promise<void> {
  const { id: workflowId, organizationId, message } = course;
  for (const event of course.announced) {
    const cause = { workflowId, organizationId, mailMessageId: message.id, event };
    await createNotifications(parts.tx, parts.services.config, cause);
  }
  const waiting = course.steps.find(({ status }) => status === 'Retrying');
  const isParked = course.status === 'Pending' && course.version > 0;
  if (!waiting && !isParked) return;
  const due = waiting?.nextAttemptAt ? new Date(waiting.nextAttemptAt).getTime() - Date.now() : 0;
  await enqueueCourse(parts, course, Math.max(0, due / 1000));
}

const pauseOf = (course: Course, work: OutsideWork): Pause => ({
  workflowId: course.id,
  // Saving has counted it up; inserting began with 1.
  version: course.version + 1,
  ordinal: course.steps.find(({ status }) => status === 'In Progress')?.ordinal ?? 0,
  work,
});

const endOfProcessing = ({ type, status, message }: Course): Settled['processed'] =>
  type === 'ProcessWorkflow' && (status === 'Completed' || status === 'Failed')
    ? [{ mailMessageId: message.id, status }]
    : [];
