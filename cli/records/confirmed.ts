import type { CallOptions } from '../../shared/client/createClient.ts';
import { confirmWrite } from '../confirmWrite.ts';
import type { Context } from '../context.ts';
import { DryRunEnd } from '../errors.ts';
import type { DryRow } from '../bulk/dryRun.ts';
import { checkReason, type WriteFlags } from './writeFlags.ts';

export type { WriteFlags } from './writeFlags.ts';

type Planned = Pick<DryRow, 'id' | 'name' | 'changes'>;

/** Ends a dry run with what would be done. */
export const endDryRun = async (context: Context, deed: string, planned: Planned, later = ''): Promise<never> => {
  const { showPlanned } = await import('../bulk/dryRun.ts');
  const row = { verdict: 'do', ...planned, consequences: [] } as const;
  await showPlanned(context, { action: context.path, deed: `${deed} - dry run, nothing was sent.${later}`, row });
  throw new DryRunEnd();
};

/**
 * Asks before a deed that no bulk action covers, and opens its run: from here until the command ends the journal says what was sent and
 * what became of it (bulk/commandRun.ts). Gives back what the call carries: the run, the reason for the history, and a key under which a
 * repeated POST is done once. A dry run ends here with what is planned. On a protected profile nothing is done without a reason.
 */
export const confirmed = async (
  context: Context,
  deed: string,
  flags: WriteFlags,
  planned: Planned = { id: context.words[0] ?? null, name: null, changes: [] },
): Promise<CallOptions> => {
  const reason = checkReason(context, flags);
  if (flags.dryRun === true) return endDryRun(context, deed, planned);
  await confirmWrite(context, deed, flags);
  const { openCommandRun } = await import('../bulk/commandRun.ts');
  const carried = await openCommandRun(context, deed, { ...flags, ...(reason === undefined ? {} : { reason }) });
  return { signal: context.signal, finish: true, ...carried, ...(reason ? { reason } : {}) };
};
