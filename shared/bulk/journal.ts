import type { Values } from './values.ts';

/** How a row ended. `not_run` rows were not reached. */
export const rowStatuses = ['ok', 'unchanged', 'failed', 'conflict', 'unknown', 'skipped', 'not_run'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** How one row ended. */
export interface RowOutcome {
  readonly row: number;
  readonly status: RowStatus;
  /** Code and message of the error; null without one. */
  readonly code: string | null;
  readonly message: string | null;
  /** Column of the message, if it is about one. */
  readonly column: string | null;
  /** Id of the created, changed or deleted record. */
  readonly id: string | null;
  /** How often the change was sent. */
  readonly attempts: number;
  readonly correlationId: string | null;
  /** ISO time. */
  readonly at: string;
}

/**
 * A line of journal.ndjson. `intent` is on disk before the request is sent; after a crash, a row with an intent and without an `outcome` is
 * looked up before anything is sent again.
 */
export type JournalLine =
  | { readonly t: 'run'; readonly run: string; readonly plan: string; readonly sha256: string; readonly at: string }
  | { readonly t: 'intent'; readonly row: number; readonly attempt: number; readonly at: string }
  | ({ readonly t: 'outcome' } & RowOutcome)
  | { readonly t: 'end'; readonly why: RunEnd; readonly at: string };

/**
 * A line of before.ndjson: the controlled state, for undo. Written before the request without `after`, and again when the row is completed;
 * the last line of a row counts. Null where there was no record.
 */
export interface BeforeLine {
  readonly row: number;
  /** Null before something is created. */
  readonly id: string | null;
  readonly name: string | null;
  readonly before: Values | null;
  readonly after?: Values | null;
}

/** Why a run stopped taking rows. `finished`: all rows have an outcome. */
export const runEnds = [
  'finished',
  'stopped',
  'auth',
  'forbidden',
  'brake',
  'deadline',
  'waited-too-long',
  'unavailable',
  'drift',
] as const;
export type RunEnd = (typeof runEnds)[number];

/** Where a run records its rows. A promise settles when the line would survive a crash of the machine. */
export interface RunStore {
  journal(line: JournalLine): Promise<void>;
  before(line: BeforeLine): Promise<void>;
}

/** The journal of a run that was stopped or killed. */
export interface RunHistory {
  /** Last outcome of each row that has one. */
  readonly outcomes: ReadonlyMap<number, RowOutcome>;
  /** Rows whose change may have been sent and whose outcome is unknown, with the number of attempts. */
  readonly open: ReadonlyMap<number, number>;
  /** Last state recorded for undo, by row. */
  readonly before: ReadonlyMap<number, BeforeLine>;
}

export const noHistory: RunHistory = { outcomes: new Map(), open: new Map(), before: new Map() };
