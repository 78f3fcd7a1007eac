import type { BulkAction } from '../../shared/bulk/action.ts';
import type { CellProblem } from '../../shared/bulk/problems.ts';
import type { TableRow } from '../../shared/bulk/table.ts';
import { isSame, type Values } from '../../shared/bulk/values.ts';

const contradictions = (values: Values, implied: Values): CellProblem[] =>
  Object.entries(implied)
    .filter(([column, said]) => values[column] !== undefined && !isSame(values[column], said))
    .map(([column, said]) => ({
      column,
      code: 'E-CELL-RULE',
      message: `The cell says ${String(values[column])}, the command ${String(said)}.`,
    }));

/**
 * The action for files of a command that says some cells itself, `orgs login disable --file F`: the file may leave those cells out, and
 * one that says otherwise is refused.
 */
export const implying = (action: BulkAction, implied: Values): BulkAction => {
  const whole = (values: Values): Values => ({ ...values, ...implied });
  return {
    ...action,
    columns: action.columns.map((column) =>
      Object.hasOwn(implied, column.name) ? { ...column, required: false, keeps: true } : column,
    ),
    keyOf: (values) => action.keyOf(whole(values)),
    lockOf: (values) => action.lockOf(whole(values)),
    problems: (values) => [...contradictions(values, implied), ...(action.problems?.(whole(values)) ?? [])],
    ...(action.fileRule === undefined
      ? {}
      : {
          fileRule: () => {
            const rule = action.fileRule?.();
            return (values, row) => rule?.(whole(values), row) ?? [];
          },
        }),
  };
};

/** The rows with the implied cells in them, as they are planned. */
export async function* withImplied(rows: AsyncIterable<TableRow>, implied: Values): AsyncGenerator<TableRow> {
  for await (const row of rows) yield { ...row, values: { ...row.values, ...implied } };
}
