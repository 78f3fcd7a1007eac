import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { isEmail } from '../../../shared/rules/email.ts';
import type { Config } from '../../config.ts';
import { newId } from '../../database/newId.ts';
import type { Database } from '../../database/openDatabase.ts';
import { users } from '../../database/schema/people.ts';
import { loginFailures, unlockLinks } from '../../database/schema/signIn.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { addMail, oneLine } from '../../mail/addMail.ts';
import { lockMinutes, rememberAddress, unlock } from '../login/lockout.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';

/** Unused links of a day after which no more are mailed: strangers decide how often an account is locked. */
const maxUnusedPerDay = 10;

type MailConfig = Pick<Config, 'brand' | 'mail' | 'publicUrl' | 'demo'>;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Mails the owner of a locked account a link, at most once for a lock and never while an earlier link is open (`unlock.mail`). */
export async function mailUnlockLink(
  { database, config }: { readonly database: Database; readonly config: MailConfig },
  { lockId }: { readonly lockId: string },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const owner = await findOwner(tx, lockId);
    if (!owner?.isEnabled || (owner.isDemo && !config.demo) || !isEmail(owner.userName)) return;
    if (!(await mayMail(tx, owner.id))) return;
    const token = randomBytes(32).toString('base64url');
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + lockMinutes * 60_000);
    await tx
      .insert(unlockLinks)
      .values({ id: newId(), userId: owner.id, tokenHash: hashOf(token), createdAt, expiresAt });
    await addMail(tx, config, unlockMail(owner, token, config));
  });
}

/** The owner of an account with a password that has this lock; the row is held, so that two locks mail one link. */
async function findOwner(tx: Transaction, lockId: string) {
  const [owner] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      userName: users.userName,
      isEnabled: users.isEnabled,
      isDemo: users.isDemo,
    })
    .from(users)
    .innerJoin(loginFailures, eq(loginFailures.userName, sql`lower(${users.userName})`))
    .where(
      and(
        eq(loginFailures.kind, 'user'),
        eq(loginFailures.lockId, lockId),
        gt(loginFailures.lockedUntil, new Date()),
        sql`${users.passwordHash} is not null`,
      ),
    )
    .for('update', { of: users });
  return owner;
}

async function mayMail(tx: Transaction, userId: string): Promise<boolean> {
  const now = Date.now();
  const unused = await tx
    .select({ expiresAt: unlockLinks.expiresAt })
    .from(unlockLinks)
    .where(
      and(
        eq(unlockLinks.userId, userId),
        isNull(unlockLinks.usedAt),
        gt(unlockLinks.createdAt, new Date(now - 24 * 60 * 60_000)),
      ),
    );
  return unused.length < maxUnusedPerDay && unused.every(({ expiresAt }) => expiresAt.getTime() <= now);
}

const unlockMail = (
  { firstName, userName }: { readonly firstName: string; readonly userName: string },
  token: string,
  { brand, publicUrl }: Pick<Config, 'brand' | 'publicUrl'>,
) => ({
  recipient: userName,
  subject: oneLine(`Sign-in to your account on ${brand.name} is locked`),
  body: [
    `Hello ${firstName},`,
    `after failed attempts, sign-in to your account is locked for ${lockMinutes} minutes.`,
    `If these were your attempts, unlock it here:\n${publicUrl}/oidc/unlock?token=${token}`,
    `The link works once, within ${lockMinutes} minutes. It does not sign you in.`,
    `If they were not yours, you need not do anything: the lock protects your account. Questions? Write to ${brand.supportEmail}.`,
  ].join('\n\n'),
});

const openLinkOf = (token: string) =>
  and(eq(unlockLinks.tokenHash, hashOf(token)), isNull(unlockLinks.usedAt), gt(unlockLinks.expiresAt, new Date()));

/** Whether the link would be accepted now. */
export const isUnlockLinkOpen = async ({ db }: Pick<Database, 'db'>, token: string): Promise<boolean> =>
  (await db.$count(unlockLinks, openLinkOf(token))) > 0;

/** Uses a link: false where it is unknown, used or expired. The address of its owner counts as known from then on. */
export const openUnlockLink = (database: Database, token: string, caller: Caller): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const [link] = await tx
      .update(unlockLinks)
      .set({ usedAt: new Date() })
      .where(openLinkOf(token))
      .returning({ userId: unlockLinks.userId });
    if (!link) return false;
    const [account] = await tx
      .select({ id: users.id, userName: users.userName })
      .from(users)
      .where(eq(users.id, link.userId));
    if (!account) return false;
    const name = { kind: 'user', userName: account.userName.toLowerCase() } as const;
    const lockedUntil = await unlock(tx, name);
    await rememberAddress(tx, { ...name, address: caller.address });
    const details = { method: 'link', ...(lockedUntil ? { lockedUntil: lockedUntil.toISOString() } : {}) };
    await auditSignIn(tx, [{ action: 'identity.unlocked', account, userName: account.userName, caller, details }]);
    return true;
  });
