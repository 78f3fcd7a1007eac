import { stepErrors } from '../../shared/rules/exchange.ts';
import { messageStatuses } from '../../shared/rules/message.ts';
import { interruptedText, maxAttempts, waitAfter } from '../jobs/attempts.ts';
import type { WorkflowRun, Step } from './workflowRun.ts';
import type { OutsideWork, Prepared, StepParts, StepResult } from './stepResult.ts';
import { stepWork } from './steps/stepWork.ts';

/** Where a worker goes on after work outside: the version it left behind, the step, and what it brings. */
export interface Resume {
  readonly version: number;
  readonly ordinal: number;
  readonly prepared: readonly Prepared[];
}

/** Runs a workflow from its first step that is not Completed as far as possible; returns the work that has to be done outside of the transaction. */
export async function runSteps(parts: StepParts, run: WorkflowRun, resume?: Resume): Promise<OutsideWork | undefined> {
  const prepared = resume?.prepared ?? preprocessedFor(parts, run);
  // What was read ahead belongs to the attempt that begins here; workflows that follow in the same transaction begin later.
  let begunAt = run.version > 0 ? parts.preprocessed?.startTime : undefined;
  for (const step of run.steps) {
    if (step.status === 'Completed') continue;
    const isOurs = step.ordinal === resume?.ordinal;
    const ready = prepared.find(({ stepName }) => stepName === step.stepName);
    const startTime = ready?.startTime ?? begunAt;
    begunAt = undefined;
    const isCut = !isOurs && !begin(step, startTime, parts.services.config.jobs.retrySeconds);
    const result = isCut ? interrupted : await applyStep(parts, run, step, ready);
    if (result.kind === 'outside') {
      step.status = 'In Progress';
      run.status = 'In Progress';
      return result.work;
    }
    end(run, step, result, ready, parts.services.config.jobs.retrySeconds);
    if (result.kind !== 'done') return undefined;
  }
  run.status = 'Completed';
  run.failedStep = null;
  run.errorCode = null;
  return undefined;
}

function preprocessedFor(
  { preprocessed }: StepParts,
  { type, version, attachments }: WorkflowRun,
): readonly Prepared[] {
  const isNew = type === 'ProcessWorkflow' && version === 0 && attachments.length > 0;
  if (!preprocessed || !isNew || !attachments.every(({ contentId }) => preprocessed.contentIds.has(contentId)))
    return [];
  return preprocessed.prepared;
}

const interrupted: StepResult = { kind: 'failed', errorCode: 'interrupted', isTransient: false };

const applyStep = (parts: StepParts, run: WorkflowRun, step: Step, ready?: Prepared) =>
  ready ? ready.apply(parts, run) : stepWork(run.type, step.stepName)(parts, run, step.stepName);

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
  return cut < maxAttempts(retrySeconds);
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
  run: WorkflowRun,
  step: Step,
  result: Exclude<StepResult, { kind: 'outside' }>,
  ready: Prepared | undefined,
  retrySeconds: readonly number[],
): void {
  if (result.kind === 'parked') return park(run, step);
  step.endTime = ready?.endTime ?? new Date().toISOString();
  step.meta = result.meta ?? step.meta;
  if (result.kind === 'done') {
    step.status = 'Completed';
    return;
  }
  const wait = result.isTransient ? waitAfter(step.attempts, retrySeconds) : undefined;
  step.errorCode = result.errorCode;
  step.error = result.error ?? stepErrors[result.errorCode];
  run.failedStep = step.stepName;
  run.errorCode = result.errorCode;
  if (wait === undefined) return fail(run, step);
  step.status = 'Retrying';
  step.nextAttemptAt = new Date(Date.now() + wait * 1000).toISOString();
  run.status = 'Retrying';
}

function fail(run: WorkflowRun, step: Step): void {
  step.status = 'Failed';
  run.status = 'Failed';
  run.messageStatus = messageStatuses.indexOf('Failed');
  run.events.push({ eventType: 'Failed', note: `${step.stepName}: ${step.errorCode ?? ''}` });
  run.announced.push('Failed');
  for (const { contentId, previewStatus } of run.attachments) {
    const update = run.updates.findLast((one) => one.contentId === contentId && one.previewStatus !== undefined);
    if ((update?.previewStatus ?? previewStatus) !== 'Processing') continue;
    run.updates.push({ contentId, previewStatus: 'Failed' });
  }
}

function park(run: WorkflowRun, step: Step): void {
  step.attempts -= 1;
  step.status = step.attempts > 0 ? 'Retrying' : 'Pending';
  step.startTime = null;
  run.status = step.attempts > 0 ? 'Retrying' : 'Pending';
}
