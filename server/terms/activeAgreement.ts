import { and, desc, eq, sql } from 'drizzle-orm';
import type { Drizzle } from '../database/openDatabase.ts';
import { brands } from '../database/schema/lookups.ts';
import { organizations } from '../database/schema/organizations.ts';
import { eulaAcceptances, eulas } from '../database/schema/terms.ts';
import type { Transaction } from '../database/transaction.ts';

/** The active agreement of a brand, else the platform's, whose brand name is empty (spec 2 section 3). */
export async function activeAgreement(db: Drizzle, brandName: string, type: string) {
  const [record] = await db
    .select()
    .from(eulas)
    .where(and(eulas.isActive, eq(eulas.type, type), sql`lower(${eulas.brandName}) in (lower(${brandName}), '')`))
    .orderBy(desc(sql`${eulas.brandName} <> ''`))
    .limit(1);
  return record;
}

/** The name of the organization's brand; empty where it has none, or where there is no organization. */
export async function brandNameOf(db: Drizzle, organizationId: string | null): Promise<string> {
  if (!organizationId) return '';
  const [record] = await db
    .select({ name: brands.name })
    .from(organizations)
    .innerJoin(brands, eq(brands.id, organizations.brandId))
    .where(eq(organizations.id, organizationId));
  return record?.name ?? '';
}

/** The kind of agreement that organizations accept (spec 2 section 3). */
export const agreementType = 'EULA';

export async function hasAccepted(db: Drizzle, eulaId: string, organizationId: string | null): Promise<boolean> {
  if (!organizationId) return false;
  const one = and(eq(eulaAcceptances.eulaId, eulaId), eq(eulaAcceptances.organizationId, organizationId));
  return (await db.$count(eulaAcceptances, one)) > 0;
}

/** False where the organization had accepted before. */
export async function acceptEula(tx: Transaction, row: typeof eulaAcceptances.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(eulaAcceptances)
    .values(row)
    .onConflictDoNothing()
    .returning({ at: eulaAcceptances.at });
  return added.length > 0;
}
