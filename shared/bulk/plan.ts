import type { ConsequenceTotals, Consequence } from './consequences.ts';
import type { CellProblem } from './problems.ts';
import type { Change, Values } from './values.ts';

/** Version of the plan format. */
export const planFormat = 'carepost-plan/1';

/** How long a plan may be applied, in ms. */
export const planLifeMs = 24 * 60 * 60 * 1000;

/** What will be done with a row. `do` is a one-way action without a state to compare; `conflict` rows are reported and never sent. */
export const verdicts = ['create', 'update', 'delete', 'do', 'unchanged', 'conflict'] as const;
export type Verdict = (typeof verdicts)[number];

/** One row of a plan: everything that is needed to carry it out later and to show it. */
export interface PlanRow {
  /** Number of the record in the file, from 1. */
  readonly row: number;
  /** Line of the file in which it starts. */
  readonly line: number;
  /** Set where a plan has rows of several actions (undo); else the action of the plan. */
  readonly action?: string;
  readonly key: string;
  readonly lock: string;
  /** The cells of the file, in the order of the plan's header. */
  readonly cells: readonly string[];
  readonly values: Values;
  readonly verdict: Verdict;
  /** Id and name of the record; null where it does not exist yet. */
  readonly id: string | null;
  readonly name: string | null;
  readonly changes: readonly Change[];
  /** Hash of the controlled state when the row was planned (hash.ts over canonicalText); null where there was no record. */
  readonly beforeHash: string | null;
  readonly consequences: readonly Consequence[];
  /** Reason of a conflict. */
  readonly problem?: CellProblem;
}

export type VerdictCounts = Readonly<Record<Verdict, number>>;

export interface PlanHead {
  readonly format: typeof planFormat;
  readonly id: string;
  readonly action: string;
  /** ISO times. */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Subject of the token and display name. */
  readonly createdBy: { readonly subject: string; readonly name: string };
  /** Origin of the API for which it was made. */
  readonly origin: string;
  readonly source: {
    /** Name of the file without its folders, `selection`, `command`, or the run that it undoes or retries. */
    readonly name: string;
    /** SHA-256 of the file; null where there was no file. */
    readonly sha256: string | null;
  };
  /** Columns of the file; the cells of each row follow them. */
  readonly header: readonly string[];
  /** Reason of the change; sent with each call. */
  readonly reason?: string;
  readonly ticket?: string;
  readonly undoOf?: string;
  readonly retryOf?: string;
}

/** Totals of a plan; after its rows, because they are known last. */
export interface PlanFoot {
  readonly rows: number;
  readonly counts: VerdictCounts;
  readonly consequences: ConsequenceTotals;
  /** Calls of an apply without errors. */
  readonly calls: number;
  /** SHA-256 over all text before it. */
  readonly sha256: string;
}

/** A plan that was read and verified. Its rows can be read more than once. */
export interface Plan {
  readonly head: PlanHead;
  readonly foot: PlanFoot;
  rows(): AsyncIterable<PlanRow>;
}
