import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { countOrganizations } from '../../database/namedRecords.ts';
import { type NamedQuery, namedPage } from '../../database/namedPage.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { features, networks } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { users } from '../../database/schema/people.ts';
import type { Transaction } from '../../database/transaction.ts';

const item = { id: networks.id, name: networks.name, isEnabled: networks.isEnabled };

export const networkPage = (database: Database, query: NamedQuery) =>
  inOneSnapshot(database, async (tx) => {
    const { where, orderBy, limit, offset } = namedPage(networks, query);
    const items = await tx
      .select(item)
      .from(networks)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset);
    return { items, totalCount: await tx.$count(networks, where) };
  });

export type NetworkRecord = typeof networks.$inferSelect;

export async function findNetwork(db: Drizzle, id: string): Promise<NetworkRecord | undefined> {
  const [record] = await db.select().from(networks).where(eq(networks.id, id));
  return record;
}

/** `update` locks the network against every other writer; `key share` only prevents its deletion. */
export async function lockNetwork(
  tx: Transaction,
  id: string,
  strength: 'update' | 'key share' = 'update',
): Promise<NetworkRecord | undefined> {
  const [record] = await tx.select().from(networks).where(eq(networks.id, id)).for(strength);
  return record;
}

export const organizationsIn = (db: Drizzle, id: string) => countOrganizations(db, organizations.networkId, id);
export const adminsOf = (db: Drizzle, id: string) => db.$count(users, eq(users.networkId, id));

export async function insertNetwork(tx: Transaction, values: typeof networks.$inferInsert): Promise<void> {
  await tx.insert(networks).values(values);
}

type NetworkColumns = Partial<Pick<NetworkRecord, 'name' | 'isEnabled' | 'enabledFeatures'>>;

/** Writes the columns and counts the version up. */
export async function updateNetwork(tx: Transaction, id: string, columns: NetworkColumns): Promise<void> {
  await tx
    .update(networks)
    .set({ ...columns, version: sql`${networks.version} + 1` })
    .where(eq(networks.id, id));
}

/** The service account is looked after apart from the record, so it leaves the record's version alone. */
export async function updateServiceAccount(
  tx: Transaction,
  id: string,
  columns: Partial<Pick<NetworkRecord, 'serviceClientId' | 'serviceEnabled' | 'serviceAddresses'>>,
): Promise<void> {
  await tx.update(networks).set(columns).where(eq(networks.id, id));
}

export async function deleteNetwork(tx: Transaction, id: string): Promise<void> {
  await tx.delete(networks).where(eq(networks.id, id));
}

export const allFeatures = (db: Drizzle) => db.select().from(features).orderBy(asc(features.name), asc(features.id));

/** Those of the ids that name a feature which is on. */
export async function featuresOn(db: Drizzle, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: features.id })
    .from(features)
    .where(and(inArray(features.id, [...ids]), eq(features.isEnabled, true)));
  return new Set(rows.map(({ id }) => id));
}
