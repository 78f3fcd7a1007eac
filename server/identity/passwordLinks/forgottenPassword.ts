import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { isEmail } from '../../../shared/rules/email.ts';
import { newId } from '../../database/newId.ts';
import type { Database } from '../../database/openDatabase.ts';
import { users } from '../../database/schema/people.ts';
import { passwordLinks } from '../../database/schema/signIn.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { findAccountById } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { isPasswordSwitchedOff } from '../login/passwordSwitch.ts';
import { auditSignIn } from '../signInAudit.ts';
import { mailPasswordLink } from './passwordLinks.ts';

/** Links of a day after which no more are mailed: strangers decide how often a name is entered, and each link replaces the one before. */
const maxLinksPerDay = 5;
/** A link that was just mailed is not replaced: the mail of a second click would make the first one useless. */
const pauseMs = 2 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** A job for unknown names as well, so that neither response nor its time depends on the name. */
export async function requestPasswordLink(database: Database, userName: string, requestId: string): Promise<void> {
  const [user] = await database.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.userName})`, userName.toLowerCase()), isNull(users.deletedAt)));
  const userId = user?.id ?? newId();
  await inTransaction(database, (tx) =>
    enqueue(tx, 'password.forgotten', { userId, requestId }, { key: `forgotten:${userId}` }),
  );
}

/** Mails the link to users who could sign in with a password; who has none yet gets the invitation again (`password.forgotten`). */
export async function mailForgottenPassword(
  { database, config }: { readonly database: Database; readonly config: IdentityConfig },
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
): Promise<void> {
  const account = await findAccountById(database, config, userId);
  if (!account?.maySignIn || !isEmail(account.userName)) return;
  if (await isPasswordSwitchedOff(database, account.userName.toLowerCase())) return;
  await inTransaction(database, async (tx) => {
    const [user] = await tx
      .select({
        id: users.id,
        firstName: users.firstName,
        userName: users.userName,
        hasPassword: sql<boolean>`${users.passwordHash} is not null`,
        invitedAt: users.invitedAt,
      })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.isEnabled, true), isNull(users.deletedAt)))
      .for('update');
    if (!user || (!user.hasPassword && user.invitedAt === null) || !(await mayMail(tx, userId))) return;
    const purpose = user.hasPassword ? 'Reset' : 'Invitation';
    await mailPasswordLink(tx, config, user, purpose);
    const caller = { requestId, address: '' };
    const details = { link: purpose };
    await auditSignIn(tx, [
      { action: 'identity.linkRequested', account: user, userName: user.userName, caller, details },
    ]);
  });
}

async function mayMail(tx: Transaction, userId: string): Promise<boolean> {
  const now = Date.now();
  const ofToday = await tx
    .select({ createdAt: passwordLinks.createdAt })
    .from(passwordLinks)
    .where(and(eq(passwordLinks.userId, userId), gt(passwordLinks.createdAt, new Date(now - dayMs))));
  return ofToday.length < maxLinksPerDay && ofToday.every(({ createdAt }) => createdAt.getTime() <= now - pauseMs);
}
