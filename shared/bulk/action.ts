import type { CallOptions, Client } from '../client/createClient.ts';
import type { Call } from './calls.ts';
import type { Consequence } from './consequences.ts';
import type { CellProblem } from './problems.ts';
import type { Change, Values } from './values.ts';

/** How the text of a cell is read: `flag` is true/false/yes/no/1/0, `list` is a|b|c, `allowed` lists the values of an enumeration. */
export type CellKind = 'text' | 'number' | 'flag' | 'list' | { readonly allowed: readonly string[] };

/** A column of an action's CSV. */
export interface Column {
  /** Header in the file: `number_of_users`. */
  readonly name: string;
  readonly kind: CellKind;
  /** A row without this cell is refused. */
  readonly required?: boolean;
  /** Refuses `\N`: the field cannot be empty. Required columns cannot be cleared either. */
  readonly keeps?: boolean;
  /** Most characters of a text, or of one entry of a list. */
  readonly maxLength?: number;
  /** A text that may have several lines although its field is required; optional ones may have them. */
  readonly lines?: 'many';
  /** Bounds of a number, inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** Field of the request body, dotted where nested: `address.city`. It maps texts in modelState back to the column. */
  readonly field?: string;
  /** Numbers of the field by the texts of `allowed`. */
  readonly codes?: Readonly<Record<string, number>>;
  readonly summary: string;
  /** Cells of the two example rows of the template; they validate as they stand. */
  readonly examples: readonly [string, string];
}

/** The newest entry in the change history of a record and of what belongs to it. */
export interface RecordedChange {
  readonly id: number;
  /** Run that made the change; null where it was made outside a run. */
  readonly runId: string | null;
  readonly actorName: string;
  /** Area and name of the call: `carequality.addOid`. */
  readonly action: string;
  /** ISO time. */
  readonly at: string;
}

/** The current record for a row, in the columns that the action controls. */
export interface Current {
  readonly id: string;
  /** Display name: name of the organization, value of the OID. */
  readonly name: string;
  readonly version?: number;
  /** State by column name: hashed for drift, compared for no-ops, stored for undo. */
  readonly values: Values;
  /**
   * Read by actions that delete a record together with what belongs to it. It counts for drift: a record whose OIDs, users or addresses
   * changed after the plan was made is not deleted.
   */
  readonly latestChange?: RecordedChange;
  /** The record as the server returned it, for a command that shows it. Never stored. */
  readonly record?: Readonly<Record<string, unknown>>;
}

/**
 * `create` adds, `update` saves a desired state, `toggle` does so over an endpoint that may flip, `one-way` cannot be undone, `delete`
 * deletes.
 */
export type ActionKind = 'create' | 'update' | 'toggle' | 'one-way' | 'delete';

/** A row that was carried out, for undo. `before` is undefined for a created record, `after` for a deleted one. */
export interface DoneRow {
  readonly values: Values;
  readonly id: string;
  readonly before: Current | undefined;
  readonly after: Current | undefined;
}

/** The row that undoes a completed row: its action and cells, or why there is none. */
export type Reverse = { readonly action: string; readonly values: Values } | { readonly cannot: string };

/** Responses that the rows of one run share, such as the list of networks; each is requested once. */
export interface Shared {
  once<T>(key: string, load: () => Promise<T>): Promise<T>;
}

export interface RowContext {
  /** Rate limited: each call waits for its turn, and safe calls are retried. An action sends all its calls through this client. */
  readonly client: Client;
  /** Options of each call: signal, and for writes idempotency key, correlation id, run id and reason. */
  readonly options: CallOptions;
  readonly shared: Shared;
}

/**
 * One kind of change that a file, a selection or a single command can request. An action defines its columns and reads and writes one row;
 * validation, planning, running, journal, resume, retry and undo belong to the engine (design: bulk guide, docs/bulk.md).
 */
export interface BulkAction {
  /** `orgs.update`. */
  readonly name: string;
  readonly summary: string;
  readonly kind: ActionKind;
  readonly columns: readonly Column[];
  /**
   * The columns that find a row without a response again, as text: `subdomain`; null where the outcome stays unknown and the row is never
   * sent again.
   */
  readonly naturalKey: string | null;
  /** What undo does, as text: `restores the former cells`; null where nothing can be undone. */
  readonly undoes: string | null;
  /** Contract rows it may call, for help and the catalogue. */
  readonly calls: readonly Call[];
  /** Carried out by administrators of organizations, who may not claim plans at the server: such a plan is not bound to one run. */
  readonly isUnclaimed?: true;
  /** Whether a row may send mail; the plan then counts it. */
  readonly mails?: boolean;
  /** The record of a row may exist or not: it is updated or added. Of kind `update`. */
  readonly upserts?: boolean;
  /** Accepts `_base` (base.ts), so that a cell that another user changed in the meantime is a conflict. */
  readonly merges?: boolean;

  /** Two rows with the same key are an error. */
  keyOf(values: Values): string;
  /** Rows with the same lock never run at the same time: the id of the organization, or a text that identifies it. */
  lockOf(values: Values): string;
  /** Rules between the cells of a row, offline. Each column is checked before by itself. */
  problems?(values: Values): readonly CellProblem[];
  /** Warnings, offline: allowed, but probably a mistake. */
  warnings?(values: Values): readonly CellProblem[];
  /** Rules between rows, offline: called with each row in file order; stores keys and hashes only. */
  fileRule?(): (values: Values, row: number) => readonly CellProblem[];

  /** Reads the current record. Undefined where there is none; for `create` that is the normal case. */
  read(values: Values, context: RowContext): Promise<Current | undefined>;
  /** Read-only checks that need the server, while planning. `current` is undefined only for `create` and `delete`. */
  check?(values: Values, current: Current | undefined, context: RowContext): Promise<readonly CellProblem[]>;
  /** The state after the row, by column; null where no state can be compared and the row is always sent. */
  desired(values: Values): Values | null;
  /** Effects outside the record or that cannot be undone, counted in the plan before anything is sent. */
  consequences?(
    values: Values,
    current: Current | undefined,
    changes: readonly Change[],
    context: RowContext,
  ): Promise<readonly Consequence[]> | readonly Consequence[];
  /**
   * Sends the change, once. `current` is the record that was read just before; `changes` are the cells that differ from it, so a merge
   * sends only those. Returns the record after the change where the response contains it; undefined after a delete and where it does not.
   */
  write(
    values: Values,
    current: Current | undefined,
    changes: readonly Change[],
    context: RowContext,
  ): Promise<Current | undefined>;
  /** The row that undoes a completed one. Missing: nothing can be undone. */
  reverse?(done: DoneRow): Reverse;
  /**
   * All records that the action could be applied to, for --select, filled templates and exports for update. `keep` filters the rows of the
   * list (`scans`) before anything else of a record is read.
   */
  scan?(context: RowContext, keep: (row: Readonly<Record<string, unknown>>) => boolean): AsyncIterable<Current>;
  /** The list that is scanned, whose fields --where names; that of the organizations without it. */
  readonly scans?: Call;
  /** The cells that identify a scanned record in a file: `{ id }`, `{ org_id, oid_id }`. */
  keyCells?(current: Current): Values;
}
