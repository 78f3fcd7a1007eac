import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ResellerChoice } from '../../../../shared/rules/reseller.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import {
  brands,
  networks,
  organizationSpecialties,
  organizationTypes,
  plans,
  resellers,
} from '../../../database/schema/lookups.ts';
import type { OrganizationColumns } from './organizationFields.ts';

type Lookup = PgTable & { readonly id: PgColumn };

const references = [
  ['networkId', 'networkDbId', networks],
  ['brandId', 'brandId', brands],
  ['planId', 'planId', plans],
  ['resellerId', 'resellerId', resellers],
  ['typeId', 'typeId', organizationTypes],
  ['specialtyId', 'specialtyId', organizationSpecialties],
] as const satisfies readonly (readonly [keyof OrganizationColumns, string, Lookup])[];

const exists = async (tx: Drizzle, table: Lookup, id: string) =>
  (await tx.select({ id: table.id }).from(table).where(eq(table.id, id))).length > 0;

/** The contract's fields whose id names no record. */
export async function unknownReferences(tx: Drizzle, columns: OrganizationColumns): Promise<string[]> {
  const unknown: string[] = [];
  for (const [column, field, table] of references) {
    const id = columns[column];
    if (id && !(await exists(tx, table, id))) unknown.push(field);
  }
  return unknown;
}

export async function findResellerChoice(tx: Drizzle, id: string): Promise<ResellerChoice | null> {
  const [record] = await tx
    .select({ id: resellers.id, type: resellers.type })
    .from(resellers)
    .where(eq(resellers.id, id));
  return record ? { id: record.id, type: record.type === 1 ? 1 : 0 } : null;
}

/** Plans in the order choice lists show them. */
export const planChoices = (tx: Drizzle) =>
  tx.select({ id: plans.id, allowedUsers: plans.allowedUsers }).from(plans).orderBy(plans.name);

/** Records to choose from, by name. */
export const choicesOf = (db: Drizzle, table: typeof organizationTypes | typeof organizationSpecialties) =>
  db.select({ id: table.id, name: table.name }).from(table).orderBy(table.name);
