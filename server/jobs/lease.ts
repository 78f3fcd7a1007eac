import { Socket } from 'node:net';
import pg from 'pg';
import type { Target } from '../database/connectionPool.ts';
import { QueueTrouble } from './faultOf.ts';

/** First half of the locks' two numbers; the second is the hash of the worker's name. */
const leaseLocks = 727_307;
/** A worker takes its lease right after it starts, so jobs this young are left alone. */
const youngSeconds = 3;
/** A worker that has not written its row for this long (workerStatistics.ts) is frozen, whatever lock it holds. */
const frozenSeconds = 15;

export interface Lease {
  /** Returns the jobs of stopped workers to the queue. */
  returnOrphans(): Promise<void>;
  close(): void;
}

/**
 * A worker holds a lock of the database for as long as it is connected, so that the others see when it was killed: the queue itself
 * would lock its jobs for four hours. A frozen one holds its lock but does not report. `onLost` is called when the connection and with it
 * the lease is lost.
 */
export async function takeLease(target: Target, worker: string, onLost: (error: Error) => void): Promise<Lease> {
  const socket = new Socket();
  const client = new pg.Client({
    ...target,
    application_name: 'carepost-jobs-lease',
    connectionTimeoutMillis: 2_000,
    query_timeout: 4_000,
    keepAlive: true,
    stream: () => socket,
  });
  client.on('error', onLost);
  client.on('end', () => onLost(new QueueTrouble('The connection of the lease has ended.')));
  await client.connect();
  await client.query('select pg_advisory_lock($1, hashtext($2))', [leaseLocks, worker]);
  return {
    returnOrphans: async () => {
      const { rows } = await client.query<{ worker: string; isFrozen: boolean }>(
        `select j.worker, coalesce(p.last_seen_at < now() - make_interval(secs => $3), false) as "isFrozen"
         from (select distinct locked_by as worker from graphile_worker.jobs
               where locked_at < now() - make_interval(secs => $1) and locked_by <> $2) j
         left join worker_processes p on p.id = j.worker`,
        [youngSeconds, worker, frozenSeconds],
      );
      for (const { worker: other, isFrozen } of rows) {
        if (isFrozen) await client.query('select graphile_worker.force_unlock_workers(array[$1::text])', [other]);
        if (isFrozen) continue;
        const tried = await client.query<{ isStopped: boolean }>(
          'select pg_try_advisory_lock($1, hashtext($2)) as "isStopped"',
          [leaseLocks, other],
        );
        if (!tried.rows[0]?.isStopped) continue;
        await client.query('select graphile_worker.force_unlock_workers(array[$1::text])', [other]);
        await client.query('select pg_advisory_unlock($1, hashtext($2))', [leaseLocks, other]);
      }
    },
    // Without a message of the protocol, because a frozen database would not respond.
    close: () => {
      client.removeAllListeners('end');
      socket.destroy();
    },
  };
}
