import type { Pool } from 'pg';
import type { Database } from '../database/openDatabase.ts';
import { openLongConnection } from '../database/longConnection.ts';

export interface HubChannel {
  /** In the form that the adapter of the hubs needs. */
  readonly pool: Pool;
  readonly close: () => void;
}

/**
 * The pool as the adapter sees it. It keeps one connection for good to listen on; a connection of its own takes no place in the pool from
 * the calls of people, and one that was lost leaves no hole there. After the end nothing is connected again.
 */
export function openHubChannel(database: Pick<Database, 'pool' | 'target'>): HubChannel {
  const cuts = new Set<() => void>();
  let isClosed = false;
  const connect = async () => {
    if (isClosed) return never;
    const { client, cut } = await openLongConnection(database, { name: 'carepost hubs', statementTimeoutMs: 5_000 });
    if (isClosed) {
      cut();
      return never;
    }
    cuts.add(cut);
    client.once('end', () => cuts.delete(cut));
    return Object.assign(client, { release: () => void client.end().catch(() => undefined) });
  };
  const pool = { connect, query: database.pool.query.bind(database.pool) };
  return {
    pool: pool as unknown as Pool, // the adapter calls no more than these two methods
    close: () => {
      isClosed = true;
      for (const cut of cuts) cut();
    },
  };
}

const never = new Promise<never>(() => undefined);
