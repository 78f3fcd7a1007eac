import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { AlternateOid } from '../../../../shared/contract/carequality.ts';
import { plainOid } from '../../../../shared/rules/carequality.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { alternateOids } from '../../../database/schema/carequality.ts';
import type { Transaction } from '../../../database/transaction.ts';

const columns = {
  id: alternateOids.id,
  organizationId: alternateOids.organizationId,
  value: alternateOids.value,
  isDefault: alternateOids.isDefault,
  version: alternateOids.version,
};

const ofOrganization = (organizationId: string, id: string) =>
  and(eq(alternateOids.organizationId, organizationId), eq(alternateOids.id, id));

export const oidsOf = (db: Drizzle, organizationId: string): Promise<AlternateOid[]> =>
  db
    .select(columns)
    .from(alternateOids)
    .where(eq(alternateOids.organizationId, organizationId))
    .orderBy(desc(alternateOids.isDefault), asc(alternateOids.value));

export async function lockOid(tx: Transaction, organizationId: string, id: string): Promise<AlternateOid | undefined> {
  const [row] = await tx.select(columns).from(alternateOids).where(ofOrganization(organizationId, id)).for('update');
  return row;
}

/** Takes the flag from the default of the organization, unless that is `except`; returns the former default. */
export async function unsetDefault(
  tx: Transaction,
  organizationId: string,
  except?: string,
): Promise<AlternateOid | undefined> {
  const [row] = await tx
    .update(alternateOids)
    .set({ isDefault: false, version: sql`version + 1` })
    .where(
      and(
        eq(alternateOids.organizationId, organizationId),
        eq(alternateOids.isDefault, true),
        except === undefined ? undefined : ne(alternateOids.id, except),
      ),
    )
    .returning(columns);
  return row;
}

/** Whether the organization has the OID already, with or without `urn:oid:`; `except` is not looked at. */
export async function hasOid(
  tx: Transaction,
  organizationId: string,
  value: string,
  except?: string,
): Promise<boolean> {
  const same = and(
    eq(alternateOids.organizationId, organizationId),
    sql`regexp_replace(${alternateOids.value}, '^urn:oid:', '', 'i') = ${plainOid(value)}`,
    except === undefined ? undefined : ne(alternateOids.id, except),
  );
  return (await tx.$count(alternateOids, same)) > 0;
}

export async function insertOid(tx: Transaction, oid: Omit<AlternateOid, 'version'>): Promise<AlternateOid> {
  const [row] = await tx.insert(alternateOids).values(oid).returning(columns);
  if (!row) throw new Error('The OID was not written.');
  return row;
}

export async function updateOid(
  tx: Transaction,
  id: string,
  fields: Pick<AlternateOid, 'value' | 'isDefault'>,
): Promise<AlternateOid> {
  const [row] = await tx
    .update(alternateOids)
    .set({ ...fields, version: sql`version + 1` })
    .where(eq(alternateOids.id, id))
    .returning(columns);
  if (!row) throw new Error('The OID was not written.');
  return row;
}

export async function deleteOid(tx: Transaction, id: string): Promise<void> {
  await tx.delete(alternateOids).where(eq(alternateOids.id, id));
}
