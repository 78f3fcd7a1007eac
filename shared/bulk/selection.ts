import type { BulkAction, Current, RowContext } from './action.ts';
import { cellText } from './cells.ts';
import { BulkError, type CellProblem } from './problems.ts';
import type { Values } from './values.ts';
import type { TableRow } from './csv/types.ts';

const clearing = '\\N';

/** Header of a selection: the columns that identify a row, and those that are set. */
export const selectionHeader = (action: BulkAction, set: Values): string[] => {
  const keys = action.columns.filter((column) => column.required === true && !Object.hasOwn(set, column.name));
  return [...keys.map(({ name }) => name), ...Object.keys(set)];
};

/** Cells that neither the record nor `set` has are missing in every row: they are reported once, before a row is read. */
const checkSet = (action: BulkAction, known: Values): void => {
  const missing = action.columns.find(({ name, required }) => required === true && !Object.hasOwn(known, name));
  if (missing === undefined) return;
  throw new BulkError(
    'E-CELL-REQUIRED',
    `A selection for ${action.name} needs a value for ${missing.name}: ${missing.summary}.`,
    `Set it: --set ${missing.name}=<value>.`,
  );
};

/**
 * Rows for all records that the action can be applied to and that pass `keep`, each with the cells of `set`: the selected records are in
 * the plan before anything is sent (design 1d "CSV as input").
 */
export async function* selectRows(
  action: BulkAction,
  context: RowContext,
  keep: (organization: Readonly<Record<string, unknown>>) => boolean,
  set: Values,
): AsyncGenerator<TableRow> {
  const header = selectionHeader(action, set);
  const rule = action.fileRule?.();
  let row = 0;
  for await (const current of scanned(action, context, keep)) {
    row += 1;
    const values: Values = { ...action.keyCells?.(current), ...set };
    checkSet(action, values);
    const cells = header.map((name) => (values[name] === null ? clearing : cellText(values[name])));
    const line = row + 1;
    const located = (problem: CellProblem) => ({ ...problem, row, line });
    const problems = [...(action.problems?.(values) ?? []), ...(rule?.(values, row) ?? [])].map(located);
    yield { row, line, cells, values, problems, warnings: (action.warnings?.(values) ?? []).map(located) };
  }
}

const scanned = (
  action: BulkAction,
  context: RowContext,
  keep: (organization: Readonly<Record<string, unknown>>) => boolean,
): AsyncIterable<Current> => {
  if (action.scan === undefined || action.keyCells === undefined) {
    throw new TypeError(`${action.name} cannot be applied to a selection.`);
  }
  return action.scan(context, keep);
};
