import { createHash } from 'node:crypto';
import { and, eq, getTableName, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { ApiProblem } from '../http/problem.ts';
import type { AuditEvent } from './audit.ts';
import { nameKeyOf } from './namedPage.ts';
import type { Drizzle } from './openDatabase.ts';
import { organizations } from './schema/organizations.ts';
import { violatedConstraint } from './sqlState.ts';
import type { Transaction } from './transaction.ts';

type NamedTable = PgTable & { readonly id: PgColumn; readonly name: PgColumn };

/**
 * Refuses a name another record has, without regard to case. Writers of names in one table wait for each other until their transactions
 * end, because the unique index does regard the case (CO-3).
 */
export async function refuseTakenName(
  tx: Transaction,
  table: NamedTable,
  name: string,
  ownId?: string,
  nameKey: SQL | PgColumn = nameKeyOf(table),
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${getTableName(table)}, 727307010))`);
  const others = ownId === undefined ? undefined : ne(table.id, ownId);
  const taken = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(sql`${nameKey} = lower(${name})`, others))
    .limit(1);
  if (taken.length > 0)
    throw new ApiProblem('E-NAME-TAKEN', { modelState: { name: [`"${name}" already exists. Choose another name.`] } });
}

/** How many organizations point at the record through this column. */
export const countOrganizations = (db: Drizzle, column: PgColumn, id: string): Promise<number> =>
  db.$count(organizations, eq(column, id));

/** Refuses to delete what organizations have. */
export function refuseInUse(name: string, organizationCount: number): void {
  if (organizationCount === 0) return;
  const holders = organizationCount === 1 ? '1 organization has it' : `${organizationCount} organizations have it`;
  throw new ApiProblem('E-IN-USE', { message: `"${name}" cannot be deleted: ${holders}.` });
}

/** An organization that took the record while it was being deleted is refused by the foreign key; so the deletion is. */
export function inUseAfterAll(error: unknown): never {
  if (violatedConstraint(error)?.endsWith('_fk')) throw new ApiProblem('E-IN-USE', { cause: error });
  throw error;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of `after` that differ, each before and after; undefined ones were not sent. Long texts appear by length and hash. */
export function changesBetween(before: Fields, after: Fields): AuditEvent['changes'] {
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== undefined && value !== (before[name] ?? null),
  );
  return Object.fromEntries(
    changed.map(([name, value]) => [name, { before: shortly(before[name] ?? null), after: shortly(value) }]),
  );
}

const longest = 500;

function shortly(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longest) return value;
  const hash = createHash('sha256').update(value).digest('hex').slice(0, 16);
  return `${value.length} characters, sha256 ${hash}`;
}
