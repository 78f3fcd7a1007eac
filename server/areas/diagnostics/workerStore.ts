import { desc, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../shared/contract/endpoint.ts';
import type { diagnostics } from '../../../shared/contract/diagnostics.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { workerProcesses } from '../../database/schema/watch.ts';

type WorkerResponse = ResponseOf<typeof diagnostics.worker>;

/** Workers report every 5 seconds; one without a report for this time counts as stopped. */
const aliveMs = 15_000;

const tasks = sql`
  select task_identifier as name,
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as ready,
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as scheduled,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
    (extract(epoch from now() - min(run_at) filter (
      where locked_at is null and attempts < max_attempts and run_at <= now())))::float8 as oldest
  from graphile_worker.jobs group by task_identifier order by task_identifier`;

interface TaskRow extends Record<string, unknown> {
  readonly name: string;
  readonly ready: number;
  readonly scheduled: number;
  readonly running: number;
  readonly failed: number;
  readonly oldest: number | null;
}

/** The worker processes and the state of the queue (spec 1 section 7, worker statistics). */
export async function workerState(db: Drizzle, now = new Date()): Promise<WorkerResponse> {
  const [processes, queued] = await Promise.all([
    db.select().from(workerProcesses).orderBy(desc(workerProcesses.lastSeenAt), workerProcesses.id).limit(200),
    db.execute<TaskRow>(tasks),
  ]);
  const isAlive = ({ lastSeenAt }: { readonly lastSeenAt: Date }) => now.getTime() - lastSeenAt.getTime() < aliveMs;
  const alive = processes.filter(isAlive);
  const oldest = queued.rows.map((row) => row.oldest).filter((age) => age !== null);
  return {
    at: now.toISOString(),
    workers: processes.map((one) => ({
      id: one.id,
      host: one.host,
      startedAt: one.startedAt.toISOString(),
      lastSeenAt: one.lastSeenAt.toISOString(),
      isAlive: isAlive(one),
      running: isAlive(one) ? one.running : 0,
      done: one.done,
      failed: one.failed,
    })),
    queue: {
      ready: sum(queued.rows.map(({ ready }) => ready)),
      scheduled: sum(queued.rows.map(({ scheduled }) => scheduled)),
      running: sum(queued.rows.map(({ running }) => running)),
      failed: sum(queued.rows.map(({ failed }) => failed)),
      oldestReadySeconds: oldest.length > 0 ? Math.max(...oldest) : null,
    },
    tasks: queued.rows.map(({ name, ready, scheduled, running, failed }) => ({
      name,
      waiting: ready + scheduled,
      running,
      failed,
    })),
    documentThreads: {
      busy: sum(alive.map(({ threadsBusy }) => threadsBusy)),
      total: sum(alive.map(({ threadsTotal }) => threadsTotal)),
      waiting: sum(alive.map(({ threadsWaiting }) => threadsWaiting)),
    },
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
