import { hostname } from 'node:os';
import type { Database } from '../database/openDatabase.ts';
import type { Documents } from '../documents/documents.ts';
import type { WorkWatch } from './worker.ts';

const everyMs = 5_000;

export interface WorkerStatistics extends WorkWatch {
  /** Takes the worker out of the list. */
  stop(): Promise<void>;
}

/**
 * Keeps the row of this process in `worker_processes`, which the dashboard shows and the others read: a worker that has not been seen for
 * a while is frozen, and its jobs go to others (lease.ts).
 */
export function keepStatistics(
  { pool }: Pick<Database, 'pool'>,
  documents: Pick<Documents, 'threads'>,
): WorkerStatistics {
  const startedAt = new Date();
  let worker: string | undefined;
  let [running, done, failed] = [0, 0, 0];
  const write = async () => {
    if (worker === undefined) return;
    const { busy, total, waiting } = documents.threads();
    // A database that is away is seen elsewhere; the row follows when it is back.
    await pool
      .query(upsert, [worker, hostname(), startedAt, running, done, failed, busy, total, waiting])
      .catch(() => undefined);
  };
  const timer = setInterval(() => void write(), everyMs);
  timer.unref();
  return {
    named: (name) => {
      const former = worker;
      worker = name;
      if (former !== undefined) void remove(pool, former);
      void write();
    },
    begun: () => {
      running += 1;
    },
    ended: (isDone) => {
      running -= 1;
      if (isDone) done += 1;
      else failed += 1;
    },
    stop: async () => {
      clearInterval(timer);
      const last = worker;
      worker = undefined;
      if (last !== undefined) await remove(pool, last);
    },
  };
}

const upsert = `with deleted as (delete from worker_processes where last_seen_at < now() - interval '1 hour' and id <> $1)
  insert into worker_processes (id, host, started_at, last_seen_at, running, done, failed, threads_busy, threads_total, threads_waiting)
  values ($1, $2, $3, now(), $4, $5, $6, $7, $8, $9)
  on conflict (id) do update set last_seen_at = now(), running = excluded.running, done = excluded.done, failed = excluded.failed,
    threads_busy = excluded.threads_busy, threads_total = excluded.threads_total, threads_waiting = excluded.threads_waiting`;

const remove = (pool: Database['pool'], worker: string) =>
  pool.query('delete from worker_processes where id = $1', [worker]).catch(() => undefined);
