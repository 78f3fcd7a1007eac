import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { type NamedQuery, namedPage } from '../../database/namedPage.ts';
import { countOrganizations } from '../../database/namedRecords.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { brands } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { eulas } from '../../database/schema/terms.ts';
import type { Transaction } from '../../database/transaction.ts';

const { termsHtml: _long, version: _version, ...listed } = getTableColumns(brands);

const nested = <R extends { readonly connectionName: string | null }>({ connectionName, ...brand }: R) => ({
  ...brand,
  identityProvider: { connectionName },
});

export async function brandPage({ db }: Database, query: NamedQuery) {
  const { where, orderBy, limit, offset } = namedPage(brands, query);
  const [rows, totalCount] = await Promise.all([
    db
      .select(listed)
      .from(brands)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    db.$count(brands, where),
  ]);
  return { items: rows.map(nested), totalCount };
}

export const brandUsers = (db: Drizzle, id: string) => countOrganizations(db, organizations.brandId, id);

/** Organizations of the brand whose people can sign in through its connection only. */
export const brandDependents = (db: Drizzle, id: string): Promise<number> =>
  db.$count(organizations, and(eq(organizations.brandId, id), eq(organizations.passwordSignIn, false)));

export async function findBrand(db: Drizzle, id: string) {
  const [record] = await db.select().from(brands).where(eq(brands.id, id));
  return record && { ...nested(record), organizationCount: await brandUsers(db, id) };
}

/** Holds the brand until the transaction ends. */
export async function lockBrand(tx: Transaction, id: string) {
  const [record] = await tx.select().from(brands).where(eq(brands.id, id)).for('update');
  return record;
}

export async function insertBrand(tx: Transaction, values: typeof brands.$inferInsert): Promise<void> {
  await tx.insert(brands).values(values);
}

export async function updateBrand(tx: Transaction, id: string, columns: Partial<typeof brands.$inferInsert>) {
  await tx
    .update(brands)
    .set({ ...columns, version: sql`${brands.version} + 1` })
    .where(eq(brands.id, id));
}

export async function deleteBrand(tx: Transaction, id: string): Promise<void> {
  await tx.delete(brands).where(eq(brands.id, id));
}

const ofBrand = (name: string) => sql`lower(${eulas.brandName}) = lower(${name})`;

/** License agreements name their brand by its name (spec 2 section 3). */
export const brandAgreements = (tx: Transaction, name: string) => tx.$count(eulas, ofBrand(name));

export async function renameAgreements(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.update(eulas).set({ brandName: to }).where(ofBrand(from));
}
