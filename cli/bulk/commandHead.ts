import type { PlanInput } from '../../shared/bulk/planning.ts';
import type { Context } from '../context.ts';
import type { WriteFlags } from '../records/writeFlags.ts';
import { callerOf } from './caller.ts';

/** Head of the plan of a single command: who asked for it, where, and why. */
export const commandHead = async (
  context: Context,
  action: string,
  header: readonly string[],
  { reason, ticket }: WriteFlags,
): Promise<PlanInput['head']> => ({
  action,
  createdBy: await callerOf(context),
  origin: context.config.get('api'),
  source: { name: 'command', sha256: null },
  header,
  ...(reason === undefined ? {} : { reason: reason.trim() }),
  ...(ticket === undefined ? {} : { ticket }),
});
