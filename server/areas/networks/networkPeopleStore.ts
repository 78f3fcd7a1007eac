import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { NamedQuery } from '../../database/namedPage.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { personColumns } from '../../database/personColumns.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { users } from '../../database/schema/people.ts';
import type { Transaction } from '../../database/transaction.ts';

const organization = {
  id: organizations.id,
  orgId: organizations.orgId,
  name: organizations.name,
  subDomain: organizations.subdomain,
  isActivated: organizations.isActivated,
};

/** Organizations of the network by name, with the number of all that match, from one snapshot. */
export const organizationPage = (database: Database, networkId: string, query: NamedQuery) =>
  inOneSnapshot(database, async (tx) => {
    const { search, sortDir, pageNumber, pageSize } = query;
    const inNetwork = eq(organizations.networkId, networkId);
    const matches = search
      ? and(inNetwork, sql`position(lower(${search}) in ${organizations.searchText}) > 0`)
      : inNetwork;
    const direction = sortDir === 'asc' ? asc : desc;
    const items = await tx
      .select(organization)
      .from(organizations)
      .where(matches)
      .orderBy(direction(organizations.nameSort), direction(organizations.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize);
    return { items, totalCount: await tx.$count(organizations, matches) };
  });

/** Holds the organization until the transaction ends. */
export async function lockMember(tx: Transaction, id: string) {
  const [record] = await tx
    .select({ ...organization, networkId: organizations.networkId })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('update');
  return record;
}

/** Moves the organization, as a change of its record: the version counts up and the author is named. */
export async function moveTo(
  tx: Transaction,
  { id, networkId, author }: { readonly id: string; readonly networkId: string | null; readonly author: string },
): Promise<void> {
  await tx
    .update(organizations)
    .set({ networkId, modifiedBy: author, modifiedDate: new Date(), version: sql`${organizations.version} + 1` })
    .where(eq(organizations.id, id));
}

const fullName = sql`lower(${users.firstName} || ' ' || ${users.lastName})`;

/** People who administer the network, by name; the search looks into name and user name. */
export const administratorsOf = (db: Drizzle, networkId: string, search = '') =>
  db
    .select(personColumns)
    .from(users)
    .where(
      and(
        eq(users.networkId, networkId),
        search === ''
          ? undefined
          : or(
              sql`position(lower(${search}) in ${fullName}) > 0`,
              sql`position(lower(${search}) in lower(${users.userName})) > 0`,
            ),
      ),
    )
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));

export interface RequestedPerson {
  readonly userId?: string | undefined;
  readonly userName?: string | undefined;
}

/** Locks the user until the transaction ends. Id and user name together must be of one user. */
export async function lockPerson(tx: Transaction, { userId, userName }: RequestedPerson) {
  const [record] = await tx
    .select({ ...personColumns, role: users.role, networkId: users.networkId })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        userId === undefined ? undefined : eq(users.id, userId),
        userName === undefined ? undefined : sql`lower(${users.userName}) = lower(${userName})`,
      ),
    )
    .for('update');
  return record;
}

export async function setAdministration(tx: Transaction, userId: string, networkId: string | null): Promise<void> {
  await tx.update(users).set({ networkId }).where(eq(users.id, userId));
}
