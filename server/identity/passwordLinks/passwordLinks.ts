import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { invitationLinkHours, resetLinkHours } from '../../../shared/rules/user.ts';
import type { Config } from '../../config.ts';
import { newId } from '../../database/newId.ts';
import type { Database } from '../../database/openDatabase.ts';
import { users } from '../../database/schema/people.ts';
import { emailLinks, passwordLinks } from '../../database/schema/signIn.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { addMail, oneLine } from '../../mail/addMail.ts';
import { mailNotice } from '../noticeMail.ts';
import { endSessions } from '../sessions.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';

export type LinkPurpose = 'Invitation' | 'Reset';

type MailConfig = Pick<Config, 'brand' | 'mail' | 'publicUrl'>;

interface Recipient {
  readonly id: string;
  readonly firstName: string;
  readonly userName: string;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const hoursOf = (purpose: LinkPurpose) => (purpose === 'Reset' ? resetLinkHours : invitationLinkHours);

/**
 * Mails a user the link to a page where they choose a password. Earlier links of the user stop working. The present password stays valid until
 * a new one was chosen. The caller holds the user's row.
 */
export async function mailPasswordLink(
  tx: Transaction,
  config: MailConfig,
  user: Recipient,
  purpose: LinkPurpose,
): Promise<Date> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + hoursOf(purpose) * 3_600_000);
  await tx.delete(passwordLinks).where(eq(passwordLinks.userId, user.id));
  await tx
    .insert(passwordLinks)
    .values({ id: newId(), userId: user.id, purpose, tokenHash: hashOf(token), createdAt, expiresAt });
  if (purpose === 'Invitation') await tx.update(users).set({ invitedAt: createdAt }).where(eq(users.id, user.id));
  const address = `${config.publicUrl}/oidc/password?token=${token}`;
  await addMail(tx, config, (purpose === 'Reset' ? resetMail : invitationMail)(user, address, config.brand));
  return expiresAt;
}

/** The links of a user that were not used stop working, also one to a new address. */
export async function dropPasswordLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(emailLinks).where(eq(emailLinks.userId, userId));
  await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
}

const resetMail = ({ firstName, userName }: Recipient, address: string, brand: Config['brand']) => ({
  recipient: userName,
  subject: oneLine(`Choose a new password for ${brand.name}`),
  body: [
    `Hello ${firstName},`,
    'an administrator has sent you this link to choose a new password:',
    address,
    `It works once, within ${resetLinkHours} hour. Your present password stays valid until you have chosen a new one; then you are signed out everywhere.`,
    `Questions? Write to ${brand.supportEmail}.`,
  ].join('\n\n'),
});

const invitationMail = ({ firstName, userName }: Recipient, address: string, brand: Config['brand']) => ({
  recipient: userName,
  subject: oneLine(`Create your password for ${brand.name}`),
  body: [
    `Hello ${firstName},`,
    `an account was created for you on ${brand.name}. Your user name is ${userName}. Create your password here:`,
    address,
    `The link works once, within ${invitationLinkHours / 24} days. Questions? Write to ${brand.supportEmail}.`,
  ].join('\n\n'),
});

/** Uses a link: the account has the password from then on, and all of its sessions end. False where the link is unknown, used or expired. */
export const savePassword = (
  database: Database,
  config: Pick<Config, 'brand' | 'mail'>,
  { token, passwordHash, caller }: { readonly token: string; readonly passwordHash: string; readonly caller: Caller },
): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const [link] = await tx
      .delete(passwordLinks)
      .where(and(eq(passwordLinks.tokenHash, hashOf(token)), gt(passwordLinks.expiresAt, new Date())))
      .returning({ userId: passwordLinks.userId, purpose: passwordLinks.purpose });
    if (!link) return false;
    const [account] = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, link.userId), eq(users.isEnabled, true)))
      .returning({ id: users.id, userName: users.userName });
    if (!account) return false;
    await dropPasswordLinks(tx, account.id);
    await endSessions(tx, account.id);
    await mailNotice(tx, config, account, 'password');
    const details = { link: link.purpose };
    await auditSignIn(tx, [
      { action: 'identity.passwordChanged', account, userName: account.userName, caller, details },
    ]);
    return true;
  });

/** Whether the link would be accepted now. */
export async function isOpenLink({ db }: Pick<Database, 'db'>, token: string): Promise<boolean> {
  const open = and(eq(passwordLinks.tokenHash, hashOf(token)), gt(passwordLinks.expiresAt, new Date()));
  return (await db.$count(passwordLinks, open)) > 0;
}
