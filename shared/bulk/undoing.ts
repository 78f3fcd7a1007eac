import type { BulkAction, Current, Reverse } from './action.ts';
import { rowSelection } from './csv/rowSelection.ts';
import type { BeforeLine, RowOutcome } from './journal.ts';
import type { Plan, PlanRow } from './plan.ts';
import type { PlannedRow } from './planning.ts';
import { rowProblem } from './refusals.ts';
import { stateHash } from './state.ts';
import type { Values } from './values.ts';

/** Whether rows of the action can be undone at all. */
export const undoable = (action: BulkAction): boolean => action.undoes !== null && action.reverse !== undefined;

const currentOf = ({ id, name }: BeforeLine, values: Values | null | undefined): Current | undefined =>
  values === null || values === undefined ? undefined : { id: id ?? '', name: name ?? '', values };

const reverseOf = (action: BulkAction | undefined, { values }: PlanRow, line: BeforeLine | undefined): Reverse => {
  if (action?.reverse === undefined) return { cannot: 'Rows of this action cannot be undone.' };
  if (line?.after === undefined) return { cannot: 'The state before the row is not known.' };
  const before = currentOf(line, line.before);
  const after = currentOf(line, line.after);
  return action.reverse({ values, id: line.id ?? '', before, after });
};

/** The run that carried a row out; correlation ids are `<run>-<row>`. */
const runOf = ({ correlationId, row }: RowOutcome): string | undefined => correlationId?.slice(0, -`-${row}`.length);

/**
 * The rows that undo a run, for an ordinary plan (design 4.5): only rows that were carried out, each with the state after it, so that a
 * later change by another user is a conflict; `rows` selects among them, as `1-50,99`. Rows that cannot be undone are conflicts with the
 * reason.
 */
export async function* undoRows(
  plan: Plan,
  outcomes: ReadonlyMap<number, RowOutcome>,
  before: ReadonlyMap<number, BeforeLine>,
  actionNamed: (name: string) => BulkAction | undefined,
  { rows }: { readonly rows?: string } = {},
): AsyncGenerator<PlannedRow & { readonly action: string; readonly expectedHash: string | null }> {
  const isChosen = rowSelection(rows);
  for await (const planned of plan.rows()) {
    const { row, line, cells } = planned;
    const outcome = outcomes.get(row);
    if (!isChosen(row) || outcome?.status !== 'ok') continue;
    const undoneRun = runOf(outcome);
    const name = planned.action ?? plan.head.action;
    const state = before.get(row);
    const reverse = reverseOf(actionNamed(name), planned, state);
    const position = { row, line, cells, problems: [], warnings: [], expectedHash: stateHash(state?.after) };
    if ('cannot' in reverse) {
      yield {
        ...position,
        action: name,
        values: planned.values,
        conflict: rowProblem('E-UNDO-CANNOT', reverse.cannot),
      };
    } else {
      const witness = reverse.action === name ? {} : { witness: { action: name, values: planned.values } };
      yield {
        ...position,
        action: reverse.action,
        values: reverse.values,
        ...witness,
        ...(undoneRun === undefined ? {} : { undoneRun }),
      };
    }
  }
}
