import { usernameTexts } from '../../shared/rules/username.ts';
import { violatedConstraint } from '../database/sqlState.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Actor } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import { endSessions } from '../identity/sessions.ts';
import { dropPasswordLinks } from '../identity/passwordLinks/passwordLinks.ts';
import { type LockedRow, lockUser } from './userStore.ts';

/** Holds the user of a change; deleted ones are not changed any more. */
export async function lockPresentUser(tx: Transaction, id: string): Promise<LockedRow> {
  const user = await lockUser(tx, id);
  if (!user) throw new ApiProblem('E-NOT-FOUND');
  if (user.isDeleted) throw new ApiProblem('E-USER-DELETED');
  return user;
}

export const isOwnAccount = ({ kind, id }: Actor, user: { readonly id: string }): boolean =>
  kind === 'user' && id === user.id;

/** What the own account changes after a step-up only is not changed as that of another user (quality AU-5). */
export function refuseOwnSignIn(actor: Actor, user: { readonly id: string }): void {
  if (isOwnAccount(actor, user)) throw new ApiProblem('E-USER-OWN-SIGN-IN');
}

export const nameTaken = (cause?: unknown) =>
  new ApiProblem('E-USER-NAME-TAKEN', { modelState: { userName: [usernameTexts.taken] }, cause });

/** Two users who take one name at the same time meet at the unique index (CO-3). */
export const named = (error: unknown): never => {
  throw violatedConstraint(error) === 'users_user_name' ? nameTaken(error) : error;
};

export const fieldProblem = (field: string, text: string) =>
  new ApiProblem('E-REQUEST-INVALID', { modelState: { [field]: [text] } });

/** Ends the sessions of a user, and the links that were mailed. */
export async function endAccess(tx: Transaction, id: string): Promise<void> {
  await endSessions(tx, id);
  await dropPasswordLinks(tx, id);
}
