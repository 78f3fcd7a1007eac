import { sql } from 'drizzle-orm';
import type { Database } from './openDatabase.ts';
import { inTransaction, type Transaction } from './transaction.ts';

/** Reads with several statements that all see the same moment: a page and the number of all. */
export const inOneSnapshot = <T>(database: Pick<Database, 'pool'>, read: (tx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(database, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    return read(tx);
  });
