import type { Context } from '../command.ts';
import type { Current } from '../../shared/bulk/action.ts';
import type { Values } from '../../shared/bulk/values.ts';
import type { CliError } from '../errors.ts';
import type { Row } from '../output/fields.ts';
import type { FieldValue } from '../records/setFields.ts';
import type { WriteFlags } from '../records/confirmed.ts';

/** A change of one record: one row of a bulk action, and the messages of the command. */
export interface SingleChange {
  /** Of the catalogue: `orgs.update`. */
  readonly action: string;
  readonly values: Values;
  /** Further cells by the field they write: `address.city`. */
  readonly set?: readonly FieldValue[];
  /** The record as it was loaded for editing. A cell that is set here and was changed at the server since is a conflict. */
  readonly loaded?: Row;
  readonly flags: WriteFlags;
  /** The confirmation without its question mark: `Enable the login of Lakeside`. `current` is the current record, if there is one. */
  readonly title: (current: Current | undefined) => string;
  /** Messages before the confirmation, besides the consequences the action counts. */
  readonly before?: () => Promise<readonly string[]>;
  /** Message when nothing has to be changed. */
  readonly unchanged: (current: Current | undefined) => string;
  /** The error where there is nothing to delete; that the record does not exist unless set. */
  readonly missing?: CliError;
  /** Message after the change. */
  readonly done: string | ((current: Current | undefined) => string);
  /** The record on stdout. */
  readonly show: (end: SingleChangeResult) => Row | Promise<Row>;
}

export interface SingleChangeResult {
  readonly current: Current | undefined;
  readonly after: Current | undefined;
  /** False where nothing had to be changed. */
  readonly isSent: boolean;
}

/** Changes one record (singleChange.ts); the bulk engine is loaded only when something is changed. */
export const writeRow = async (context: Context, change: SingleChange): Promise<void> => {
  const { singleChange } = await import('./singleChange.ts');
  return singleChange(context, change);
};
