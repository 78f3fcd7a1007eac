import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './openDatabase.ts';
import { currentScope, drizzleOn, runInScope, type Scope, type Transaction } from './queryBuilder.ts';
import { sqlState } from './sqlState.ts';

export type { Transaction } from './queryBuilder.ts';

const attempts = 4;
/** Serialization failure and deadlock: the database undid everything and asks to be called again. */
const repeatable = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction: all of it happens, or nothing. Deadlocks are tried again, so `work` must keep its effects to `tx`.
 * Inside another transaction it becomes a part of that one.
 */
export async function inTransaction<T>(
  database: Pick<Database, 'pool'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const outer = currentScope();
  if (outer) return runInScope({ tx: outer.tx, kind: 'work' }, () => work(outer.tx));
  return runTransaction(database, 'work', work);
}

/** As `inTransaction`, for the platform: `database.db` used inside means this transaction. */
export const holdTransaction = <T>(
  database: Pick<Database, 'pool'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => runTransaction(database, 'open', work);

async function runTransaction<T>(
  database: Pick<Database, 'pool'>,
  kind: Scope['kind'],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(database.pool, kind, work);
    } catch (error) {
      if (attempt === attempts || !repeatable.has(sqlState(error) ?? '')) throw error;
      await delay(Math.random() * 20 * attempt);
    }
  }
}

// Not drizzle's own transaction(): it gives a connection whose statement timed out back to the pool.
async function attemptOnce<T>(pool: pg.Pool, kind: Scope['kind'], work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const tx = drizzleOn(client);
  let broken: Error | undefined;
  try {
    // It travels with the first statement; should it fail, so does that one.
    const begun = client.query('begin');
    begun.catch(() => undefined);
    const result = await runInScope({ tx, kind }, () => work(tx));
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: unknown) => {
      broken = cause instanceof Error ? cause : new Error('rollback failed');
    });
    // A statement that was given up on our side may still run over there: never hand such a connection on.
    if (sqlState(error) === undefined && isTimeout(error)) broken = new Error('given up');
    throw error;
  } finally {
    client.release(broken);
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'Query read timeout' || isTimeout(error.cause));
