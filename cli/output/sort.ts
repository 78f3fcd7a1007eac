import { type FieldList, checkField, type Row, valueAt } from './fields.ts';
import { CliError } from '../errors.ts';

export interface SortBy {
  readonly field: string;
  readonly descending: boolean;
}

/** `name` or `name:desc`. */
export const parseSort = (text: string, list: FieldList): SortBy => {
  const [field = '', direction = 'asc'] = text.split(':');
  if (direction !== 'asc' && direction !== 'desc') {
    throw new CliError('E-USAGE', `--sort "${text}" is no order.`, { hint: 'Write name or name:desc.' });
  }
  return { field: checkField(field, list, '--sort'), descending: direction === 'desc' };
};

/** Numbers and flags by value, texts as people sort them; empty values come last in both directions. */
export const sortRows = (rows: Row[], { field, descending }: SortBy): Row[] => {
  const sign = descending ? -1 : 1;
  const collator = new Intl.Collator('en', { numeric: true });
  return rows.sort((a, b) => {
    const [left, right] = [valueAt(a, field), valueAt(b, field)];
    const [noLeft, noRight] = [left === null || left === undefined, right === null || right === undefined];
    if (noLeft || noRight) return Number(noLeft) - Number(noRight);
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * collator.compare(String(left), String(right));
  });
};
