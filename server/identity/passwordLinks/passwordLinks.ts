import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { mailedLinkHours } from '../../../shared/rules/user.ts';
import type { Config } from '../../config.ts';
import { newId } from '../../database/newId.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { organizationUsers, users } from '../../database/schema/people.ts';
import { emailLinks, passwordLinks } from '../../database/schema/signIn.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { addMail, mailTime, oneLine } from '../../mail/addMail.ts';
import { mailNotice } from '../noticeMail.ts';
import { endSessions } from '../sessions.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';

export type LinkPurpose = 'Invitation' | 'Reset';

type MailConfig = Pick<Config, 'brand' | 'mail' | 'publicUrl' | 'timeZone'>;

interface Recipient {
  readonly id: string;
  readonly firstName: string;
  readonly userName: string;
}

/** `Replaced`: a later mail has another link. `Unknown` also where the access of the user ended. */
export type LinkState = 'Open' | 'Used' | 'Expired' | 'Replaced' | 'Unknown';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

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
  const expiresAt = new Date(createdAt.getTime() + mailedLinkHours * 3_600_000);
  await replaceOpenLinks(tx, user.id);
  await tx
    .insert(passwordLinks)
    .values({ id: newId(), userId: user.id, purpose, tokenHash: hashOf(token), createdAt, expiresAt });
  if (purpose === 'Invitation') await tx.update(users).set({ invitedAt: createdAt }).where(eq(users.id, user.id));
  const link = { address: `${config.publicUrl}/oidc/password?token=${token}`, until: mailTime(expiresAt, config) };
  const mail =
    purpose === 'Reset'
      ? resetMail(user, link, config.brand)
      : invitationMail(user, link, config.brand, await firstOrganizationName(tx, user.id));
  await addMail(tx, config, mail);
  return expiresAt;
}

/** A person who is invited knows the organization rather than the platform. Undefined for platform staff. */
async function firstOrganizationName(tx: Transaction, userId: string): Promise<string | undefined> {
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .where(eq(organizationUsers.userId, userId))
    .orderBy(organizationUsers.createDate)
    .limit(1);
  return organization?.name;
}

const replaceOpenLinks = (tx: Transaction, userId: string) =>
  tx
    .update(passwordLinks)
    .set({ replacedAt: new Date() })
    .where(and(eq(passwordLinks.userId, userId), isNull(passwordLinks.usedAt), isNull(passwordLinks.replacedAt)));

/** The links of a user stop working, also one to a new address, and nothing of them stays. */
export async function dropPasswordLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(emailLinks).where(eq(emailLinks.userId, userId));
  await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
}

interface MailedLink {
  readonly address: string;
  readonly until: string;
}

const resetMail = ({ firstName, userName }: Recipient, { address, until }: MailedLink, brand: Config['brand']) => ({
  recipient: userName,
  subject: oneLine(`Choose a new password for ${brand.name}`),
  body: [
    `Hello ${firstName},`,
    'this link leads to the page where you choose a new password:',
    address,
    `It works once, until ${until}. Your present password stays valid until you have chosen a new one; then you are logged out everywhere.`,
    `You did not ask for it? Then ignore this mail. Questions? Write to ${brand.supportEmail}.`,
  ].join('\n\n'),
});

const invitationMail = (
  { firstName, userName }: Recipient,
  { address, until }: MailedLink,
  brand: Config['brand'],
  organizationName: string | undefined,
) => ({
  recipient: userName,
  subject: oneLine(`Create your password for ${brand.name}`),
  body: [
    `Hello ${firstName},`,
    `an account was created for you on ${brand.name}${organizationName === undefined ? '' : `, in the organization ${organizationName}`}. Your user name is ${userName}. Create your password here:`,
    address,
    `The link works once, until ${until}. Questions? Write to ${brand.supportEmail}.`,
  ].join('\n\n'),
});

type LinkRow = typeof passwordLinks.$inferSelect;

const stateOf = ({ usedAt, replacedAt, expiresAt }: LinkRow): LinkState => {
  if (usedAt) return 'Used';
  if (replacedAt) return 'Replaced';
  return expiresAt > new Date() ? 'Open' : 'Expired';
};

async function findLink(db: Drizzle, token: string): Promise<LinkRow | undefined> {
  const [link] = await db
    .select()
    .from(passwordLinks)
    .where(eq(passwordLinks.tokenHash, hashOf(token)));
  return link;
}

/** Whether the link would be accepted now, or why not. */
export async function linkStateOf({ db }: Pick<Database, 'db'>, token: string): Promise<LinkState> {
  const link = await findLink(db, token);
  return link ? stateOf(link) : 'Unknown';
}

/** User name of the owner of a link; empty without one. */
export async function linkOwnerName({ db }: Pick<Database, 'db'>, token: string): Promise<string> {
  const [owner] = await db
    .select({ userName: users.userName })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(eq(passwordLinks.tokenHash, hashOf(token)));
  return owner?.userName ?? '';
}

/** Holds the user of a link before the link is read, as every other change of the user does. Undefined where there is no such link, or the user may not sign in. */
async function lockOwner(tx: Transaction, token: string) {
  const known = await findLink(tx, token);
  if (!known) return undefined;
  const [account] = await tx
    .select({ id: users.id, firstName: users.firstName, userName: users.userName })
    .from(users)
    .where(and(eq(users.id, known.userId), eq(users.isEnabled, true), isNull(users.deletedAt)))
    .for('update');
  const link = await findLink(tx, token);
  return account && link ? { account, link } : undefined;
}

interface LinkUse {
  readonly token: string;
  readonly caller: Caller;
}

/** Uses a link: the account has the password from then on, and all of its sessions end. False where the link is not open any more. */
export const savePassword = (
  database: Database,
  config: Pick<Config, 'brand' | 'mail'>,
  { token, passwordHash, caller }: LinkUse & { readonly passwordHash: string },
): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const owner = await lockOwner(tx, token);
    if (!owner || stateOf(owner.link) !== 'Open') return false;
    const { account, link } = owner;
    await tx.update(passwordLinks).set({ usedAt: new Date() }).where(eq(passwordLinks.id, link.id));
    await tx.update(users).set({ passwordHash }).where(eq(users.id, account.id));
    await tx.delete(emailLinks).where(eq(emailLinks.userId, account.id));
    await endSessions(tx, account.id);
    await mailNotice(tx, config, account, 'password');
    const details = { link: link.purpose };
    await auditSignIn(tx, [
      { action: 'identity.passwordChanged', account, userName: account.userName, caller, details },
    ]);
    return true;
  });

/**
 * Mails another link in the place of one that has expired. The holder of the expired one learns nothing and gets nothing: the mail goes to the
 * address of the account. Each link is renewed once, so that they cannot flood a mailbox.
 */
export const renewPasswordLink = (
  database: Database,
  config: MailConfig,
  { token, caller }: LinkUse,
): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const owner = await lockOwner(tx, token);
    if (!owner || stateOf(owner.link) !== 'Expired') return false;
    const { account, link } = owner;
    await mailPasswordLink(tx, config, account, link.purpose === 'Invitation' ? 'Invitation' : 'Reset');
    const details = { link: link.purpose };
    await auditSignIn(tx, [{ action: 'identity.linkRenewed', account, userName: account.userName, caller, details }]);
    return true;
  });
