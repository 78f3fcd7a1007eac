import { asc, eq, sql } from 'drizzle-orm';
import type { KnownOrganization } from '../../../shared/contract/interop.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { alternateOids, directoryEntries } from '../../database/schema/carequality.ts';
import { knownOrganizations } from '../../database/schema/emergencies.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Transaction } from '../../database/transaction.ts';

const { oid, name, version } = knownOrganizations;
const columns = { oid, name, version };

export const allKnown = (db: Drizzle): Promise<KnownOrganization[]> =>
  db
    .select(columns)
    .from(knownOrganizations)
    .orderBy(asc(sql`lower(${name})`), asc(oid));

export async function findKnown(db: Drizzle, id: string): Promise<KnownOrganization | undefined> {
  const [row] = await db.select(columns).from(knownOrganizations).where(eq(oid, id));
  return row;
}

/** Locks the record until the transaction ends; writers of an OID that is not known yet wait for each other. */
export async function lockKnown(tx: Transaction, id: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 727307023))`);
  const [row] = await tx.select(columns).from(knownOrganizations).where(eq(oid, id)).for('update');
  return row;
}

export async function saveKnown(tx: Transaction, values: { oid: string; name: string }): Promise<KnownOrganization> {
  const [row] = await tx
    .insert(knownOrganizations)
    .values(values)
    .onConflictDoUpdate({ target: oid, set: { name: values.name, version: sql`${version} + 1` } })
    .returning(columns);
  if (!row) throw new Error('The known organization was not saved.');
  return row;
}

export async function deleteKnown(tx: Transaction, id: string): Promise<void> {
  await tx.delete(knownOrganizations).where(eq(oid, id));
}

/** Name of the organization with an OID among the directory entries and the organizations of the platform. */
export async function nameWithOid(db: Drizzle, id: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from (
      select display_name as name, 1 as rank from ${directoryEntries} where oid = ${id}
      union all select name, 2 from ${organizations} where carequality_oid = ${id}
      union all select o.name, 3 from ${alternateOids} a join ${organizations} o on o.id = a.organization_id
        where a.value in (${id}, ${`urn:oid:${id}`})
    ) matches order by rank, lower(name) limit 1`);
  return rows[0]?.name;
}
