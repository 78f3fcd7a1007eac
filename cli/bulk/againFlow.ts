import type { Context } from '../command.ts';
import type { BulkAction } from '../../shared/bulk/action.ts';
import type { RowOutcome, RowStatus } from '../../shared/bulk/journal.ts';
import { outcomesSoFar } from '../../shared/bulk/leftFromBefore.ts';
import type { Plan } from '../../shared/bulk/plan.ts';
import type { PlanInput } from '../../shared/bulk/planning.ts';
import { retryRows } from '../../shared/bulk/retrying.ts';
import { undoRows } from '../../shared/bulk/undoing.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import { type ApplyFlags, applyPlan } from './applyFlow.ts';
import { rowsText } from './runRecord.ts';
import { actionCalled, planInto, rateOf } from './planFlow.ts';
import { changedRows, notePlan, showPlan } from './planShow.ts';
import { checkTarget, copyPrivate, withSpool } from './lineFiles.ts';
import { problemList } from './problemList.ts';
import { type RunFolder, isLocked, openRun } from './runFolder.ts';
import type { RunManifest } from './runManifest.ts';

export interface RetryFlags extends ApplyFlags {
  readonly status?: readonly RowStatus[];
  readonly code?: readonly string[];
}

const actionOf = ({ action, run, command }: RunManifest): BulkAction => {
  if (action !== '') return actionCalled(action);
  throw new CliError(
    'E-USAGE',
    `The run ${run} was one call of carepost ${command}; carepost can neither retry nor undo it.`,
    {
      hint: 'Change the record back with the command for its resource.',
    },
  );
};

/** Opens a run for a retry or an undo; refuses one that a process works on. */
const openEndedRun = async (context: Context, runOrLast: string) => {
  const folder = await openRun(context, runOrLast);
  const { path, run } = folder;
  if (await isLocked(path)) {
    throw new CliError('E-LOCKED', `A process is working on the run ${run}.`, {
      hint: `Stop it, or wait for it: carepost bulk status ${run} --watch`,
    });
  }
  const action = actionOf(await folder.manifest());
  const [plan, history] = await Promise.all([folder.plan(), folder.history()]);
  return { folder, action, plan, history };
};

interface Again {
  readonly folder: RunFolder;
  readonly action: BulkAction;
  readonly rows: PlanInput['rows'];
  readonly links: { readonly undoOf: string } | { readonly retryOf: string };
  readonly word: string;
}

const reportedReasons = 5;

/** An undo of which no row can be done says why, and leaves no run behind that could be retried in vain. */
const refuseUndo = async (plan: Plan, run: string): Promise<void> => {
  const { head, foot } = plan;
  if (head.undoOf === undefined || changedRows(foot) > 0 || foot.counts.conflict === 0) return;
  const reasons: string[] = [];
  for await (const { row, problem } of plan.rows()) {
    if (problem !== undefined && reasons.length < reportedReasons) reasons.push(`row ${row}: ${problem.message}`);
  }
  const more = foot.counts.conflict - reasons.length;
  throw new CliError('E-UNDO-CANNOT', `No row of the run ${run} can be undone; nothing was sent.`, {
    exit: 'conflict',
    details: more > 0 ? [...reasons, `… and ${rowsText(more)} more`] : reasons,
    hint: `See all of them: carepost bulk undo ${run} --dry-run`,
  });
};

/** A plan of rows that come from an earlier run: kept with --plan-out, else asked about and carried out. */
const applyAgain = (context: Context, again: Again, flags: ApplyFlags): Promise<Outcome | void> => {
  const { folder, action, rows, links, word } = again;
  const list = problemList(context, `the run ${folder.run}`);
  return withSpool(context, 'plan.json', async (path) => {
    const target = flags.planOut === undefined ? undefined : await checkTarget(flags.planOut, flags.overwrite === true);
    const { head } = await folder.plan();
    const source = { name: `${word} of ${folder.run}`, sha256: null };
    const plan = await planInto(context, path, { action, rows, header: head.header, source, links, list }, flags);
    notePlan(context, plan, rateOf(flags.rate));
    if (flags.dryRun !== true) await refuseUndo(plan, folder.run);
    if (target === undefined) {
      const outcome = await applyPlan(context, { plan, path }, flags);
      if (flags.dryRun === true) await refuseUndo(plan, folder.run);
      return outcome;
    }
    await copyPrivate(path, target);
    context.terminal.note(`Nothing was sent. Apply it: carepost bulk apply --plan ${target}`);
    return showPlan(context, plan);
  });
};

/** `bulk retry`: the rows of a run that did not end well, planned afresh and carried out in a new run. */
export const retryRun = async (context: Context, runOrLast: string, flags: RetryFlags): Promise<Outcome | void> => {
  const { folder, action, plan, history } = await openEndedRun(context, runOrLast);
  const rows = retryRows(plan, outcomesSoFar(folder.run, history, context.now()), {
    ...(flags.status === undefined ? {} : { statuses: flags.status }),
    codes: flags.code ?? [],
  });
  return applyAgain(context, { folder, action, rows, links: { retryOf: folder.run }, word: 'retry' }, flags);
};

const isUnknown = ({ status }: RowOutcome): boolean => status === 'unknown';

/** `bulk undo`: what a run did is taken back, except where somebody changed it since. */
export const undoRun = async (context: Context, runOrLast: string, flags: ApplyFlags): Promise<Outcome | void> => {
  const { folder, action, plan, history } = await openEndedRun(context, runOrLast);
  const unknown = [...outcomesSoFar(folder.run, history, context.now()).values()].filter(isUnknown).length;
  if (unknown > 0) {
    const text = `the outcome of ${rowsText(unknown)} is unknown; ${unknown === 1 ? 'it is' : 'they are'} not undone`;
    context.terminal.note(`${text} - to determine it first: carepost bulk resume ${folder.run}`);
  }
  const chosen = flags.rows === undefined ? {} : { rows: flags.rows };
  const rows = undoRows(plan, history.outcomes, history.before, bulkActionNamed, chosen);
  return applyAgain(context, { folder, action, rows, links: { undoOf: folder.run }, word: 'undo' }, flags);
};
