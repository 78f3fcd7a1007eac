import { stepErrors } from '../../shared/rules/exchange.ts';
import { messageStatuses } from '../../shared/rules/message.ts';
import { interruptedText, mostAttempts, waitAfter } from '../jobs/attempts.ts';
import type { Course, Step } from './course.ts';
import type { OutsideWork, Prepared, StepParts, StepResult } from './stepResult.ts';
import { stepWork } from './steps/stepWork.ts';

/** Where a worker goes on after work outside: the version it left behind, the step, and what it brings. */
export interface Resume {
  readonly version: number;
  readonly ordinal: number;
  readonly prepared: readonly Prepared[];
}

/** Takes a workflow on from its first step that is not Completed, as far as it goes; gives back the work that has to be done outside. */
export async function walkSteps(parts: StepParts, course: Course, resume?: Resume): Promise<OutsideWork | undefined> {
  const prepared = resume?.prepared ?? foreseenFor(parts, course);
  // What was read ahead belongs to the attempt that begins here; workflows that follow in the same transaction begin later.
  let begunAt = course.version > 0 ? parts.foreseen?.startTime : undefined;
  for (const step of course.steps) {
    if (step.status === 'Completed') continue;
    const isOurs = step.ordinal === resume?.ordinal;
    const ready = prepared.find(({ stepName }) => stepName === step.stepName);
    const startTime = ready?.startTime ?? begunAt;
    begunAt = undefined;
    const isCut = !isOurs && !begin(step, startTime, parts.services.config.jobs.retrySeconds);
    const result = isCut ? interrupted : await workOn(parts, course, step, ready);
    if (result.kind === 'outside') {
      step.status = 'In Progress';
      course.status = 'In Progress';
      return result.work;
    }
    end(course, step, result, ready, parts.services.config.jobs.retrySeconds);
    if (result.kind !== 'done') return undefined;
  }
  course.status = 'Completed';
  course.failedStep = null;
  course.errorCode = null;
  return undefined;
}

function foreseenFor({ foreseen }: StepParts, { type, version, attachments }: Course): readonly Prepared[] {
  const isNew = type === 'ProcessWorkflow' && version === 0 && attachments.length > 0;
  if (!foreseen || !isNew || !attachments.every(({ contentId }) => foreseen.contentIds.has(contentId))) return [];
  return foreseen.prepared;
}

const interrupted: StepResult = { kind: 'failed', errorCode: 'interrupted', isTransient: false };

const workOn = (parts: StepParts, course: Course, step: Step, ready?: Prepared) =>
  ready ? ready.apply(parts, course) : stepWork(course.type, step.stepName)(parts, course, step.stepName);

/** Begins an attempt. False where the last ones were all cut off, so that a step that ends the server does not do so for ever. */
function begin(step: Step, startTime: string | undefined, retrySeconds: readonly number[]): boolean {
  if (step.startTime !== null) step.history = [...step.history, lastAttempt(step)];
  const cut = cutAttempts(step);
  step.attempts += 1;
  step.startTime = startTime ?? new Date().toISOString();
  step.endTime = null;
  step.nextAttemptAt = null;
  step.errorCode = null;
  step.error = null;
  return cut < mostAttempts(retrySeconds);
}

function lastAttempt({ attempts, status, startTime, endTime, error }: Step) {
  const isCut = status === 'In Progress';
  return {
    attempt: attempts,
    startTime: iso(startTime),
    endTime: iso(endTime),
    status: isCut ? 'Interrupted' : 'Failed',
    error: isCut ? interruptedText : error,
  };
}

const iso = (time: string | null) => (time === null ? null : new Date(time).toISOString());

function cutAttempts({ history }: Step): number {
  const at = history.findLastIndex((entry) => (entry as { status: string }).status !== 'Interrupted');
  return history.length - 1 - at;
}

function end(
  course: Course,
  step: Step,
  result: Exclude<StepResult, { kind: 'outside' }>,
  ready: Prepared | undefined,
  retrySeconds: readonly number[],
): void {
  if (result.kind === 'parked') return park(course, step);
  step.endTime = ready?.endTime ?? new Date().toISOString();
  step.meta = result.meta ?? step.meta;
  if (result.kind === 'done') {
    step.status = 'Completed';
    return;
  }
  const wait = result.isTransient ? waitAfter(step.attempts, retrySeconds) : undefined;
  step.errorCode = result.errorCode;
  step.error = result.error ?? stepErrors[result.errorCode];
  course.failedStep = step.stepName;
  course.errorCode = result.errorCode;
  if (wait === undefined) return fail(course, step);
  step.status = 'Retrying';
  step.nextAttemptAt = new Date(Date.now() + wait * 1000).toISOString();
  course.status = 'Retrying';
}

function fail(course: Course, step: Step): void {
  step.status = 'Failed';
  course.status = 'Failed';
  course.messageStatus = messageStatuses.indexOf('Failed');
  course.events.push({ eventType: 'Failed', note: `${step.stepName}: ${step.errorCode ?? ''}` });
  for (const { contentId, previewStatus } of course.attachments) {
    const found = course.facts.findLast((fact) => fact.contentId === contentId && fact.previewStatus !== undefined);
    if ((found?.previewStatus ?? previewStatus) !== 'Processing') continue;
    course.facts.push({ contentId, previewStatus: 'Failed' });
  }
}

function park(course: Course, step: Step): void {
  step.attempts -= 1;
  step.status = step.attempts > 0 ? 'Retrying' : 'Pending';
  step.startTime = null;
  course.status = step.attempts > 0 ? 'Retrying' : 'Pending';
}
