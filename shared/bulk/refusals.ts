import { ApiError } from '../client/apiError.ts';
import { errorCatalogue } from '../contract/errors.ts';
import type { BulkAction } from './action.ts';
import { type BulkCode, bulkCatalogue, type CellProblem } from './problems.ts';

/** A problem of a whole row with the text of the catalogue, or a more precise one. */
export const rowProblem = (code: BulkCode, message?: string, column: string | null = null): CellProblem => ({
  column,
  code,
  message: message ?? bulkCatalogue[code].message,
});

const columnOf = (action: BulkAction, error: ApiError): string | null => {
  for (const field of Object.keys(error.modelState)) {
    const column = action.columns.find((one) => one.field === field || one.name === field);
    if (column !== undefined) return column.name;
  }
  return null;
};

/** The refusal of a row by the server, with the column of the field that it names. */
export const refusalOf = (action: BulkAction, error: ApiError): CellProblem => {
  const byField = Object.values(error.modelState).flat();
  const texts = byField.length > 0 ? byField : [...error.messages, error.hint];
  return { column: columnOf(action, error), code: error.code, message: [...new Set(texts)].join(' '), cause: error };
};

/** Refusals that concern this row only; all others would refuse the next row as well. */
export const isAboutRow = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 408, 429].includes(error.status);

/** The text of a problem without the way out that the catalogue has for forms. */
const reasonOf = ({ code, message }: CellProblem): string => {
  const [, entry] = Object.entries(errorCatalogue).find(([known]) => known === code) ?? [];
  return entry !== undefined && message.endsWith(` ${entry.hint}`) ? message.slice(0, -entry.hint.length - 1) : message;
};

/** Another record has the name or the value of the row: `E-NAME-TAKEN`, `E-ROW-EXISTS`. */
const isTaken = ({ code }: CellProblem): boolean => /-(?:TAKEN|EXISTS)$/.test(code);

/** The problems of a row that undoes another one. There is no file to correct, so they are a conflict of the row. */
export const undoRefusal = (problems: readonly CellProblem[]): CellProblem => {
  const code = problems.some(isTaken) ? 'E-UNDO-TAKEN' : 'E-UNDO-CANNOT';
  return rowProblem(code, `The former state cannot be restored: ${problems.map(reasonOf).join(' ')}`);
};

/** The row names a record that does not exist. */
export const missingTarget = (action: BulkAction): CellProblem =>
  rowProblem('E-ROW-TARGET', undefined, action.columns.find((column) => column.required)?.name ?? null);
