import type { CallOptions, Client } from '../client/createClient.ts';
import type { Call } from './calls.ts';
import type { Consequence } from './consequences.ts';
import type { CellProblem } from './problems.ts';
import type { Change, Values } from './values.ts';

/** How the text of a cell is read: `flag` is true/false/yes/no/1/0, `list` is a|b|c, words stand for what the call takes. */
export type CellKind = 'text' | 'number' | 'flag' | 'list' | { readonly allowed: readonly string[] };

/** A column of an action's CSV. */
export interface Column {
  /** Header in the file: `number_of_users`. */
  readonly name: string;
  readonly kind: CellKind;
  /** A row without it is refused. */
  readonly required?: boolean;
  /** Refuses `\N`: the field cannot be empty. Required columns cannot be cleared either. */
  readonly keeps?: boolean;
  /** Most characters of a text, or of one entry of a list. */
  readonly maxLength?: number;
  /** Bounds of a number, inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** Field of the call's body, dotted where nested: `address.city`. Server texts in modelState come back to the column by it. */
  readonly field?: string;
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

/** What stands at the server for a row, in the columns the action governs. */
export interface Current {
  readonly id: string;
  /** What a person calls it: name of the organization, value of the OID. */
  readonly name: string;
  readonly version?: number;
  /** State by column name. What is hashed for drift, compared for no-ops and kept for undo. */
  readonly values: Values;
  /**
   * Read by actions that delete a record together with what belongs to it. It counts for drift, so that a record whose OIDs, people or
   * addresses changed after the plan was made is not deleted.
   */
  readonly latestChange?: RecordedChange;
  /** The record as the server gave it, for a command that shows it. Never written anywhere. */
  readonly record?: Readonly<Record<string, unknown>>;
}

/**
 * `create` adds, `update` saves a desired state, `toggle` does so over an endpoint that may flip, `one-way` cannot be taken back,
 * `delete` destroys.
 */
export type ActionKind = 'create' | 'update' | 'toggle' | 'one-way' | 'delete';

/** A row that was carried out, for undo. `before` is undefined for what was created, `after` for what was deleted. */
export interface DoneRow {
  readonly values: Values;
  readonly id: string;
  readonly before: Current | undefined;
  readonly after: Current | undefined;
}

/** The row that takes a done row back: its action and cells, or why there is none. */
export type Reverse = { readonly action: string; readonly values: Values } | { readonly cannot: string };

/** What the rows of one run share: answers asked once, such as the list of networks. */
export interface Shared {
  once<T>(key: string, load: () => Promise<T>): Promise<T>;
}

export interface RowContext {
  /** Paced: each call waits for its turn, and safe calls are tried again. Calls of an action go through nothing else. */
  readonly client: Client;
  /** Goes with each call: signal, and for writes idempotency key, correlation id, run id and reason. */
  readonly options: CallOptions;
  readonly shared: Shared;
}

/**
 * One kind of change that a file, a selection or a single command can ask for. An action knows its columns and how to read and write
 * one row; validation, planning, running, journal, resume, retry and undo are the engine's (design: bulk guide, docs/bulk.md).
 */
export interface BulkAction {
  /** `orgs.update`. */
  readonly name: string;
  readonly summary: string;
  readonly kind: ActionKind;
  readonly columns: readonly Column[];
  /** By what an unanswered row is found again, in words: `subdomain`; null where it stays unknown and is never sent again. */
  readonly naturalKey: string | null;
  /** What undo does, in words: `restores the former cells`; null where nothing can be taken back. */
  readonly undoes: string | null;
  /** Contract rows it may call, for help and the catalogue. */
  readonly calls: readonly Call[];
  /** Whether a row may send mail; the plan then counts it. */
  readonly mails?: boolean;
  /** What a row is about may exist or not: it is changed where it does and added where it does not. Of kind `update`. */
  readonly upserts?: boolean;
  /** Takes `_base` (base.ts), so that a cell which somebody else changed meanwhile is a conflict. */
  readonly merges?: boolean;

  /** Two rows with the same key are an error. */
  keyOf(values: Values): string;
  /** Rows with the same lock never run at once: the id of the organization, or what stands for it. */
  lockOf(values: Values): string;
  /** Rules between the cells of a row, offline. Each column by itself is checked already. */
  problems?(values: Values): readonly CellProblem[];
  /** What is allowed and probably a mistake, offline. Stops nothing. */
  warnings?(values: Values): readonly CellProblem[];
  /** Rules between rows, offline: called with each row in file order; keeps keys and hashes only. */
  fileRule?(): (values: Values, row: number) => readonly CellProblem[];

  /** What stands now. Undefined where there is nothing; for `create` that is as it should be. */
  read(values: Values, context: RowContext): Promise<Current | undefined>;
  /** Read-only checks that need the server, while planning. `current` is undefined only for `create` and `delete`. */
  check?(values: Values, current: Current | undefined, context: RowContext): Promise<readonly CellProblem[]>;
  /** What the state must show when the row is done, by column; null where there is no state to look at and the row is always sent. */
  desired(values: Values): Values | null;
  /** What leaves the system or cannot be undone, counted in the plan before anything is sent. */
  consequences?(
    values: Values,
    current: Current | undefined,
    changes: readonly Change[],
    context: RowContext,
  ): Promise<readonly Consequence[]> | readonly Consequence[];
  /**
   * Sends the change, once. `current` is what was read just before; `changes` are the cells that differ from it, so a merge sends
   * only those. Gives back what stands afterwards as the answer says it; undefined after a delete and where the answer does not say.
   */
  write(
    values: Values,
    current: Current | undefined,
    changes: readonly Change[],
    context: RowContext,
  ): Promise<Current | undefined>;
  /** The row that takes a done one back. Left out: nothing can be undone. */
  reverse?(done: DoneRow): Reverse;
  /**
   * Everything the action could be applied to, for --select, filled templates and exports for update. `keep` looks at a row of the
   * organization list; it is asked before anything more is read of that organization.
   */
  scan?(
    context: RowContext,
    keep: (organization: Readonly<Record<string, unknown>>) => boolean,
  ): AsyncIterable<Current>;
  /** The cells that name a scanned thing in a file: `{ id }`, `{ org_id, oid_id }`. */
  keyCells?(current: Current): Values;
}
