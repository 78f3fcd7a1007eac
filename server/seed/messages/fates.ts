import type { StepError, StepName } from '../../../shared/rules/exchange.ts';
import type { WorkflowType } from '../../../shared/rules/workflow.ts';
import type { Random } from '../random.ts';

/** What becomes of a message: where it fails and why, or how often a step had to be tried. */
export interface Fate {
  readonly workflow: WorkflowType;
  readonly step: StepName;
  /** Null where the step went through in the end. */
  readonly error: StepError | null;
  /** Attempts that failed; with `error` the last of them was the end. */
  readonly failures: number;
}

type Chances = readonly (readonly [perThousand: number, fate: Fate])[];
const send = 'MessageSendWorkflow';
const receive = 'MessageReceiveWorkflow';
const process = 'ProcessWorkflow';

const fails = (workflow: WorkflowType, step: StepName, error: StepError, failures = 1): Fate => ({
  workflow,
  step,
  error,
  failures,
});
const recovers = (workflow: WorkflowType, step: StepName, failures: number): Fate => ({
  workflow,
  step,
  error: null,
  failures,
});

/** Attempts a transient failure gets before it is given up. */
const allAttempts = 5;

const local: Chances = [
  [3, fails(send, 'Validate', 'invalid-message')],
  [4, fails(send, 'PrepareAttachments', 'attachment-refused')],
  [8, fails(send, 'Deliver', 'recipient-disabled')],
  [6, recovers(send, 'PrepareAttachments', 1)],
];
const relayed: Chances = [
  [10, fails(send, 'ResolveRoutes', 'no-route')],
  [18, fails(send, 'Deliver', 'relay-refused')],
  [16, fails(send, 'Deliver', 'relay-unavailable', allAttempts)],
  [4, fails(send, 'Deliver', 'delivery-unknown')],
  [40, recovers(send, 'Deliver', 2)],
];
const faxedOut: Chances = [
  [45, fails(send, 'Deliver', 'relay-unavailable', allAttempts)],
  [15, fails(send, 'Deliver', 'relay-refused')],
  [60, recovers(send, 'Deliver', 1)],
];
const received: Chances = [
  [3, fails(receive, 'Route', 'recipient-disabled')],
  [7, fails(process, 'Extract', 'attachment-unreadable')],
  [3, fails(process, 'Extract', 'processing-timeout')],
  [2, fails(process, 'Preview', 'processing-memory')],
  [10, recovers(process, 'Extract', 1)],
];
const faxedIn: Chances = [
  [20, fails(process, 'Identify', 'attachment-unreadable')],
  [4, fails(process, 'Preview', 'processing-timeout')],
  [10, recovers(process, 'Preview', 1)],
];

export const fateChances = { local, relayed, faxedOut, received, faxedIn } as const;

/** Undefined where all goes well at once, which is what mostly happens. */
export function fateOf(chances: Chances, random: Random): Fate | undefined {
  let drawn = random.below(1000);
  for (const [perThousand, fate] of chances) {
    if (drawn < perThousand) return fate;
    drawn -= perThousand;
  }
  return undefined;
}
