import { eq } from 'drizzle-orm';
import { users } from '../../database/schema/people.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Account } from '../accounts.ts';
import { findLinkedAccount, normalizeIssuer } from '../links/identityLinks.ts';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';
import type { Connection } from './openConnection.ts';

interface Arrival {
  readonly subject: { readonly issuer: string; readonly subject: string; readonly verifiedEmail: string | null };
  readonly connection: Connection;
  readonly caller: Caller;
  readonly interactionUid: string;
}

/** The enabled account that the subject is linked to. Connections never create accounts, and all refusals look the same. */
export async function acceptSubject(
  { database, config }: LoginServices,
  { subject, connection, caller, interactionUid }: Arrival,
): Promise<Account> {
  const { trustedDomains, organizationId } = connection;
  const account = await findLinkedAccount(database, config, { ...subject, trustedDomains, organizationId, caller });
  if (account === 'refused' || account === 'unlinked') {
    // What an administrator needs to link the subject.
    const details = {
      connection: connection.name,
      issuer: normalizeIssuer(subject.issuer),
      subject: subject.subject.slice(0, 255),
    };
    const event = { userName: subject.verifiedEmail ?? '', caller, details };
    await auditSignIn(database.db, [{ ...event, action: 'identity.signInFailed' }]);
    throw new SignInProblem(403, {
      title: 'You are not signed in',
      text: `Your account at ${connection.displayName} has no enabled account here. Ask your administrator to link it.`,
      link: { href: `/oidc/interaction/${interactionUid}?password`, label: 'Sign in another way' },
    });
  }
  await inTransaction(database, async (tx) => {
    await tx.update(users).set({ lastLoginDate: new Date() }).where(eq(users.id, account.id));
    const event = { account, userName: account.userName, caller, details: { connection: connection.name } };
    await auditSignIn(tx, [{ ...event, action: 'identity.signIn' }]);
  });
  return account;
}
