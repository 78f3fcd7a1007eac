import { and, asc, desc, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { IdentityLink, identitylinks as contract } from '../../../shared/contract/identitylinks.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { users } from '../../database/schema/people.ts';
import { identityLinks } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';
import { containing } from '../../database/likePattern.ts';

const columns = {
  id: identityLinks.id,
  issuer: identityLinks.issuer,
  subject: identityLinks.subject,
  userId: identityLinks.userId,
  userName: users.userName,
  firstName: users.firstName,
  lastName: users.lastName,
  origin: identityLinks.origin,
  createdAt: identityLinks.createdAt,
  createdBy: identityLinks.createdBy,
  removedAt: identityLinks.removedAt,
  removedBy: identityLinks.removedBy,
};

const joined = (db: Drizzle) =>
  db.select(columns).from(identityLinks).innerJoin(users, eq(users.id, identityLinks.userId));

const recordOf = (row: Awaited<ReturnType<typeof joined>>[number]): IdentityLink => {
  const { firstName, lastName, createdAt, removedAt, ...link } = row;
  return {
    ...link,
    name: `${firstName} ${lastName}`.trim(),
    origin: link.origin === 'VerifiedEmail' ? 'VerifiedEmail' : 'Administrator',
    status: removedAt === null ? 'Active' : 'Removed',
    createdAt: createdAt.toISOString(),
    removedAt: removedAt?.toISOString() ?? null,
  };
};

/** The search looks into issuer, subject and user name. */
export async function linkPage({ db }: Database, query: HandlerInput<typeof contract.list>['query']) {
  const { pageNumber, pageSize, sortDir, search, status, userId } = query;
  const direction = sortDir === 'asc' ? asc : desc;
  const pattern = search && containing(search);
  const where = and(
    pattern
      ? or(ilike(identityLinks.issuer, pattern), ilike(identityLinks.subject, pattern), ilike(users.userName, pattern))
      : undefined,
    status === undefined ? undefined : (status === 'Active' ? isNull : isNotNull)(identityLinks.removedAt),
    userId === undefined ? undefined : eq(identityLinks.userId, userId),
  );
  const [rows, [counted]] = await Promise.all([
    joined(db)
      .where(where)
      .orderBy(direction(identityLinks.createdAt), direction(identityLinks.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(identityLinks)
      .innerJoin(users, eq(users.id, identityLinks.userId))
      .where(where),
  ]);
  return { items: rows.map(recordOf), totalCount: counted?.count ?? 0 };
}

export async function findLink(db: Drizzle, id: string): Promise<IdentityLink | undefined> {
  const [row] = await joined(db).where(eq(identityLinks.id, id));
  return row && recordOf(row);
}

/** Holds the link until the transaction ends. */
export async function lockLink(tx: Transaction, id: string): Promise<IdentityLink | undefined> {
  const [row] = await joined(tx).where(eq(identityLinks.id, id)).for('update', { of: identityLinks });
  return row && recordOf(row);
}

export async function lockLinkOf(tx: Transaction, issuer: string, subject: string): Promise<IdentityLink | undefined> {
  const [row] = await joined(tx)
    .where(and(eq(identityLinks.issuer, issuer), eq(identityLinks.subject, subject)))
    .for('update', { of: identityLinks });
  return row && recordOf(row);
}

export async function findUserId(tx: Transaction, userName: string): Promise<string | undefined> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.userName})`, userName.toLowerCase()))
    .for('key share');
  return user?.id;
}

/** Makes the link, or makes a removed one of the subject active again; its id stays. */
export async function saveLink(
  tx: Transaction,
  {
    author,
    ...values
  }: Pick<typeof identityLinks.$inferInsert, 'id' | 'issuer' | 'subject' | 'userId'> & {
    readonly author: string;
  },
): Promise<void> {
  const set = {
    userId: values.userId,
    origin: 'Administrator',
    createdAt: new Date(),
    createdBy: author,
    removedAt: null,
    removedBy: null,
  };
  await tx
    .insert(identityLinks)
    .values({ ...values, ...set })
    .onConflictDoUpdate({ target: identityLinks.id, set });
}

export async function removeLink(tx: Transaction, id: string, author: string): Promise<void> {
  await tx.update(identityLinks).set({ removedAt: new Date(), removedBy: author }).where(eq(identityLinks.id, id));
}
