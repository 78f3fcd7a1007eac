import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../../shared/client/createClient.ts';
import { type Confirmation, confirmWrite } from '../confirmWrite.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';

/** The flags of `takes: ['write']`. */
export interface WriteFlags extends Confirmation {
  readonly reason?: string;
}

/**
 * Asks before a deed and gives back what its call carries: the reason for the history, and a key under which a repeated POST is done
 * once. On a protected profile nothing is done without a reason.
 */
export const confirmed = async (context: Context, deed: string, flags: WriteFlags): Promise<CallOptions> => {
  const reason = flags.reason?.trim();
  if (context.config.profile?.protected === true && !reason) {
    throw new CliError('E-USAGE', `The profile ${context.config.profileName} is protected: say why with --reason.`);
  }
  await confirmWrite(context, deed, flags);
  return { signal: context.signal, finish: true, idempotencyKey: randomUUID(), ...(reason ? { reason } : {}) };
};
