import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import { emailLinksAtMost, mailedLinkHours } from '../../../shared/rules/user.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/openDatabase.ts';
import { violatedConstraint } from '../../database/sqlState.ts';
import { emailLinks } from '../../database/schema/signIn.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { addMail, oneLine } from '../../mail/addMail.ts';
import { isUserNameTaken, lockUser, updateUser } from '../../people/userStore.ts';
import { mailNotice } from '../noticeMail.ts';
import { dropPasswordLinks } from '../passwordLinks/passwordLinks.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const hourMs = 3_600_000;

interface Owner {
  readonly id: string;
  readonly firstName: string;
  readonly userName: string;
}

/**
 * Mails a link to a new address, and a notice to the present one; null where several were mailed lately. An address of another account gets a
 * mail without a link, so that the response tells nothing about it. The caller holds the user's row.
 */
export async function mailEmailLink(
  tx: Transaction,
  config: Pick<Config, 'brand' | 'mail' | 'publicUrl'>,
  user: Owner,
  email: string,
): Promise<Date | null> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const expiresAt = new Date(now.getTime() + mailedLinkHours * hourMs);
  const isOver = lt(emailLinks.sentSince, new Date(now.getTime() - hourMs));
  const fresh = { email, tokenHash: hashOf(token), expiresAt };
  const sent = await tx
    .insert(emailLinks)
    .values({ userId: user.id, ...fresh, sentSince: now })
    .onConflictDoUpdate({
      target: emailLinks.userId,
      set: {
        ...fresh,
        sent: sql`case when ${isOver} then 1 else ${emailLinks.sent} + 1 end`,
        sentSince: sql`case when ${isOver} then ${now}::timestamptz else ${emailLinks.sentSince} end`,
      },
      setWhere: or(isOver, lt(emailLinks.sent, emailLinksAtMost)),
    })
    .returning({ userId: emailLinks.userId });
  if (sent.length === 0) return null;
  const isTaken = await isUserNameTaken(tx, email, user.id);
  const address = `${config.publicUrl}/oidc/email?token=${token}`;
  await addMail(tx, config, isTaken ? takenMail(email, config.brand) : linkMail(user, email, address, config.brand));
  await mailNotice(tx, config, user, 'emailRequested');
  return expiresAt;
}

const linkMail = ({ firstName }: Owner, recipient: string, address: string, brand: Config['brand']) => ({
  recipient,
  subject: oneLine(`Confirm your address for ${brand.name}`),
  body: [
    `Hello ${firstName},`,
    `you want to use this address as your user name on ${brand.name}. Confirm it here:`,
    address,
    `The link works once, within ${mailedLinkHours} hours. If you did not ask for it, ignore this mail.`,
  ].join('\n\n'),
});

const takenMail = (recipient: string, brand: Config['brand']) => ({
  recipient,
  subject: oneLine(`Your address on ${brand.name}`),
  body: [
    `Another account of ${brand.name} asked to use this address. It already has an account, so nothing was changed.`,
    `Questions? Write to ${brand.supportEmail}.`,
  ].join('\n\n'),
});

const openLink = (token: string) => and(eq(emailLinks.tokenHash, hashOf(token)), gt(emailLinks.expiresAt, new Date()));

/** Of links that were used or replaced nothing is left. */
export async function emailLinkStateOf(
  { db }: Pick<Database, 'db'>,
  token: string,
): Promise<'Open' | 'Expired' | 'Unknown'> {
  const [link] = await db
    .select({ expiresAt: emailLinks.expiresAt })
    .from(emailLinks)
    .where(eq(emailLinks.tokenHash, hashOf(token)));
  if (!link) return 'Unknown';
  return link.expiresAt > new Date() ? 'Open' : 'Expired';
}

/** Uses a link: the new address is the user name from then on, sessions continue. False where the link is unknown, used, expired or the address taken. */
export const confirmEmail = (
  database: Database,
  config: Pick<Config, 'brand' | 'mail'>,
  { token, caller }: { readonly token: string; readonly caller: Caller },
): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const [link] = await tx.delete(emailLinks).where(openLink(token)).returning();
    if (!link) return false;
    const user = await lockUser(tx, link.userId);
    if (!user?.isEnabled || (await isUserNameTaken(tx, link.email, user.id))) return false;
    await updateUser(tx, user.id, { userName: link.email });
    // They were mailed to the former address.
    await dropPasswordLinks(tx, user.id);
    await mailNotice(tx, config, user, 'emailChanged');
    const details = { userName: link.email };
    await auditSignIn(tx, [
      { action: 'identity.emailChanged', account: user, userName: user.userName, caller, details },
    ]);
    return true;
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === 'users_user_name') return false;
    throw error;
  });
