import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A table of records people choose from by name. */
type NamedTable = PgTable & { readonly id: PgColumn; readonly name: PgColumn };

export interface NamedQuery {
  readonly search?: string | undefined;
  readonly sortDir: 'asc' | 'desc';
  /** By the name without it. */
  readonly sortBy?: 'id' | 'name';
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** The name by which records are sorted, searched and compared; for names that are stored in lower case the column itself, which is faster. */
export const nameKeyOf = (table: Pick<NamedTable, 'name'>): SQL => sql`lower(${table.name})`;

/** Condition, order and slice of a page by name; searching looks anywhere in the name, without regard to case. `filter` is a further condition. */
export function namedPage(
  table: NamedTable,
  { search, sortDir, sortBy = 'name', pageNumber, pageSize }: NamedQuery,
  { filter, nameKey = nameKeyOf(table) }: { readonly filter?: SQL | undefined; readonly nameKey?: SQL | PgColumn } = {},
) {
  const direction = sortDir === 'asc' ? asc : desc;
  const pattern = `%${search?.replace(/[\\%_]/g, '\\$&')}%`;
  return {
    // Not ilike, which folds the case of each name anew.
    where: and(search ? sql`${nameKey} like lower(${pattern})` : undefined, filter),
    orderBy: [...(sortBy === 'name' ? [direction(nameKey)] : []), direction(table.id)],
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  };
}
