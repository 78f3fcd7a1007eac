import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Organization } from '../../../../shared/contract/organizationSchemas.ts';
import { cancellationOf } from '../../../../shared/rules/organization.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { plans, resellers } from '../../../database/schema/lookups.ts';
import { organizations } from '../../../database/schema/organizations.ts';
import { organizationUsers, users } from '../../../database/schema/people.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { OrganizationColumns, OrganizationRecord } from './organizationFields.ts';
import { groupsOf } from './organizationGroups.ts';

interface Found {
  readonly organization: OrganizationRecord;
  readonly plan: { readonly id: string; readonly allowedUsers: number } | null;
  readonly reseller: { readonly id: string; readonly type: number } | null;
}

const joined = {
  organization: organizations,
  plan: { id: plans.id, allowedUsers: plans.allowedUsers },
  reseller: { id: resellers.id, type: resellers.type },
};

const read = (db: Drizzle) =>
  db
    .select(joined)
    .from(organizations)
    .leftJoin(plans, eq(plans.id, organizations.planId))
    .leftJoin(resellers, eq(resellers.id, organizations.resellerId));

export async function findOrganization(db: Drizzle, id: string): Promise<Found | undefined> {
  const [record] = await read(db).where(eq(organizations.id, id));
  return record;
}

/** Holds the organization until the transaction ends: writers of the same one wait for each other. */
export async function lockOrganization(tx: Transaction, id: string): Promise<Found | undefined> {
  const [record] = await read(tx).where(eq(organizations.id, id)).for('update', { of: organizations });
  return record;
}

export async function organizationExists(db: Drizzle, id: string): Promise<boolean> {
  const rows = await db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id));
  return rows.length > 0;
}

export async function insertOrganization(tx: Transaction, values: typeof organizations.$inferInsert): Promise<void> {
  await tx.insert(organizations).values(values);
}

/** Writes the columns, counts the version up and names the author. */
export async function updateOrganization(
  tx: Transaction,
  id: string,
  columns: OrganizationColumns,
  author: string,
): Promise<void> {
  await tx
    .update(organizations)
    .set({ ...columns, modifiedBy: author, modifiedDate: new Date(), version: sql`${organizations.version} + 1` })
    .where(eq(organizations.id, id));
}

/** What hangs on it goes with it. People who work in it fall back to another organization of theirs, or to none. */
export async function deleteOrganization(tx: Transaction, id: string): Promise<void> {
  const another = tx
    .select({ id: organizationUsers.organizationId })
    .from(organizationUsers)
    .where(and(eq(organizationUsers.userId, users.id), ne(organizationUsers.organizationId, id)))
    .orderBy(organizationUsers.createDate, organizationUsers.organizationId)
    .limit(1);
  await tx
    .update(users)
    .set({ organizationId: sql`(${another})` })
    .where(eq(users.organizationId, id));
  await tx.delete(organizations).where(eq(organizations.id, id));
}

/** Organizations that carry the NPI, in either of its two forms. */
export const findByNpi = (db: Drizzle, npi: string) =>
  db
    .select({ id: organizations.id, orgId: organizations.orgId, name: organizations.name })
    .from(organizations)
    .where(
      or(
        eq(organizations.npi, npi),
        eq(organizations.npi, `80840${npi}`),
        eq(organizations.npi, npi.replace(/^80840/, '')),
      ),
    )
    .orderBy(organizations.nameSort, organizations.id)
    .limit(100);

export function toOrganization({ organization: record, plan, reseller }: Found, now = new Date()): Organization {
  return {
    id: record.id,
    orgId: record.orgId,
    name: record.name,
    subdomain: record.subdomain,
    networkDbId: record.networkId,
    brandId: record.brandId,
    numberOfUsers: record.numberOfUsers,
    planId: record.planId,
    plan,
    resellerId: record.resellerId,
    reseller: reseller && { id: reseller.id, type: reseller.type === 1 ? 1 : 0 },
    typeId: record.typeId,
    specialtyId: record.specialtyId,
    npi: record.npi,
    homeCommunityId: record.homeCommunityId,
    ssoUrl: record.ssoUrl,
    enabledFeatures: record.enabledFeatures,
    allowedPurposeOfUseCodes: record.purposeOfUseCodes,
    address: {
      street: record.street,
      city: record.city,
      state: record.state,
      zip: record.zip,
      country: record.country,
    },
    phone: record.phone,
    fax: record.fax,
    contact: {
      firstName: record.contactFirstName,
      lastName: record.contactLastName,
      title: record.contactTitle,
      email: record.contactEmail,
      phone: record.contactPhone,
      fax: record.contactFax,
    },
    ...groupsOf(record),
    isActivated: record.isActivated,
    isEnabled: record.isEnabled,
    apiCapture: record.apiCapture,
    isPendingCancellation: record.cancelAt !== null && cancellationOf(record, now) === 'canceling',
    cancelAt: record.cancelAt?.toISOString() ?? null,
    serviceAccountLimit: record.serviceAccountLimit,
    createdBy: record.createdBy,
    createDate: record.createDate.toISOString(),
    modifiedBy: record.modifiedBy,
    modifiedDate: record.modifiedDate.toISOString(),
    version: record.version,
  };
}
