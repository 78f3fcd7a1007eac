import type { StepError } from '../../shared/rules/exchange.ts';
import type { Transaction } from '../database/transaction.ts';
import type { WorkflowRun } from './workflowRun.ts';
import type { ExchangeServices } from './exchangeServices.ts';

/** How a step ended, or that it needs time outside of the transaction first. */
export type StepResult =
  | { readonly kind: 'done'; readonly meta?: Meta }
  | {
      readonly kind: 'failed';
      readonly errorCode: StepError;
      /** Whether it may pass by itself, so that the step is tried again. */
      readonly isTransient: boolean;
      readonly meta?: Meta;
      /** Replaces the text of the code. */
      readonly error?: string;
    }
  /** The server ends: the attempt does not count. */
  | { readonly kind: 'parked' }
  | { readonly kind: 'outside'; readonly work: OutsideWork };

type Meta = Readonly<Record<string, unknown>>;

/** What came of work outside for one step; applied to the workflow when its row is held again. */
export interface Prepared {
  readonly stepName: string;
  /** Missing where the work was done before the step began: the step then has the time at which the result is applied. */
  readonly startTime?: string;
  readonly endTime?: string;
  apply(parts: StepParts, run: WorkflowRun): StepResult | Promise<StepResult>;
}

/** Work that is slow or calls another system, for this step and possibly for the following ones. */
export type OutsideWork = (signal: AbortSignal) => Promise<readonly Prepared[]>;

export interface StepParts {
  readonly tx: Transaction;
  readonly services: ExchangeServices;
  /** Results of reading documents before the transaction began. */
  readonly preprocessed?: Preprocessed;
}

/** Work outside that a new ProcessWorkflow over these documents need not wait for. */
export interface Preprocessed {
  /** When reading them began. */
  readonly startTime: string;
  readonly contentIds: ReadonlySet<string>;
  readonly prepared: readonly Prepared[];
}

/** One step. It may be done again after a kill, so it changes nothing but by `tx` and the run. */
export type StepWork = (parts: StepParts, run: WorkflowRun, stepName: string) => StepResult | Promise<StepResult>;

export const done = (meta?: Meta): StepResult => ({ kind: 'done', ...(meta ? { meta } : {}) });
export const failed = (errorCode: StepError, meta?: Meta): StepResult => ({
  kind: 'failed',
  errorCode,
  isTransient: false,
  ...(meta ? { meta } : {}),
});
