import type { Plan } from '../../shared/bulk/plan.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import { brakesOfPlan } from './applyFlow.ts';
import type { PlanFlags } from './bulkFlags.ts';
import { rowsText } from './counts.ts';
import { withInput } from './inputFile.ts';
import { actionCalled, planFile, rateOf } from './planFlow.ts';
import { changedRows, planSummary, showPlan } from './planShow.ts';
import { checkTarget } from './planTarget.ts';
import { planSelection } from './selectionFlow.ts';
import { withSpool } from './spool.ts';
import { copyPrivate } from './writeLines.ts';

export interface PlanVerbFlags extends PlanFlags {
  readonly detailedExitcode?: boolean;
}

/** Where the rows come from: a file or a selection, one of them. */
export const checkRowSource = ({ file, select, where, set }: PlanFlags): void => {
  if (file !== undefined && select === true) throw new CliError('E-USAGE', 'Give either --file or --select, not both.');
  if (file === undefined && select !== true)
    throw new CliError('E-USAGE', 'Where are the rows? Give --file or --select.');
  if (select !== true && (where !== undefined || set !== undefined)) {
    throw new CliError('E-USAGE', '--where and --set belong to --select.');
  }
};

const makePlanFile = (context: Context, name: string, path: string, flags: PlanFlags): Promise<Plan> => {
  const action = actionCalled(name);
  if (flags.file === undefined) return planSelection(context, path, action, flags);
  return withInput(context, flags.file, async (input) => (await planFile(context, path, input, action, flags)).plan);
};

/** `bulk plan`: what would change, cell by cell; sends nothing. */
export const planVerb = async (context: Context, name: string, flags: PlanVerbFlags): Promise<Outcome | void> => {
  checkRowSource(flags);
  const target = flags.planOut === undefined ? undefined : await checkTarget(flags.planOut, flags.overwrite === true);
  return withSpool(context, 'plan.json', async (path) => {
    const plan = await makePlanFile(context, name, path, flags);
    await showPlan(context, plan);
    for (const line of planSummary(plan, rateOf(flags.rate))) context.terminal.note(line);
    for (const { code, message, hint } of await brakesOfPlan(context, plan, {})) {
      context.terminal.note(`an apply stops with ${code}: ${message} ${hint}`);
    }
    if (target !== undefined) {
      await copyPrivate(path, target);
      context.terminal.note(`Apply it within 24 hours: carepost bulk apply --plan ${flags.planOut ?? target}`);
    }
    const changes = changedRows(plan.foot);
    if (flags.detailedExitcode !== true || changes === 0) return undefined;
    return { exit: 'changes', message: `${rowsText(changes)} would change` };
  });
};
