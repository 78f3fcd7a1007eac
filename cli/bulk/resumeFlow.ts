import type { Context } from '../command.ts';
import { claimPlan } from '../../shared/bulk/claim.ts';
import type { RunHistory } from '../../shared/bulk/journal.ts';
import type { Plan } from '../../shared/bulk/plan.ts';
import { BulkError } from '../../shared/bulk/problems.ts';
import { defined } from '../../shared/rules/defined.ts';
import { confirmWrite } from '../confirmWrite.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import type { RunFlags } from './bulkFlags.ts';
import { rowsText } from './runRecord.ts';
import { hashOfFile } from './inputFile.ts';
import { checkTarget } from './lineFiles.ts';
import { openRun, type RunFolder } from './runFolder.ts';
import { carryOutRun, showEnded } from './runFlow.ts';
import type { RunManifest } from './runManifest.ts';

/** A row the canary met did not end well: whoever goes on all the same has looked at it. What was never tried has no correlation id. */
const stoppedCanary = ({ outcomes }: RunHistory): boolean =>
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
    canary: stoppedCanary(history) ? null : canary,
    maxErrors: typeof maxErrors === 'string' ? { percent: Number.parseInt(maxErrors, 10) } : maxErrors,
  };
  const isSet = ([, value]: readonly [string, unknown]) => value !== undefined && value !== null;
  return { ...Object.fromEntries(Object.entries(stored).filter(isSet)), ...defined(flags) };
};

const checkPlace = (context: Context, { origin, profile, run }: RunManifest): void => {
  const api = context.config.get('api');
  if (origin === api) return;
  throw new BulkError(
    'E-PLAN-ORIGIN',
    `The run ${run} is for ${origin}, the profile in use is at ${api}.`,
    `Add --profile ${profile}.`,
  );
};

/** A file that is not there any more cannot mislead anybody; one that says something else now would. */
const checkInput = async ({ source }: RunManifest): Promise<void> => {
  if (source.path === null || source.sha256 === null) return;
  const hash = await hashOfFile(source.path);
  if (hash === undefined || hash === source.sha256) return;
  throw new BulkError('E-INPUT-CHANGED', `${source.path} changed since the run was started; nothing was sent.`);
};

/** Rows a resume has to look at: those without an outcome, and those nobody knows about. */
const rowsLeft = (plan: Plan, { outcomes }: RunHistory): number => {
  const settled = [...outcomes.values()].filter(({ status }) => status !== 'unknown' && status !== 'not_run');
  return plan.foot.rows - settled.length;
};

const goOn = async (context: Context, folder: RunFolder, flags: RunFlags): Promise<Outcome> => {
  const manifest = await folder.manifest();
  checkPlace(context, manifest);
  await checkInput(manifest);
  const [plan, history] = await Promise.all([folder.plan(), folder.history()]);
  const left = rowsLeft(plan, history);
  if (left > 0) {
    const isProtected = context.config.profile.protected === true;
    await confirmWrite(context, `Resume ${folder.run} (${manifest.action}, ${rowsText(left)} left)`, flags);
    // A run that was killed before its first row may not have claimed its plan yet; that of a single command never does.
    const isCommand = plan.head.source.name === 'command' && plan.head.source.sha256 === null;
    if (history.outcomes.size === 0 && history.open.size === 0 && !isCommand) {
      await claimPlan(await context.client(), plan, folder.run, { needsApproval: isProtected, signal: context.signal });
    }
  } else {
    context.terminal.note(`The run ${folder.run} has an outcome for each row; nothing was sent.`);
    if (manifest.end === 'finished') return showEnded(context, folder, flags);
  }
  await folder.reopen();
  return carryOutRun(context, folder, flagsOf(flags, manifest, history));
};

/** A command that no bulk action covers left one row that says what it did; what became of it only a look can tell. */
const refuseCommand = async (folder: RunFolder): Promise<void> => {
  const { action, command, run } = await folder.manifest();
  if (action !== '') return;
  const titles: string[] = [];
  for await (const { values } of (await folder.plan()).rows()) titles.push(String(values['title']));
  throw new CliError('E-USAGE', `The run ${run} was one call of carepost ${command}; it cannot be resumed.`, {
    hint: `Look whether this was done: ${titles.join(', ')}. If it was not, run carepost ${command} again.`,
  });
};

/** `bulk resume`: needs nothing but the run's folder. */
export const resumeRun = async (context: Context, runOrLast: string, flags: RunFlags): Promise<Outcome> => {
  if (flags.resultsOut !== undefined) await checkTarget(flags.resultsOut, flags.overwrite === true);
  await refuseCommand(await openRun(context, runOrLast));
  const folder = await openRun(context, runOrLast, { write: true });
  try {
    return await goOn(context, folder, flags);
  } finally {
    await folder.release();
  }
};
