import type { CallOptions } from '../../shared/client/createClient.ts';
import { confirmWrite } from '../confirmWrite.ts';
import type { Context } from '../context.ts';
import { DryRunEnd } from '../errors.ts';
import { checkReason, type WriteFlags } from './writeFlags.ts';

export type { WriteFlags } from './writeFlags.ts';

/**
 * Asks before a deed that no bulk action covers, and opens its run: from here until the command ends the journal says what was sent and
 * what became of it (bulk/commandRun.ts). Gives back what the call carries: the run, the reason for the history, and a key under which a
 * repeated POST is done once. A dry run ends here. On a protected profile nothing is done without a reason.
 */
export const confirmed = async (context: Context, deed: string, flags: WriteFlags): Promise<CallOptions> => {
  const reason = checkReason(context, flags);
  if (flags.dryRun === true) {
    const [{ showPlanned }, id] = [await import('../bulk/dryRun.ts'), context.words[0] ?? null];
    const row = { verdict: 'do', id, name: null, changes: [], consequences: [] } as const;
    await showPlanned(context, { action: context.path, deed: `${deed} - dry run, nothing was sent.`, row });
    throw new DryRunEnd();
  }
  await confirmWrite(context, deed, flags);
  const { openCommandRun } = await import('../bulk/commandRun.ts');
  const carried = await openCommandRun(context, deed, { ...flags, ...(reason === undefined ? {} : { reason }) });
  return { signal: context.signal, finish: true, ...carried, ...(reason ? { reason } : {}) };
};
