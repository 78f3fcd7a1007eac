import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/transaction.ts';

/** Every task of the queue and what its jobs carry: ids only, so that the queue's own tables hold nothing confidential. */
export interface TaskPayloads {
  readonly 'mail.send': { readonly mailId: string };
  readonly 'outbound.call': { readonly jobId: string };
}
export type TaskName = keyof TaskPayloads;

interface JobOptions {
  /** A waiting job of this key is replaced; one that runs already is followed by this one. */
  readonly key: string;
  /** Seconds from now by the database's clock; left out means at once. */
  readonly inSeconds?: number;
  /** How often the task may throw. Refusals of other systems do not count: tasks keep books of their own about those. */
  readonly maxAttempts?: number;
}

/** Puts a job into the queue in the transaction of the deed: both happen, or neither. Workers of any process are woken at commit. */
export async function enqueue<N extends TaskName>(
  tx: Transaction,
  name: N,
  payload: TaskPayloads[N],
  { key, inSeconds = 0, maxAttempts = 25 }: JobOptions,
): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(payload)}::json, job_key => ${key}, max_attempts => ${maxAttempts}::int,
    run_at => now() + make_interval(secs => ${inSeconds}::float8))`);
}
