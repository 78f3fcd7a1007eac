import { defined } from '../../shared/rules/defined.ts';
import type { Context } from '../command.ts';
import { organizationPartsOf } from '../../shared/bulk/actions/catalogue.ts';
import { brakesOf } from '../../shared/bulk/brakes.ts';
import { claimPlan } from '../../shared/bulk/claim.ts';
import type { Plan } from '../../shared/bulk/plan.ts';
import { BulkError } from '../../shared/bulk/problems.ts';
import { confirmWrite } from '../confirmWrite.ts';
import { CliError, toCliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import { checkReasonLength } from '../records/confirmed.ts';
import type { PlanFlags, RunFlags } from './bulkFlags.ts';
import { countRecord, rowsText } from './runManifest.ts';
import { checkTarget, fileLines, withSpool } from './lineFiles.ts';
import { withInput } from './inputFile.ts';
import { planAt } from './nodePlatform.ts';
import { actionCalled, planFile } from './planFile.ts';
import { changedRows, countsText, notePlan, showPlan, showChanges } from './planShow.ts';
import { countRows } from '../../shared/bulk/runTally.ts';
import { newRunId } from '../../shared/bulk/runId.ts';
import { createRun } from './runFolder.ts';
import { carryOutRun, runOptions } from './carryOutRun.ts';

export type ApplyFlags = PlanFlags & RunFlags;

/** A plan in a file. */
export interface StoredPlan {
  readonly plan: Plan;
  readonly path: string;
}

/** A protected profile needs a reason, and plans that a second administrator approved. */
const isProtected = (context: Context): boolean => context.config.profile.protected === true;

/** Reserves a plan for a run at the server: a plan is applied once. */
export const claimFor = async (context: Context, plan: Plan, run: string): Promise<void> =>
  claimPlan(await context.client(), plan, run, { needsApproval: isProtected(context), signal: context.signal });

const organizationCount = async (context: Context): Promise<number> => {
  const client = await context.client();
  const { totalCount } = await client.organizations.list({ query: { pageSize: 10 } }, { signal: context.signal });
  return totalCount;
};

/** The safety limits that the plan exceeds with these flags. */
export const brakesOfPlan = async (context: Context, { foot, head }: Plan, flags: RunFlags): Promise<CliError[]> => {
  const { maxChanges, maxDeletes } = flags;
  const noun = organizationPartsOf(head.action);
  const brakes = brakesOf(foot, {
    ...defined({ maxChanges, maxDeletes }),
    ...(noun === undefined ? {} : { noun, organizations: await organizationCount(context) }),
  });
  return brakes.map((brake) => toCliError(brake));
};

interface Reasons {
  readonly reason?: string | null | undefined;
  readonly ticket?: string | null | undefined;
}

/** Reason and ticket of a run: those that it or its plan has, which may be approved, else those of the flags. */
export const reasonsOf = (what: string, present: Reasons, flags: Pick<RunFlags, 'reason' | 'ticket'>) => {
  const one = (name: keyof Reasons): string | null => {
    const [own, typed] = [present[name] ?? null, flags[name]?.trim() || null];
    if (own !== null && typed !== null && own !== typed) {
      throw new CliError('E-USAGE', `The ${what} has another ${name}: ${own}`, {
        hint: `Leave out --${name}, or make another plan with it.`,
      });
    }
    return own ?? typed;
  };
  checkReasonLength(flags);
  return { reason: one('reason'), ticket: one('ticket') };
};

/** Everything that prevents an apply of the plan with these flags; a dry run reports the same. */
const refusalsOf = async (
  context: Context,
  plan: Plan,
  reason: string | null,
  flags: RunFlags,
): Promise<CliError[]> => {
  const refusals: CliError[] = [];
  if (isProtected(context) && reason === null) {
    refusals.push(
      new CliError('E-USAGE', `The profile ${context.config.profileName} is protected: a reason is required.`, {
        hint: 'Add --reason.',
      }),
    );
  }
  refusals.push(...(await brakesOfPlan(context, plan, flags)));
  await checkTarget(flags.resultsOut, flags).catch((thrown: unknown) => {
    refusals.push(toCliError(thrown));
  });
  return refusals;
};

/** Throws the first refusal, with the others in its details. */
const refuse = ([first, ...others]: readonly CliError[]): void => {
  if (first === undefined) return;
  const details = others.map((other) => `${other.code}: ${other.message} ${other.hint}`);
  throw first.with({ details: [...first.details, ...details] });
};

/** The record without a run, when nothing has to be changed. Scripts get the same fields. */
const unchangedRecord = ({ head, foot }: Plan) => {
  const counts = countRecord({ ...countRows([], 0), unchanged: foot.rows });
  const files = { results: null, failedRows: null, folder: null };
  return { run: null, action: head.action, state: 'finished', rows: foot.rows, ...counts, ...files };
};

/** Asks for confirmation, then carries a plan out in a new run. */
export const applyPlan = async (
  context: Context,
  { plan, path }: StoredPlan,
  flags: RunFlags,
  inputPath?: string | null,
): Promise<Outcome | void> => {
  const { head, foot } = plan;
  const reasons = reasonsOf('plan', head, flags);
  const changes = changedRows(foot);
  if (changes === 0 && foot.counts.conflict === 0) {
    context.terminal.note('Nothing to change; nothing was sent.');
    if (flags.dryRun === true) return showPlan(context, plan);
    return context.output.record(unchangedRecord(plan));
  }
  if (flags.dryRun === true) await showPlan(context, plan);
  refuse(await refusalsOf(context, plan, reasons.reason, flags));
  if (flags.dryRun === true) return undefined;
  if (context.terminal.canPrompt && flags.yes !== true) await showChanges(context, plan);
  const work = head.undoOf === undefined ? `Apply ${head.action} to` : `Undo the run ${head.undoOf}:`;
  await confirmWrite(context, `${work} ${rowsText(changes)} (${countsText(foot)})`, flags);

  const run = newRunId(context.now());
  const lines = async function* () {
    for await (const line of fileLines(path)) yield `${line}\n`;
  };
  const folder = await createRun(context, {
    run,
    plan: lines(),
    command: context.path,
    options: runOptions(flags),
    reasons,
    ...defined({ inputPath: inputPath ?? undefined, runDir: flags.runDir }),
  });
  try {
    await claimFor(context, plan, run);
  } catch (error) {
    await folder.release();
    await folder.remove();
    throw error;
  }
  context.terminal.note(`run ${run}: ${folder.path}`);
  return carryOutRun(context, folder, flags);
};

/** The plan of a file; refuses a plan for another server and an expired one. */
export const openStoredPlan = async (context: Context, path: string): Promise<StoredPlan> => {
  const plan = await planAt(path);
  const { origin, expiresAt } = plan.head;
  const api = context.config.get('api');
  if (origin !== api)
    throw new BulkError('E-PLAN-ORIGIN', `The plan was made for ${origin}, the profile in use is at ${api}.`);
  if (Date.parse(expiresAt) <= context.now()) {
    throw new BulkError('E-PLAN-EXPIRED', `The plan expired at ${expiresAt}.`);
  }
  return { plan, path };
};

/** `bulk apply --plan P`. */
export const applyStoredPlan = async (context: Context, path: string, flags: RunFlags): Promise<Outcome | void> => {
  const stored = await openStoredPlan(context, path);
  notePlan(context, stored.plan, flags.rate);
  return applyPlan(context, stored, flags);
};

/** `bulk apply ACTION --file F`: plans the file, shows the plan, asks for confirmation, and carries it out. */
export const applyFileOf = (
  context: Context,
  name: string,
  file: string,
  flags: ApplyFlags,
): Promise<Outcome | void> => {
  const action = actionCalled(name);
  return withInput(context, file, (input) =>
    withSpool(context, 'plan.json', async (path) => {
      const { plan } = await planFile(context, path, input, action, flags);
      notePlan(context, plan, flags.rate);
      return applyPlan(context, { plan, path }, flags, input.path);
    }),
  );
};
