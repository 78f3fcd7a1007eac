import { Socket } from 'node:net';
import pg from 'pg';
import type { Database } from './openDatabase.ts';

interface LongConnectionOptions {
  /** The server cuts a statement after this long; 0 never does. */
  readonly statementTimeoutMs: number;
  /** Seen in pg_stat_activity. */
  readonly name: string;
}

export interface LongConnection {
  readonly client: pg.Client;
  /** Ends it at once, also in the middle of a statement: the database notices and stops. */
  readonly cut: () => void;
  readonly bytesRead: () => number;
}

/**
 * A connection outside the pool for work that may take minutes (CSV reports, bulk loading): it takes no place from the calls
 * of people, and the pool's short limits do not cut it. The caller ends it.
 */
export async function openLongConnection(
  database: Pick<Database, 'target'>,
  { statementTimeoutMs, name }: LongConnectionOptions,
): Promise<LongConnection> {
  const socket = new Socket();
  const client = new pg.Client({
    ...database.target,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    application_name: name,
    ...(statementTimeoutMs > 0 ? { statement_timeout: statementTimeoutMs } : {}),
    stream: () => socket,
  });
  // Without a listener a cut connection would end the process; the running statement reports the error.
  client.on('error', () => undefined);
  await client.connect();
  return { client, cut: () => socket.destroy(), bytesRead: () => socket.bytesRead };
}
