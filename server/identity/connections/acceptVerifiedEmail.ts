import { eq } from 'drizzle-orm';
import { users } from '../../database/schema/people.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type Account, findAccountByUserName } from '../accounts.ts';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';
import type { Connection } from './openConnection.ts';

interface Arrival {
  readonly email: string | undefined;
  readonly connection: Connection;
  readonly caller: Caller;
  readonly interactionUid: string;
}

/** The enabled account of that address. Connections never create accounts, and all refusals look the same. */
export async function acceptVerifiedEmail(
  { database, config }: LoginServices,
  { email, connection, caller, interactionUid }: Arrival,
): Promise<Account> {
  const account = email === undefined ? undefined : await findAccountByUserName(database, config, email);
  const event = { account, userName: email ?? '', caller, facts: { connection: connection.name } };
  if (!account?.maySignIn) {
    await auditSignIn(database.db, [{ ...event, action: 'identity.signInFailed' }]);
    throw new SignInProblem(403, {
      title: 'You are not signed in',
      text: `Your account at ${connection.displayName} has no enabled account here, or its e-mail address is not verified. Ask your administrator.`,
      link: { href: `/oidc/interaction/${interactionUid}?password`, label: 'Sign in another way' },
    });
  }
  await inTransaction(database, async (tx) => {
    await tx.update(users).set({ lastLoginDate: new Date() }).where(eq(users.id, account.id));
    await auditSignIn(tx, [{ ...event, action: 'identity.signIn' }]);
  });
  return account;
}
