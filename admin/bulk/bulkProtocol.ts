import type { ReadOptions } from '../../shared/bulk/csv/types.ts';
import type { RowOutcome, RowStatus } from '../../shared/bulk/journal.ts';
import type { PlanFoot, PlanHead, PlanRow } from '../../shared/bulk/plan.ts';
import type { RowProblem } from '../../shared/bulk/problems.ts';
import type { RunResult } from '../../shared/bulk/running.ts';
import type { Progress } from '../../shared/bulk/runTally.ts';
import type { Values } from '../../shared/bulk/values.ts';

/**
 * Data that page and worker exchange. The worker has files, plans, journals and rows, and runs the bulk engine; the page has the sign-in,
 * sends the requests of the worker, and loads the visible rows page by page.
 */

/** Changes per second of one browser tab; more than in the command line (5), because a user waits for them. */
export const tabRate = 10;
/** Maximum of bytes and rows: the worker has the whole plan in memory. The command line has no such limits. */
export const maxFileBytes = 50 * 1024 * 1024;
export const maxRows = 100_000;

/** The user who plans, and the server. */
export interface Author {
  readonly origin: string;
  readonly user: PlanHead['createdBy'];
}

/** Runs of a browser tab that was closed; the rows that they completed are not changed again. */
export interface Resumed {
  /** The latest one first. */
  readonly runs: readonly string[];
  /** Hash of the file; null for a selection. */
  readonly sha256: string | null;
}

export interface FileInput {
  readonly action: string;
  readonly file: File;
  readonly options: ReadOptions;
  readonly resumed?: Resumed;
}

/** Records, each with the same cells and with those of its own. */
export interface SelectionInput {
  readonly action: string;
  readonly cells: Values;
  /** Name by id. */
  readonly names: ReadonlyMap<string, string>;
  /** A column whose cell is another one in each row, by id. */
  readonly own?: { readonly column: string; readonly cells: ReadonlyMap<string, string> };
  readonly resumed?: Resumed;
}

/** A plan without its rows. */
export interface PlanSummary {
  readonly run: string;
  readonly head: PlanHead;
  readonly foot: PlanFoot;
  readonly warningCount: number;
  readonly firstWarnings: readonly RowProblem[];
  /** Text of the safety limit that the plan exceeds; applying it requires typing the number of changes. */
  readonly brake: string | null;
}

/** Rows of a plan that are sent when it is applied. */
export const changesOf = ({ foot: { counts } }: Pick<PlanSummary, 'foot'>): number =>
  counts.create + counts.update + counts.delete + counts.do;

export type JobState =
  | { readonly step: 'idle' }
  | { readonly step: 'checking'; readonly rows: number }
  | { readonly step: 'tooManyRows' }
  | {
      readonly step: 'planning';
      readonly rows: number;
      /** Null while unknown. */
      readonly total: number | null;
      readonly leftMs: number | null;
    }
  | {
      readonly step: 'refused';
      readonly action: string;
      readonly problems: number;
      readonly badRows: number;
      /** Rows of a file have lines, those of a selection names. */
      readonly isFile: boolean;
      /** Other rows remain when those with problems are left out. */
      readonly hasOthers: boolean;
      readonly hasResults: boolean;
    }
  | {
      readonly step: 'planned';
      readonly plan: PlanSummary;
      readonly hasResults: boolean;
      /** Conflicts with the changes of another user, which can be planned again. */
      readonly clashes: number;
    }
  | {
      readonly step: 'running';
      readonly plan: PlanSummary;
      readonly progress: Progress | null;
      readonly isStopping: boolean;
    }
  | {
      readonly step: 'ended';
      readonly plan: PlanSummary;
      readonly result: Pick<RunResult, 'end' | 'message' | 'counts'>;
    };

/** Failure before a state: of reading the file, of planning, or of the claim of the plan. */
export interface JobFailure {
  readonly in: 'check' | 'plan' | 'apply';
  readonly error: unknown;
}
export interface JobSnapshot {
  readonly state: JobState;
  readonly failure: JobFailure | null;
}

/** A header of a file and its column; null is ignored. */
export interface Heading {
  readonly index: number;
  readonly heading: string;
  readonly column: string | null;
  /** Why no column matches, with a suggestion. */
  readonly problem: string | null;
}

/** The format and the headers of a file, read from its beginning. */
export interface DetectedColumns {
  readonly notes: readonly string[];
  readonly headings: readonly Heading[];
  /** Why the file cannot be checked although each header is known: a column twice, a required one missing. */
  readonly problem: string | null;
}

/** Rows of a job by list, each with the number of its row as id. */
export interface JobRows {
  readonly problems: Omit<RowProblem, 'cause'> & { readonly id: number; readonly name: string | null };
  readonly changes: Omit<PlanRow, 'id'> & { readonly id: number };
  readonly results: JobRows['changes'] & { readonly status: RowStatus; readonly outcome: RowOutcome | undefined };
}
export type JobList = keyof JobRows;

export interface RowQuery<List extends JobList = JobList> {
  readonly list: List;
  /** Planned change or status of the rows; null for all rows. */
  readonly rowState: string | null;
  readonly page: number;
  readonly perPage: number;
}

/** Rows of an earlier plan or run that are planned again: failed ones, all to undo them, conflicts, those without problems. */
export type FollowUp = 'retry' | 'undo' | 'conflicts' | 'others';
export type JobFile = 'validation' | 'plan' | 'results' | 'failed';

/** Methods of the page. */
export interface PageApi {
  /** Sends a request with the sign-in of the page. */
  send(id: number, area: string, row: string, input: unknown, options: object): Promise<unknown>;
  abort(id: number): Promise<void>;
}
