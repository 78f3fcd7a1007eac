import { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Pool, type PoolConfig } from 'pg';

/** `pg` settings of where to connect. */
export type Target = Pick<PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>;

export interface PoolLimits {
  readonly name: string;
  readonly max: number;
  /** The server cuts a statement after this long (FT-5); 0 means never. */
  readonly statementMs: number;
  /** Time to wait for a connection; 2 s without it. */
  readonly waitMs?: number | undefined;
  /** Settings of the database for these connections, as its command line takes them. */
  readonly options?: string;
  /** Statements that were not awaited travel together, in their order; nothing that streams (COPY) goes over such connections. */
  readonly pipeline?: boolean;
}

/** A pool whose connections can all be cut at once, so that none waits for a database that no longer answers. */
export interface ConnectionPool {
  readonly pool: Pool;
  readonly cut: () => void;
}

/** Every one of these settings is off by default in `pg`, and each missing one lets a request hang (quality.md finding 4). */
export function createPool(target: Target, limits: PoolLimits, log: Pick<FastifyBaseLogger, 'warn'>): ConnectionPool {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    ...target,
    max: limits.max,
    pipeline: limits.pipeline ?? false,
    application_name: limits.name,
    ...(limits.options === undefined ? {} : { options: limits.options }),
    connectionTimeoutMillis: limits.waitMs ?? 2_000,
    statement_timeout: limits.statementMs || undefined,
    // Our own end gives up a little later than the server's, so that the connection stays usable after a cut statement.
    query_timeout: limits.statementMs ? limits.statementMs + 500 : undefined,
    idle_in_transaction_session_timeout: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
  });
  // Without these two listeners a lost connection ends the process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'lost an idle database connection'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
