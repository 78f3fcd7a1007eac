import { and, asc, count, desc, eq, getTableColumns, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { idproofing, ProofReview, ProofReviewItem } from '../../../shared/contract/idproofing.ts';
import { fullName } from '../../../shared/rules/user.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { users } from '../../database/schema/people.ts';
import { proofReviews } from '../../database/schema/proofing.ts';
import type { Transaction } from '../../database/transaction.ts';
import { containing } from '../../database/likePattern.ts';

const { content: _large, reason: _detail, ...listed } = getTableColumns(proofReviews);
const itemColumns = {
  ...listed,
  organizationName: organizations.name,
  firstName: users.firstName,
  lastName: users.lastName,
  userName: sql<string>`coalesce(${users.deletedUserName}, ${users.userName})`,
};

const ofReview = {
  organization: eq(organizations.id, proofReviews.organizationId),
  user: eq(users.id, proofReviews.userId),
};

type ItemRow = Pick<ProofReviewItem, 'id' | 'status' | 'organizationId' | 'organizationName' | 'userId'> &
  Pick<ProofReviewItem, 'userName' | 'fileName' | 'mediaType' | 'size' | 'decidedBy'> & {
    readonly firstName: string;
    readonly lastName: string;
    readonly uploadedAt: Date;
    readonly decidedAt: Date | null;
  };

const itemOf = ({ firstName, lastName, uploadedAt, decidedAt, ...row }: ItemRow): ProofReviewItem => ({
  ...row,
  name: fullName({ firstName, lastName }),
  uploadedAt: uploadedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

export async function reviewPage({ db }: Database, query: HandlerInput<typeof idproofing.reviews>['query']) {
  const { pageNumber, pageSize, search, sortDir, status } = query;
  const pattern = search && containing(search);
  const direction = sortDir === 'asc' ? asc : desc;
  const where: SQL | undefined = and(
    status ? eq(proofReviews.status, status) : undefined,
    pattern
      ? or(
          ilike(organizations.name, pattern),
          ilike(itemColumns.userName, pattern),
          ilike(sql`${users.firstName} || ' ' || ${users.lastName}`, pattern),
        )
      : undefined,
  );
  const [rows, [total]] = await Promise.all([
    db
      .select(itemColumns)
      .from(proofReviews)
      .innerJoin(organizations, ofReview.organization)
      .innerJoin(users, ofReview.user)
      .where(where)
      .orderBy(direction(proofReviews.uploadedAt), direction(proofReviews.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db
      .select({ count: count() })
      .from(proofReviews)
      .innerJoin(organizations, ofReview.organization)
      .innerJoin(users, ofReview.user)
      .where(where),
  ]);
  return { items: rows.map(itemOf), totalCount: total?.count ?? 0 };
}

export async function findReview(db: Drizzle, id: string): Promise<ProofReview | undefined> {
  const [row] = await db
    .select({
      ...itemColumns,
      jobTitle: users.jobTitle,
      phone: users.phone,
      npi: organizations.npi,
      street: organizations.street,
      city: organizations.city,
      state: organizations.state,
      zip: organizations.zip,
      contactFirstName: organizations.contactFirstName,
      contactLastName: organizations.contactLastName,
      contactEmail: organizations.contactEmail,
      reason: proofReviews.reason,
      hasDocument: sql<boolean>`${proofReviews.content} is not null`,
    })
    .from(proofReviews)
    .innerJoin(organizations, ofReview.organization)
    .innerJoin(users, ofReview.user)
    .where(eq(proofReviews.id, id));
  if (!row) return undefined;
  const { street, city, state, zip, contactFirstName, contactLastName, ...fields } = row;
  const known = (parts: readonly (string | null)[], separator: string) =>
    parts.filter((part) => part !== null && part !== '').join(separator) || null;
  return {
    ...fields,
    ...itemOf(row),
    address: known([street, city, known([state, zip], ' ')], ', '),
    contactName: known([contactFirstName, contactLastName], ' '),
  };
}

export async function findDocument(db: Drizzle, id: string) {
  const [row] = await db
    .select({
      userId: proofReviews.userId,
      name: proofReviews.fileName,
      mediaType: proofReviews.mediaType,
      bytes: proofReviews.content,
    })
    .from(proofReviews)
    .where(eq(proofReviews.id, id));
  return row?.bytes ? { ...row, bytes: row.bytes } : undefined;
}

/** Holds the document until the transaction ends. */
export async function lockReview(tx: Transaction, id: string) {
  const [row] = await tx.select().from(proofReviews).where(eq(proofReviews.id, id)).for('update');
  return row;
}

/** The last document of the person, where it was refused. */
export async function findRefusal(db: Drizzle, { organizationId, userId }: { organizationId: string; userId: string }) {
  const [last] = await db
    .select({ status: proofReviews.status, reason: proofReviews.reason, decidedAt: proofReviews.decidedAt })
    .from(proofReviews)
    .where(and(eq(proofReviews.organizationId, organizationId), eq(proofReviews.userId, userId)))
    .orderBy(desc(proofReviews.uploadedAt), desc(proofReviews.id))
    .limit(1);
  return last?.status === 'Refused' ? last : undefined;
}

export async function insertReview(tx: Transaction, values: typeof proofReviews.$inferInsert): Promise<void> {
  await tx.insert(proofReviews).values(values);
}

export async function updateReview(
  tx: Transaction,
  id: string,
  columns: Partial<typeof proofReviews.$inferInsert>,
): Promise<void> {
  await tx.update(proofReviews).set(columns).where(eq(proofReviews.id, id));
}

/** Whom the decision is told. */
export async function findRecipient(tx: Transaction, userId: string) {
  const [row] = await tx
    .select({ firstName: users.firstName, userName: users.userName, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}
