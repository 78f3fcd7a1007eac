import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import type { ReceivedFile } from '../../../shared/contract/endpoint.ts';
import type { ResellerType } from '../../../shared/rules/reseller.ts';
import { type NamedQuery, namedPage } from '../../database/namedPage.ts';
import { countOrganizations } from '../../database/namedRecords.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { resellers } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { resellerAcceptances } from '../../database/schema/terms.ts';
import type { Transaction } from '../../database/transaction.ts';

const { file: _bytes, ...withoutFile } = getTableColumns(resellers);
const { termsHtml: _long, ...listed } = withoutFile;

const typed = <R extends { readonly type: number }>(row: R) => {
  const type: ResellerType = row.type === 1 ? 1 : 0;
  return { ...row, type };
};

export async function resellerPage({ db }: Database, query: NamedQuery) {
  const { where, orderBy, limit, offset } = namedPage(resellers, query);
  const [rows, totalCount] = await Promise.all([
    db
      .select(listed)
      .from(resellers)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    db.$count(resellers, where),
  ]);
  return { items: rows.map(typed), totalCount };
}

export const resellerUsers = (db: Drizzle, id: string) => countOrganizations(db, organizations.resellerId, id);

export async function findReseller(db: Drizzle, id: string) {
  const [record] = await db.select(withoutFile).from(resellers).where(eq(resellers.id, id));
  return record && { ...typed(record), organizationCount: await resellerUsers(db, id) };
}

/** Holds the reseller until the transaction ends; organizations that want to take it wait. */
export async function lockReseller(tx: Transaction, id: string) {
  const [record] = await tx.select(withoutFile).from(resellers).where(eq(resellers.id, id)).for('update');
  return record && typed(record);
}

export async function findLogo({ db }: Database, id: string): Promise<ReceivedFile | undefined> {
  const [record] = await db
    .select({ name: resellers.fileName, mediaType: resellers.fileType, bytes: resellers.file })
    .from(resellers)
    .where(eq(resellers.id, id));
  if (!record?.name || !record.mediaType || !record.bytes) return undefined;
  return { name: record.name, mediaType: record.mediaType, bytes: record.bytes };
}

export async function insertReseller(tx: Transaction, values: typeof resellers.$inferInsert): Promise<void> {
  await tx.insert(resellers).values(values);
}

export async function updateReseller(tx: Transaction, id: string, columns: Partial<typeof resellers.$inferInsert>) {
  await tx
    .update(resellers)
    .set({ ...columns, version: sql`${resellers.version} + 1` })
    .where(eq(resellers.id, id));
}

export async function deleteReseller(tx: Transaction, id: string): Promise<void> {
  await tx.delete(resellers).where(eq(resellers.id, id));
}

/** Codes in use that are `base` or begin with it and a hyphen. */
export async function codesLike({ db }: Database, base: string): Promise<Set<string>> {
  const rows = await db
    .select({ urlCode: resellers.urlCode })
    .from(resellers)
    .where(sql`${resellers.urlCode} = ${base} or starts_with(${resellers.urlCode}, ${`${base}-`})`);
  return new Set(rows.map(({ urlCode }) => urlCode));
}

export async function isCodeTaken({ db }: Database, urlCode: string, ownId?: string): Promise<boolean> {
  const others = ownId === undefined ? undefined : ne(resellers.id, ownId);
  return (await db.$count(resellers, and(eq(resellers.urlCode, urlCode), others))) > 0;
}

/** The reseller of an organization, when it is this one. */
export async function resellerOf(tx: Transaction, organizationId: string, id: string) {
  const [record] = await tx
    .select({ name: resellers.name })
    .from(organizations)
    .innerJoin(resellers, eq(resellers.id, organizations.resellerId))
    .where(and(eq(organizations.id, organizationId), eq(resellers.id, id)))
    .for('share');
  return record;
}

/** The terms of an organization's reseller, when it is this one. */
export async function findTerms(db: Drizzle, organizationId: string, id: string) {
  const [record] = await db
    .select({ termsHtml: resellers.termsHtml })
    .from(organizations)
    .innerJoin(resellers, eq(resellers.id, organizations.resellerId))
    .where(and(eq(organizations.id, organizationId), eq(resellers.id, id)));
  return record;
}

/** False where the organization had accepted before. */
export async function acceptTerms(tx: Transaction, row: typeof resellerAcceptances.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(resellerAcceptances)
    .values(row)
    .onConflictDoNothing()
    .returning({ at: resellerAcceptances.at });
  return added.length > 0;
}
