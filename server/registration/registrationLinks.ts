import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import {
  registrationDays,
  type RegistrationState,
  registrationsPerAddress,
  registrationsPerEmail,
  registrationsPerHour,
} from '../../shared/rules/registration.ts';
import { mailedLinkHours } from '../../shared/rules/user.ts';
import { newId } from '../database/newId.ts';
import type { Database, Drizzle } from '../database/openDatabase.ts';
import { users } from '../database/schema/people.ts';
import { registrations } from '../database/schema/registrations.ts';
import type { Transaction } from '../database/transaction.ts';

export type Registration = typeof registrations.$inferSelect;

/** A link that was made: `token` is null where the address has an account. */
export interface MadeLink {
  readonly id: string;
  readonly token: string | null;
  readonly expiresAt: Date;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const newExpiry = () => new Date(Date.now() + mailedLinkHours * 3_600_000);
export const storedEmail = (emailAddress: string): string => emailAddress.toLowerCase();

/** State at this moment. */
export const stateOf = ({ state, expiresAt }: Pick<Registration, 'state' | 'expiresAt'>): RegistrationState =>
  state === 'Open' && expiresAt <= new Date() ? 'Expired' : state;

/** Which limit another start would exceed, and the seconds until it can be tried again; null for none. */
export type ExceededLimit = 'email' | 'others' | null;

/**
 * Counts the starts of the last time. All of them wait for each other until the transaction ends, so that no more come in at the same time
 * than the limits allow. Invitations have a limit of their own, and take nothing of that of the address they go to.
 */
export async function lockStarts(tx: Transaction, emailAddress: string, addressShare: string): Promise<ExceededLimit> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('registrations', 0))`);
  const { emailAddress: email, createdAt, addressShare: share } = registrations;
  const started = isNotNull(share);
  const [day, hour] = [sql`now() - interval '24 hours'`, sql`now() - interval '1 hour'`];
  const count = (...conditions: Parameters<typeof and>) => tx.$count(registrations, and(started, ...conditions));
  if ((await count(eq(email, storedEmail(emailAddress)), gt(createdAt, day))) >= registrationsPerEmail) return 'email';
  if ((await count(eq(share, addressShare), gt(createdAt, hour))) >= registrationsPerAddress) return 'others';
  return (await count(gt(createdAt, hour))) >= registrationsPerHour ? 'others' : null;
}

interface NewLink {
  readonly emailAddress: string;
  readonly invitationId: string | null;
  /** Of the caller who starts; null where a user invites. */
  readonly addressShare: string | null;
}

/** Makes a link for an address. One that the address started before stops working, an invitation does not. */
export async function addRegistration(tx: Transaction, start: NewLink): Promise<MadeLink> {
  const emailAddress = storedEmail(start.emailAddress);
  const token = await tokenFor(tx, emailAddress);
  if (start.addressShare !== null)
    await replaceOpen(tx, and(eq(registrations.emailAddress, emailAddress), isNotNull(registrations.addressShare)));
  const id = newId();
  const expiresAt = newExpiry();
  await tx.insert(registrations).values({
    ...start,
    ...linkColumns(token),
    id,
    emailAddress,
    expiresAt,
  });
  return { id, token, expiresAt };
}

/** An address with an account gets no token: its mail leads to the sign-in. */
async function tokenFor(tx: Transaction, emailAddress: string): Promise<string | null> {
  const accounts = await tx.$count(users, eq(sql`lower(${users.userName})`, emailAddress));
  return accounts > 0 ? null : randomBytes(32).toString('base64url');
}

const linkColumns = (token: string | null) =>
  token === null
    ? ({ state: 'HasAccount', tokenHash: null } as const)
    : ({ state: 'Open', tokenHash: hashOf(token) } as const);

async function replaceOpen(tx: Transaction, which: ReturnType<typeof and>): Promise<void> {
  await tx
    .update(registrations)
    .set({ state: 'Replaced' })
    .where(and(eq(registrations.state, 'Open'), which));
}

/** Another link in the place of the one that the registration has. */
export async function renewRegistration(
  tx: Transaction,
  { id, emailAddress }: Pick<Registration, 'id' | 'emailAddress'>,
): Promise<MadeLink> {
  const token = await tokenFor(tx, emailAddress);
  const expiresAt = newExpiry();
  await tx
    .update(registrations)
    .set({
      ...linkColumns(token),
      expiresAt,
      sentAt: new Date(),
      mailCount: sql`${registrations.mailCount} + 1`,
    })
    .where(eq(registrations.id, id));
  return { id, token, expiresAt };
}

export async function endRegistration(
  tx: Transaction,
  { id, emailAddress }: Pick<Registration, 'id' | 'emailAddress'>,
  end: { readonly state: 'Completed'; readonly organizationId: string } | { readonly state: 'Canceled' },
): Promise<void> {
  await tx.update(registrations).set(end).where(eq(registrations.id, id));
  // The address has an account now, so that its other links lead nowhere.
  if (end.state === 'Completed')
    await replaceOpen(tx, and(eq(registrations.emailAddress, emailAddress), ne(registrations.id, id)));
}

export async function findByToken(db: Drizzle, token: string): Promise<Registration | undefined> {
  const [row] = await db
    .select()
    .from(registrations)
    .where(eq(registrations.tokenHash, hashOf(token)));
  return row;
}

/** Holds the registration until the transaction ends: of two that complete it the second one finds it completed. */
export async function lockByToken(tx: Transaction, token: string): Promise<Registration | undefined> {
  const [row] = await tx
    .select()
    .from(registrations)
    .where(eq(registrations.tokenHash, hashOf(token)))
    .for('update');
  return row;
}

/** Forgets registrations and their addresses a while after their links have ended. */
export async function forgetOldRegistrations(database: Pick<Database, 'pool'>): Promise<void> {
  await database.pool.query(`delete from registrations where expires_at < now() - make_interval(days => $1)`, [
    registrationDays,
  ]);
}
