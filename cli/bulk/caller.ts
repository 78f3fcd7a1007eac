import type { Context } from '../context.ts';
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
