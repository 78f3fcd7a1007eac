import { and, asc, eq, like } from 'drizzle-orm';
import { newId } from '../../../database/newId.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { documentSources, organizationDomains } from '../../../database/schema/addresses.ts';
import { organizations } from '../../../database/schema/organizations.ts';
import { violatedConstraint } from '../../../database/sqlState.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { ApiProblem } from '../../../http/problem.ts';

type Domain = typeof organizationDomains.$inferSelect;
const toDomain = ({ id, domain, createDate }: Domain) => ({ id, domain, createDate: createDate.toISOString() });

/** The subdomain of an organization; undefined where there is no such organization. */
export async function subdomainOf(db: Drizzle, organizationId: string): Promise<string | null | undefined> {
  const [record] = await db
    .select({ subdomain: organizations.subdomain })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return record?.subdomain;
}

export async function domainsOf(db: Drizzle, organizationId: string) {
  const rows = await db
    .select()
    .from(organizationDomains)
    .where(eq(organizationDomains.organizationId, organizationId))
    .orderBy(asc(organizationDomains.domain));
  return rows.map(toDomain);
}

const takenText = 'An organization has this domain already.';

export async function insertDomain(tx: Transaction, organizationId: string, domain: string) {
  try {
    const [added] = await tx.insert(organizationDomains).values({ id: newId(), organizationId, domain }).returning();
    if (!added) throw new Error('The domain was not written.');
    return toDomain(added);
  } catch (error) {
    if (violatedConstraint(error) !== 'organization_domains_domain_unique') throw error;
    throw new ApiProblem('E-DOMAIN-TAKEN', { modelState: { domain: [takenText] }, cause: error });
  }
}

export async function findDomain(tx: Transaction, organizationId: string, id: string) {
  const [record] = await tx
    .select()
    .from(organizationDomains)
    .where(and(eq(organizationDomains.id, id), eq(organizationDomains.organizationId, organizationId)));
  return record;
}

/** How many addresses of the organization are at the domain. */
export const addressesAt = (tx: Transaction, organizationId: string, domain: string) =>
  tx.$count(
    documentSources,
    and(
      eq(documentSources.organizationId, organizationId),
      like(documentSources.address, `%@${domain.replace(/[\\%_]/g, '\\$&')}`),
    ),
  );

export async function deleteDomain(tx: Transaction, id: string): Promise<void> {
  await tx.delete(organizationDomains).where(eq(organizationDomains.id, id));
}
