import type { BulkAction } from '../../shared/bulk/action.ts';
import { readCell } from '../../shared/bulk/cells.ts';
import type { Plan } from '../../shared/bulk/plan.ts';
import { selectionHeader, selectRows } from '../../shared/bulk/selection.ts';
import type { CellValue, Values } from '../../shared/bulk/values.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import type { PlanFlags } from './bulkFlags.ts';
import { organizationFilter } from './organizationFilter.ts';
import { planInto } from './planFlow.ts';
import { problemList } from './problemList.ts';
import { readingContext } from './readingContext.ts';

const setCell = (action: BulkAction, name: string, text: string): CellValue => {
  const column = action.columns.find((one) => one.name === name);
  if (column === undefined) {
    const names = action.columns.map((one) => one.name);
    throw new CliError('E-USAGE', `${action.name} has no column "${name}".${didYouMean(name, names)}`);
  }
  const { value, problem } = readCell(column, text);
  if (problem !== undefined) {
    throw new CliError('E-USAGE', problem.message, { code: problem.code, exit: 'invalid' });
  }
  if (value !== undefined) return value;
  throw new CliError('E-USAGE', `--set ${name}= sets nothing; ${name}=\\N clears the field.`);
};

const setValues = (action: BulkAction, set: PlanFlags['set']): Values =>
  Object.fromEntries((set ?? []).map(([name, text]) => [name, setCell(action, name, text)]));

/** The plan of a selection: the rows it will touch stand in the plan before anything is sent. */
export const planSelection = async (
  context: Context,
  path: string,
  action: BulkAction,
  flags: PlanFlags,
): Promise<Plan> => {
  if (action.scan === undefined || action.keyCells === undefined) {
    throw new CliError('E-USAGE', `${action.name} cannot be applied to a selection; give --file.`);
  }
  const set = setValues(action, flags.set);
  const keep = organizationFilter(context, flags.where);
  const reading = await readingContext(context, flags);
  return planInto(
    context,
    path,
    {
      action,
      rows: selectRows(action, reading, keep, set),
      header: selectionHeader(action, set),
      source: { name: 'selection', sha256: null },
      list: problemList(context, 'the selection'),
    },
    flags,
  );
};
