import type { Context } from '../command.ts';
import type { CallOptions } from '../../shared/client/createClient.ts';
import type { PlanRow } from '../../shared/bulk/plan.ts';
import { defined } from '../../shared/rules/defined.ts';
import { requestReasonProblem } from '../../shared/rules/reason.ts';
import { type Confirmation, confirmWrite } from '../confirmWrite.ts';
import { CliError, DryRunEnd } from '../errors.ts';

/** The flags of `takes: ['write']`. */
export interface WriteFlags extends Confirmation {
  readonly reason?: string;
  readonly ticket?: string;
  /** Calls per second; 0 is no limit. */
  readonly rate?: number;
}

/** Refuses a reason that the server would refuse with every row. */
export const checkReasonLength = (reasons: Pick<WriteFlags, 'reason' | 'ticket'>): void => {
  const problem = requestReasonProblem(defined(reasons));
  if (problem !== null) throw new CliError('E-USAGE', problem, { hint: 'Use a shorter --reason or --ticket.' });
};

/** A write on a protected profile needs a reason. Returns the reason as it is sent. */
export const checkReason = ({ config }: Context, { reason, ticket, dryRun }: WriteFlags): string | undefined => {
  const text = reason?.trim() || undefined;
  checkReasonLength({ reason: text, ticket });
  if (config.profile.protected === true && text === undefined && dryRun !== true) {
    throw new CliError('E-USAGE', `The profile ${config.profileName} is protected: give the reason with --reason.`);
  }
  return text;
};

/** The change that a dry run shows. */
export type Planned = Pick<PlanRow, 'id' | 'name' | 'changes'>;

/** Ends a dry run with the planned change. */
export const endDryRun = async (context: Context, title: string, planned: Planned, later = ''): Promise<never> => {
  const { showPlanned } = await import('../bulk/singleChange.ts');
  const row = { verdict: 'do', ...planned, consequences: [] } as const;
  await showPlanned(context, { action: context.path, title: `${title} - dry run, nothing was sent.${later}`, row });
  throw new DryRunEnd();
};

/**
 * Asks for confirmation of a change that no bulk action covers, and opens its run: until the command ends, the journal records the request
 * and its result (bulk/commandRun.ts). Returns the options of the call: the run, the reason for the audit trail, and the key that makes a
 * repeated POST harmless. A dry run ends here with the planned change. A protected profile needs a reason.
 */
export const confirmed = async (
  context: Context,
  title: string,
  flags: WriteFlags,
  planned: Planned = { id: context.args[0] ?? null, name: null, changes: [] },
): Promise<CallOptions> => {
  const reason = checkReason(context, flags);
  if (flags.dryRun === true) return endDryRun(context, title, planned);
  await confirmWrite(context, title, flags);
  const { openCommandRun } = await import('../bulk/commandRun.ts');
  const call = await openCommandRun(context, title, { ...flags, ...(reason === undefined ? {} : { reason }) });
  return { signal: context.signal, finish: true, ...call, ...(reason ? { reason } : {}) };
};
