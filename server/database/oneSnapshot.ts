import { sql } from 'drizzle-orm';
import { currentScope } from './queryBuilder.ts';
import type { Database } from './openDatabase.ts';
import { inTransaction, type Transaction } from './transaction.ts';

/**
 * Reads with several statements that see the same snapshot: a page and its total. Inside another transaction it becomes a part of that
 * one, whose isolation level cannot change after its first statement and which may write.
 */
export function inOneSnapshot<T>(database: Pick<Database, 'pool'>, read: (tx: Transaction) => Promise<T>): Promise<T> {
  if (currentScope()) return inTransaction(database, read);
  return inTransaction(database, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    return read(tx);
  });
}
