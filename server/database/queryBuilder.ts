import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgClient } from 'drizzle-orm/node-postgres';

const makeDrizzle = (client: NodePgClient) => drizzle({ client, casing: 'snake_case' });
const made = new WeakMap<NodePgClient, ReturnType<typeof makeDrizzle>>();

export type Drizzle = ReturnType<typeof makeDrizzle>;

/** The query builder on a pool or one of its connections. Made once for each: it remembers the columns of the tables it has met. */
export function drizzleOn(client: NodePgClient): Drizzle {
  const known = made.get(client);
  if (known) return known;
  const builder = makeDrizzle(client);
  made.set(client, builder);
  return builder;
}

/** The query builder of a transaction; the same as `db` without the right to open another connection. */
export type Transaction = Drizzle;

export interface Scope {
  readonly tx: Transaction;
  /**
   * `open`: the platform holds the transaction round a whole handler (Idempotency-Key), and `db` means it.
   * `work`: inside `inTransaction`, where `db` would run beside the transaction and is therefore an error.
   */
  readonly kind: 'open' | 'work';
}

const scopes = new AsyncLocalStorage<Scope>();

export const currentScope = (): Scope | undefined => scopes.getStore();
export const runInScope = <T>(scope: Scope, work: () => Promise<T>): Promise<T> => scopes.run(scope, work);
export const outsideScope = <T>(work: () => Promise<T>): Promise<T> => scopes.exit(work);

/** What `database.db` gives at this place in the code. */
export function scopedDb(plain: Drizzle): Drizzle {
  const scope = scopes.getStore();
  if (scope === undefined) return plain;
  if (scope.kind === 'open') return scope.tx;
  throw new Error(
    'database.db was used inside inTransaction: it would run outside the transaction. Use the tx you were given.',
  );
}
