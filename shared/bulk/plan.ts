import type { ConsequenceTotals, Consequence } from './consequences.ts';
import type { CellProblem } from './problems.ts';
import type { Change, Values } from './values.ts';

/** Written into each plan; another number is another form. */
export const planFormat = 'carepost-plan/1';

/** How long a plan may be applied, in ms. */
export const planLifeMs = 24 * 60 * 60 * 1000;

/** What will be done with a row. `do` is a one-way deed without a state to compare; `conflict` rows are reported and never sent. */
export const verdicts = ['create', 'update', 'delete', 'do', 'unchanged', 'conflict'] as const;
export type Verdict = (typeof verdicts)[number];

/** One row of a plan: all that is needed to carry it out later and to say what it was. */
export interface PlanRow {
  /** Number of the record in the file, from 1. */
  readonly row: number;
  /** Line of the file it starts in. */
  readonly line: number;
  /** Where rows of several actions stand in one plan (undo); else the plan's. */
  readonly action?: string;
  readonly key: string;
  readonly lock: string;
  /** The cells as they stood in the file, in the order of the plan's header. */
  readonly cells: readonly string[];
  readonly values: Values;
  readonly verdict: Verdict;
  /** Id and name of what it is about; null for what is yet to be created. */
  readonly id: string | null;
  readonly name: string | null;
  readonly changes: readonly Change[];
  /** Hash of the governed state when it was planned (hash.ts over canonicalText); null where nothing stood. */
  readonly beforeHash: string | null;
  readonly consequences: readonly Consequence[];
  /** Why it is a conflict. */
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
  /** Subject of the token and what the person is called. */
  readonly createdBy: { readonly subject: string; readonly name: string };
  /** Origin of the API it was made for. */
  readonly origin: string;
  readonly source: {
    /** Name of the file without its folders, `selection`, `command`, or the run it takes back or repeats. */
    readonly name: string;
    /** Of the file's bytes; null where there was no file. */
    readonly sha256: string | null;
  };
  /** Columns of the file as they stood there; the cells of each row follow them. */
  readonly header: readonly string[];
  /** Why it is done; travels with each call. */
  readonly reason?: string;
  readonly ticket?: string;
  readonly undoOf?: string;
  readonly retryOf?: string;
}

/** What a plan says in numbers; stands behind its rows, because it is known last. */
export interface PlanFoot {
  readonly rows: number;
  readonly counts: VerdictCounts;
  readonly consequences: ConsequenceTotals;
  /** Calls an apply makes if nothing goes wrong. */
  readonly calls: number;
  /** SHA-256 over all that stands before it. */
  readonly sha256: string;
}

/** A plan that was read and found unaltered. Rows can be gone through as often as needed. */
export interface Plan {
  readonly head: PlanHead;
  readonly foot: PlanFoot;
  rows(): AsyncIterable<PlanRow>;
}
