import type { Context } from '../command.ts';
import type { PlanInput } from '../../shared/bulk/planning.ts';
import type { WriteFlags } from '../records/writeFlags.ts';
import { claimText, readClaims } from '../session/sessionRecord.ts';

/** Who acts: the subject of the token, and what the person is called. */
export const callerOf = async (context: Context): Promise<{ readonly subject: string; readonly name: string }> => {
  const session = await context.session();
  await session.ready();
  if (session.record !== undefined) return { subject: session.record.subject, name: session.record.name };
  const claims = readClaims(session.tokens.current()?.accessToken);
  const subject = claimText(claims, 'sub');
  return { subject, name: claimText(claims, 'name', 'preferred_username', 'email') || subject };
};

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
