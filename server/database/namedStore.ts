import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type NamedQuery, namedPage } from './namedPage.ts';
import { countOrganizations } from './namedRecords.ts';
import type { Drizzle } from './openDatabase.ts';
import type { Transaction } from './transaction.ts';

export type NamedTable = PgTable & Readonly<Record<'id' | 'name' | 'version', PgColumn>>;

export interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

interface NamedStoreOptions {
  /** Column of organizations that has the id of a record, where they point at it. */
  readonly usedBy?: PgColumn | undefined;
  /** See nameKeyOf. */
  readonly nameKey?: PgColumn | undefined;
}

/** Reads and writes of a table of records with a name. */
export const namedStore = <Table extends NamedTable>(concrete: Table, { usedBy, nameKey }: NamedStoreOptions = {}) => {
  type Row = Table['$inferSelect'] & NamedRow;
  // drizzle derives the types of a query from one concrete table; the rows are typed by `Row` instead.
  const table: NamedTable = concrete;
  const countUsers = async (db: Drizzle, id: string) => (usedBy ? countOrganizations(db, usedBy, id) : 0);
  const first = ([row]: unknown[]) => row as Row | undefined;

  return {
    countUsers,

    async page(db: Drizzle, query: NamedQuery, filter?: SQL) {
      const { where, orderBy, limit, offset } = namedPage(table, query, { filter, ...(nameKey && { nameKey }) });
      // Only the index is read up to the page, then the rows of the page.
      const ids = db
        .select({ id: table.id })
        .from(table)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset);
      const [items, totalCount] = await Promise.all([
        db
          .select()
          .from(table)
          .where(inArray(table.id, ids))
          .orderBy(...orderBy),
        db.$count(table, where),
      ]);
      return { items: items as Row[], totalCount };
    },

    async find(db: Drizzle, id: string) {
      const row = first(await db.select().from(table).where(eq(table.id, id)));
      return row && { ...row, organizationCount: await countUsers(db, id) };
    },

    /** Locks the record until the transaction ends. */
    lock: async (tx: Transaction, id: string) =>
      first(await tx.select().from(table).where(eq(table.id, id)).for('update')),

    async insert(tx: Transaction, columns: object): Promise<void> {
      await tx.insert(table).values(columns);
    },

    async update(tx: Transaction, id: string, columns: object): Promise<void> {
      await tx
        .update(table)
        .set({ ...columns, version: sql`${table.version} + 1` })
        .where(eq(table.id, id));
    },

    async delete(tx: Transaction, id: string): Promise<void> {
      await tx.delete(table).where(eq(table.id, id));
    },
  };
};
