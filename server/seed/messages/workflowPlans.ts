import { type StepError, stepErrors, type StepName, workflowSteps } from '../../../shared/rules/exchange.ts';
import type { WorkflowType } from '../../../shared/rules/workflow.ts';
import type { StepAttemptRow } from '../../database/schema/workflows.ts';
import { kinds } from '../lookupRows.ts';
import { type Random, randomFor } from '../random.ts';
import type { Fate } from './fates.ts';
import { type HistoryMessage, processWorkflowId, receiveWorkflowId, sendWorkflowId } from './history.ts';

export interface StepPlan {
  readonly name: StepName;
  readonly status: 'Completed' | 'Failed' | 'Pending';
  readonly start: number | null;
  readonly end: number | null;
  readonly attempts: number;
  readonly error: StepError | null;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly history: readonly StepAttemptRow[];
}

export interface WorkflowPlan {
  readonly id: string;
  readonly type: WorkflowType;
  readonly status: 'Completed' | 'Failed';
  readonly created: number;
  readonly ended: number;
  readonly parentId: string | null;
  readonly failedStep: StepName | null;
  readonly error: StepError | null;
  readonly steps: readonly StepPlan[];
}

/** Milliseconds a step takes at most; the least is a fifth of it. */
const longest: Readonly<Record<StepName, number>> = {
  Validate: 10,
  PrepareAttachments: 60,
  ResolveRoutes: 12,
  Deliver: 90,
  Notify: 12,
  Accept: 30,
  Route: 10,
  Identify: 25,
  Extract: 90,
  Preview: 160,
};
const relayFactor = 15;
/** Waits between the attempts of a step, in milliseconds. */
const waits = [2_000, 10_000, 60_000, 300_000];

/** The workflows of a message: sending, or receiving and then processing. One that failed has none after it. */
export function workflowsOf(message: HistoryMessage): WorkflowPlan[] {
  if (message.isDraft) return [];
  const random = randomFor(kinds.message + 400, message.index);
  if (!message.isIntake)
    return [planOf(message, 'MessageSendWorkflow', sendWorkflowId(message.index), message.at, null, random)];
  const parentId = message.sentAs ? sendWorkflowId(message.sentAs.index) : null;
  const receiveId = receiveWorkflowId(message.index);
  const receiving = planOf(message, 'MessageReceiveWorkflow', receiveId, message.at, parentId, random);
  if (receiving.status === 'Failed') return [receiving];
  const processId = processWorkflowId(message.index);
  return [receiving, planOf(message, 'ProcessWorkflow', processId, receiving.ended, receiveId, random)];
}

function planOf(
  message: HistoryMessage,
  type: WorkflowType,
  id: string,
  created: number,
  parentId: string | null,
  random: Random,
): WorkflowPlan {
  const fate = message.fate?.workflow === type ? message.fate : undefined;
  const steps: StepPlan[] = [];
  let now = created + 1;
  let failed: StepPlan | undefined;
  for (const name of workflowSteps[type]) {
    const step: StepPlan = failed
      ? pending(name)
      : stepOf(message, name, now, fate?.step === name ? fate : undefined, random);
    if (step.status === 'Failed') failed = step;
    now = step.end ?? now;
    steps.push(step);
  }
  return {
    id,
    type,
    status: failed ? 'Failed' : 'Completed',
    created,
    ended: now,
    parentId,
    failedStep: failed?.name ?? null,
    error: failed?.error ?? null,
    steps,
  };
}

const pending = (name: StepName): StepPlan => ({
  name,
  status: 'Pending',
  start: null,
  end: null,
  attempts: 0,
  error: null,
  meta: {},
  history: [],
});

function stepOf(
  message: HistoryMessage,
  name: StepName,
  begun: number,
  fate: Fate | undefined,
  random: Random,
): StepPlan {
  const most = name === 'Deliver' && message.arrivedAs === undefined ? longest[name] * relayFactor : longest[name];
  const took = () => Math.max(1, Math.floor(most / 5) + random.below(Math.ceil(most * 0.8)));
  if (!fate) {
    return {
      name,
      status: 'Completed',
      start: begun,
      end: begun + took(),
      attempts: 1,
      error: null,
      meta: metaOf(message, name),
      history: [],
    };
  }
  const error = fate.error ?? 'interrupted';
  const history: StepAttemptRow[] = [];
  let start = begun;
  let end = begun;
  for (let attempt = 1; attempt <= fate.failures; attempt += 1) {
    if (attempt > 1) start = end + (waits[attempt - 2] ?? 0);
    end = start + took();
    history.push(
      attemptRow(attempt, start, end, fate.error && attempt === fate.failures ? 'Failed' : 'Retrying', error),
    );
  }
  if (fate.error)
    return { name, status: 'Failed', start: begun, end, attempts: fate.failures, error: fate.error, meta: {}, history };
  end += (waits[fate.failures - 1] ?? 0) + took();
  const meta = metaOf(message, name);
  return { name, status: 'Completed', start: begun, end, attempts: fate.failures + 1, error: null, meta, history };
}

const attemptRow = (attempt: number, start: number, end: number, status: string, error: StepError): StepAttemptRow => ({
  attempt,
  startTime: new Date(start).toISOString(),
  endTime: new Date(end).toISOString(),
  status,
  error: stepErrors[error],
});

const processed = ({ documents }: HistoryMessage) => ({ documents: documents.length, refused: 0, unreadable: 0 });

/** Counts and codes, as the engine notes them. */
const metas: Readonly<Partial<Record<StepName, (message: HistoryMessage) => Readonly<Record<string, unknown>>>>> = {
  Validate: ({ documents }) => ({
    recipients: 1,
    attachments: documents.length,
    bytes: documents.reduce((sum, { size }) => sum + size, 0),
  }),
  ResolveRoutes: ({ arrivedAs }) => ({ local: arrivedAs ? 1 : 0, relay: arrivedAs ? 0 : 1, none: 0 }),
  Deliver: () => ({ delivered: 1, failed: 0, unknown: 0 }),
  Route: () => ({ route: 'Intake' }),
  Identify: processed,
  Extract: processed,
  Preview: processed,
};
const metaOf = (message: HistoryMessage, name: StepName) => metas[name]?.(message) ?? {};
