import { and, eq } from 'drizzle-orm';
import { isSystemAdministrator } from '../../../shared/rules/landing.ts';
import { newId } from '../../database/newId.ts';
import type { Database } from '../../database/openDatabase.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { organizationUsers, users } from '../../database/schema/people.ts';
import { identityLinks } from '../../database/schema/signIn.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type Account, findAccountById, findAccountByUserName } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';

/**
 * One spelling for an issuer: letters of its host, a default port and slashes at the end make no difference. An issuer that no link may have
 * (with a query, a fragment or a user name) stays as it is, so that it is never that of another one.
 */
export const normalizeIssuer = (issuer: string): string => {
  const url = URL.parse(issuer);
  const isIssuer =
    url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(issuer) && !url.username && !url.password;
  return (isIssuer ? url.origin + url.pathname : issuer).replace(/\/+$/, '');
};

/** Who another provider says it is. */
export interface ForeignSubject {
  readonly issuer: string;
  readonly subject: string;
  /** Only an address whose `email_verified` is the boolean true. */
  readonly verifiedEmail: string | null;
  /** Domains of which the operator trusts this provider to verify addresses. */
  readonly trustedDomains: readonly string[];
  /** The organization whose people alone the provider signs in; null for every account. */
  readonly organizationId: string | null;
  readonly caller: Caller;
}

/** The linked account; `refused` where the link was removed or the account may not sign in; `unlinked` where there is none. */
export type LinkedAccount = Account | 'refused' | 'unlinked';

/**
 * Finds the account of a subject. Accounts are bound by issuer and subject: an address alone names nobody. A verified address of a trusted
 * domain makes the link once, unless the account has, or had, another subject of the issuer: its mailbox may have a new owner.
 */
export async function findLinkedAccount(
  database: Database,
  config: IdentityConfig,
  subject: ForeignSubject,
): Promise<LinkedAccount> {
  const linked = await readLink(database, subject);
  if (linked) return accountOf(database, config, linked, subject);
  const email = subject.verifiedEmail;
  if (email === null || !isTrusted(email, subject.trustedDomains)) return 'unlinked';
  const account = await findAccountByUserName(database, config, email);
  if (!account) return 'unlinked';
  if (!(await isAdmitted(database, account, subject))) return 'refused';
  await linkByEmail(database, account, subject);
  // Another process may have linked the subject meanwhile.
  const made = await readLink(database, subject);
  return made ? accountOf(database, config, made, subject) : 'unlinked';
}

/** The part after the last @, compared as a whole: `example.org` does not stand for `mail.example.org`. */
const isTrusted = (email: string, domains: readonly string[]) =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()) && email.includes('@');

async function readLink(database: Database, { issuer, subject }: Pick<ForeignSubject, 'issuer' | 'subject'>) {
  if (subject.includes('\0') || issuer.includes('\0')) return undefined;
  const [link] = await database.db
    .select({ userId: identityLinks.userId, removedAt: identityLinks.removedAt })
    .from(identityLinks)
    .where(and(eq(identityLinks.issuer, normalizeIssuer(issuer)), eq(identityLinks.subject, subject)));
  return link;
}

async function accountOf(
  database: Database,
  config: IdentityConfig,
  link: { readonly userId: string; readonly removedAt: Date | null },
  subject: ForeignSubject,
): Promise<Account | 'refused'> {
  if (link.removedAt !== null) return 'refused';
  const account = await findAccountById(database, config, link.userId);
  return account && (await isAdmitted(database, account, subject)) ? account : 'refused';
}

/** An organization's provider speaks for its people only: never for platform administrators, and not while the organization's login is disabled. */
async function isAdmitted(
  { db }: Database,
  account: Account,
  { organizationId }: Pick<ForeignSubject, 'organizationId'>,
): Promise<boolean> {
  if (!account.maySignIn) return false;
  if (organizationId === null) return true;
  if (isSystemAdministrator([account.role])) return false;
  const memberships = await db
    .select({ userId: organizationUsers.userId })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .where(
      and(
        eq(organizationUsers.organizationId, organizationId),
        eq(organizationUsers.userId, account.id),
        eq(organizations.isEnabled, true),
      ),
    );
  return memberships.length > 0;
}

const linkByEmail = (database: Database, account: Account, { issuer, subject, caller }: ForeignSubject) =>
  inTransaction(database, async (tx) => {
    const normalized = normalizeIssuer(issuer);
    // Held, so that two subjects with one address do not both get the account.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, account.id)).for('update');
    const others = await tx
      .select({ id: identityLinks.id })
      .from(identityLinks)
      .where(and(eq(identityLinks.issuer, normalized), eq(identityLinks.userId, account.id)));
    if (others.length > 0) return;
    const made = await tx
      .insert(identityLinks)
      .values({
        id: newId(),
        issuer: normalized,
        subject,
        userId: account.id,
        origin: 'VerifiedEmail',
        createdBy: account.userName,
      })
      .onConflictDoNothing({ target: [identityLinks.issuer, identityLinks.subject] })
      .returning({ id: identityLinks.id });
    if (made.length === 0) return;
    const details = { issuer: normalized, subject };
    await auditSignIn(tx, [{ action: 'identity.linked', account, userName: account.userName, caller, details }]);
  });
