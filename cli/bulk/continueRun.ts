import type { Context } from '../command.ts';
import type { BulkAction } from '../../shared/bulk/action.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import type { RowStatus, RunHistory } from '../../shared/bulk/journal.ts';
import { outcomesSoFar } from '../../shared/bulk/leftFromBefore.ts';
import type { Plan, PlanHead } from '../../shared/bulk/plan.ts';
import type { PlanInput, PlannedRow } from '../../shared/bulk/planning.ts';
import { BulkError } from '../../shared/bulk/problems.ts';
import { retryRows } from '../../shared/bulk/retrying.ts';
import { undoRows } from '../../shared/bulk/undoing.ts';
import { defined } from '../../shared/rules/defined.ts';
import { confirmWrite } from '../confirmWrite.ts';
import { CliError, toCliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import { type ApplyFlags, applyPlan, claimFor, reasonsOf } from './applyPlan.ts';
import type { RunFlags } from './bulkFlags.ts';
import { hashOfFile } from './inputFile.ts';
import { checkTarget, copyPrivate, withSpool } from './lineFiles.ts';
import { actionCalled, planInto } from './planFile.ts';
import { changedRows, notePlan, showPlan } from './planShow.ts';
import { problemList } from './problemList.ts';
import { carryOutRun, showEnded } from './carryOutRun.ts';
import { type RunFolder, listRuns, openRun } from './runFolder.ts';
import { type RunManifest, isLocked, rowsText } from './runManifest.ts';

/** Whether a row of the canary failed: the user has seen it and resumes all the same. A row that was never sent has no correlation id. */
const hasFailedCanary = ({ outcomes }: RunHistory): boolean =>
  [...outcomes.values()].some(
    ({ status, correlationId }) => correlationId !== null && ['failed', 'conflict', 'unknown'].includes(status),
  );

/** The options of the run, overridden by the flags of this resume. A canary that did not pass is not repeated. */
const flagsOf = (flags: RunFlags, { options }: RunManifest, history: RunHistory): RunFlags => {
  const { concurrency, rate, verify, onDrift, canary, maxErrors } = options;
  const stored = {
    concurrency,
    rate,
    verify,
    onDrift,
    canary: hasFailedCanary(history) ? null : canary,
    maxErrors: typeof maxErrors === 'string' ? { percent: Number.parseInt(maxErrors, 10) } : maxErrors,
  };
  const isSet = ([, value]: readonly [string, unknown]) => value !== undefined && value !== null;
  return { ...Object.fromEntries(Object.entries(stored).filter(isSet)), ...defined(flags) };
};

/** Refuses another server, and an input file that was changed since; a file that no longer exists does no harm. */
const checkManifest = async (context: Context, { origin, profile, run, source }: RunManifest): Promise<void> => {
  const api = context.config.get('api');
  if (origin !== api) {
    throw new BulkError(
      'E-PLAN-ORIGIN',
      `The run ${run} is for ${origin}, the profile in use is at ${api}.`,
      `Add --profile ${profile}.`,
    );
  }
  if (source.path === null || source.sha256 === null) return;
  const hash = await hashOfFile(source.path);
  if (hash === undefined || hash === source.sha256) return;
  throw new BulkError('E-INPUT-CHANGED', `${source.path} changed since the run was started; nothing was sent.`);
};

/** Number of the rows without an outcome and of those with an unknown one. */
const rowsLeft = (plan: Plan, { outcomes }: RunHistory): number => {
  const settled = [...outcomes.values()].filter(({ status }) => status !== 'unknown' && status !== 'not_run');
  return plan.foot.rows - settled.length;
};

const resume = async (context: Context, folder: RunFolder, flags: RunFlags): Promise<Outcome> => {
  const { manifest } = folder;
  await checkManifest(context, manifest);
  const reasons = reasonsOf('run', manifest, flags);
  const [plan, history] = await Promise.all([folder.plan(), folder.history()]);
  const left = rowsLeft(plan, history);
  if (left > 0) {
    await confirmWrite(context, `Resume ${folder.run} (${manifest.action}, ${rowsText(left)} left)`, flags);
    // A run that was killed before its first row may not have claimed its plan yet; that of a single command never does.
    const isCommand = plan.head.source.name === 'command' && plan.head.source.sha256 === null;
    if (history.outcomes.size === 0 && history.open.size === 0 && !isCommand) {
      await claimFor(context, plan, folder.run);
    }
  } else {
    context.terminal.note(`The run ${folder.run} has an outcome for each row; nothing was sent.`);
    if (manifest.end === 'finished') return showEnded(context, folder, flags);
  }
  await folder.reopen(reasons);
  return carryOutRun(context, folder, flagsOf(flags, manifest, history));
};

/** Refuses the run of a command that no bulk action covers: its row only names the change, and the user has to check it. */
const refuseCommand = async (folder: RunFolder): Promise<void> => {
  const { action, command, run } = folder.manifest;
  if (action !== '') return;
  const titles: string[] = [];
  for await (const { values } of (await folder.plan()).rows()) titles.push(String(values['title']));
  throw new CliError('E-USAGE', `The run ${run} was one call of carepost ${command}; it cannot be resumed.`, {
    hint: `Look whether this was done: ${titles.join(', ')}. If it was not, run carepost ${command} again.`,
  });
};

/** `bulk resume`. */
export const resumeRun = async (context: Context, runOrLast: string, flags: RunFlags): Promise<Outcome> => {
  await checkTarget(flags.resultsOut, flags);
  await refuseCommand(await openRun(context, runOrLast));
  const folder = await openRun(context, runOrLast, { write: true });
  try {
    return await resume(context, folder, flags);
  } finally {
    await folder.release();
  }
};

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
  const action = actionOf(folder.manifest);
  const [plan, history] = await Promise.all([folder.plan(), folder.history()]);
  return { folder, action, plan, history };
};

const reportedReasons = 5;

/** Refuses an undo of which no row can be carried out, with the reasons; it leaves no run behind. */
const refuseUndo = async (plan: Plan, run: string): Promise<void> => {
  const { head, foot } = plan;
  if (head.undoOf === undefined || changedRows(foot) > 0 || foot.counts.conflict === 0) return;
  const reasons: string[] = [];
  let isTaken = true;
  for await (const { row, problem } of plan.rows()) {
    if (problem !== undefined && reasons.length < reportedReasons) reasons.push(`row ${row}: ${problem.message}`);
    if (problem !== undefined && problem.code !== 'E-UNDO-TAKEN') isTaken = false;
  }
  const more = foot.counts.conflict - reasons.length;
  const code = isTaken ? 'E-UNDO-TAKEN' : 'E-UNDO-CANNOT';
  throw new CliError(code, `No row of the run ${run} can be undone; nothing was sent.`, {
    exit: 'conflict',
    details: more > 0 ? [...reasons, `… and ${rowsText(more)} more`] : reasons,
    ...(isTaken ? {} : { hint: `See all of them: carepost bulk undo ${run} --dry-run` }),
  });
};

/** The plan of an undo or a retry is stored by the same command, and not by bulk plan. */
const withApprovalHint = (thrown: unknown, command: string): CliError => {
  const error = toCliError(thrown);
  if (error.code !== 'E-PLAN-NOT-APPROVED') return error;
  return error.with({
    hint: `Store the plan: ${command} --plan-out plan.json --reason "…". A second administrator runs carepost bulk approve plan.json, then you run carepost bulk apply --plan plan.json.`,
  });
};

/** A plan of rows that come from an earlier run: stored with --plan-out, else carried out after confirmation. */
const applyAgain = (
  context: Context,
  { folder, action, plan: { head } }: Awaited<ReturnType<typeof openEndedRun>>,
  links: Pick<PlanHead, 'retryOf' | 'undoOf'>,
  rows: PlanInput['rows'],
  flags: ApplyFlags,
): Promise<Outcome | void> => {
  const kind = links.retryOf === undefined ? 'undo' : 'retry';
  const list = problemList(context, `the run ${folder.run}`);
  return withSpool(context, 'plan.json', async (path) => {
    const target = await checkTarget(flags.planOut, flags);
    const source = { name: `${kind} of ${folder.run}`, sha256: null };
    const plan = await planInto(context, path, { action, rows, header: head.header, source, links, list }, flags);
    notePlan(context, plan, flags.rate);
    if (flags.dryRun !== true) await refuseUndo(plan, folder.run);
    if (target === undefined) {
      const outcome = await applyPlan(context, { plan, path }, flags).catch((thrown: unknown) => {
        throw withApprovalHint(thrown, `carepost bulk ${kind} ${folder.run}`);
      });
      if (flags.dryRun === true) await refuseUndo(plan, folder.run);
      return outcome;
    }
    await copyPrivate(path, target);
    context.terminal.note(`Nothing was sent. Apply it: carepost bulk apply --plan ${target}`);
    return showPlan(context, plan);
  });
};

/** The rows of an undo are planned as an undo again, so that a record that was changed since stays a conflict. */
async function* undoneAgain(
  { plan, history }: Awaited<ReturnType<typeof openEndedRun>>,
  rows: PlanInput['rows'],
): AsyncGenerator<PlannedRow> {
  const numbers = new Set<number>();
  for await (const { row } of rows) numbers.add(row);
  for await (const row of undoRows(plan, history.outcomes, history.before, bulkActionNamed))
    if (numbers.has(row.row)) yield row;
}

/** `bulk retry`: plans the failed rows of a run again and carries them out in a new run. */
export const retryRun = async (context: Context, runOrLast: string, flags: RetryFlags): Promise<Outcome | void> => {
  const ended = await openEndedRun(context, runOrLast);
  const { folder, plan, history } = ended;
  const rows = retryRows(plan, outcomesSoFar(folder.run, history, context.now()), {
    ...defined({ statuses: flags.status }),
    codes: flags.code ?? [],
  });
  const retryOf = folder.run;
  const { undoOf } = folder.manifest;
  if (undoOf === null) return applyAgain(context, ended, { retryOf }, rows, flags);
  const undone = undoneAgain(await openEndedRun(context, undoOf), rows);
  return applyAgain(context, ended, { retryOf, undoOf }, undone, flags);
};

/** `bulk undo`: reverts the changes of a run, except for records that were changed since. */
export const undoRun = async (context: Context, runOrLast: string, flags: ApplyFlags): Promise<Outcome | void> => {
  const ended = await openEndedRun(context, runOrLast);
  const { folder, plan, history } = ended;
  const outcomes = outcomesSoFar(folder.run, history, context.now()).values();
  const unknown = [...outcomes].filter(({ status }) => status === 'unknown').length;
  if (unknown > 0) {
    const text = `the outcome of ${rowsText(unknown)} is unknown; ${unknown === 1 ? 'it is' : 'they are'} not undone`;
    context.terminal.note(`${text} - to determine it first: carepost bulk resume ${folder.run}`);
  }
  const earlier = (await listRuns(context)).find(({ manifest }) => manifest.undoOf === folder.run);
  if (earlier !== undefined)
    context.terminal.note(`The run ${earlier.run} undid this run before; rows that it undid count as changed.`);
  const rows = undoRows(plan, history.outcomes, history.before, bulkActionNamed, defined({ rows: flags.rows }));
  return applyAgain(context, ended, { undoOf: folder.run }, rows, flags);
};
