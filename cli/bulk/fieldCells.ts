import type { BulkAction } from '../../shared/bulk/action.ts';
import type { CellValue, Values } from '../../shared/bulk/values.ts';
import { CliError } from '../errors.ts';
import { type Row, valueAt } from '../output/fields.ts';
import type { FieldValue } from '../records/setFields.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

const isCell = (value: unknown): value is CellValue =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

const refused = (message: string): CliError =>
  new CliError('E-USAGE', message, { exit: 'invalid', hint: 'Correct the fields.' });

/** Fields of a record as cells of an action's columns: `address.city` becomes `city`. */
export const fieldCells = (action: BulkAction, fields: readonly FieldValue[]): Values =>
  Object.fromEntries(
    fields.map(({ path, value }) => {
      const column = action.columns.find(({ field }) => field === path);
      if (column === undefined) {
        const known = action.columns.flatMap(({ field }) => field ?? []);
        throw refused(`"${path}" is no field that can be set.${didYouMean(path, known)}`);
      }
      if (!isCell(value)) throw refused(`${path} takes one value or a list of texts.`);
      return [column.name, value] as const;
    }),
  );

/** A record as it was loaded, in the cells of an action: what others change after that is a conflict only where both change a cell. */
export const recordCells = (action: BulkAction, record: Row): Values =>
  Object.fromEntries(
    action.columns.flatMap(({ name, field }) => {
      const value = field === undefined ? undefined : valueAt(record, field);
      return isCell(value) ? [[name, value === '' ? null : value] as const] : [];
    }),
  );
