import { asc, desc, ilike, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A table of records people choose from by name. */
type NamedTable = PgTable & { readonly id: PgColumn; readonly name: PgColumn };

export interface NamedQuery {
  readonly search?: string | undefined;
  readonly sortDir: 'asc' | 'desc';
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** Condition, order and slice of a page by name; searching looks anywhere in the name, without regard to case. */
export function namedPage(table: NamedTable, { search, sortDir, pageNumber, pageSize }: NamedQuery) {
  const direction = sortDir === 'asc' ? asc : desc;
  return {
    where: search ? ilike(table.name, `%${search.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    orderBy: [direction(sql`lower(${table.name})`), direction(table.id)],
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  };
}
