import { statement } from '../database/statement.ts';
import type { Transaction } from '../database/transaction.ts';

/** Every task of the queue and what its jobs carry: ids only, so that the queue's own tables hold nothing confidential. */
export interface TaskPayloads {
  readonly 'mail.send': { readonly mailId: string };
  readonly 'outbound.call': { readonly jobId: string };
  /** Takes a workflow on from its first step that is not Completed (server/exchange). */
  readonly 'workflow.run': { readonly workflowId: string };
  readonly 'notification.send': { readonly notificationId: string };
  /** Mails the owner of a locked account a link that unlocks it (server/identity/unlock). */
  readonly 'unlock.mail': { readonly lockId: string };
  /** Mails a user who forgot the password a link to choose another one (server/identity/passwordLinks). */
  readonly 'password.forgotten': { readonly userId: string; readonly requestId: string };
  /** Works off the pending items of a bulk retry job (server/areas/retryjobs). */
  readonly 'retryjob.run': { readonly jobId: string };
  /** Records that an emergency whose disabled date has come is disabled (server/areas/emergencies). */
  readonly 'emergency.end': { readonly emergencyId: string };
  /** Reads the certificates that were not read since a time (server/areas/certificates). */
  readonly 'certificates.check': { readonly since: string };
  /** One attempt to post an event to a webhook (server/webhooks). */
  readonly 'webhook.deliver': { readonly deliveryId: string };
}
export type TaskName = keyof TaskPayloads;

interface JobOptions {
  /** A waiting job of this key is replaced; one that runs already is followed by this one. */
  readonly key: string;
  /** Seconds from now by the database's clock; left out means at once. */
  readonly inSeconds?: number;
  /** How often the task may throw. Refusals of other systems do not count: tasks keep books of their own about those. */
  readonly maxAttempts?: number;
  /** Nothing can have a job of this key yet: the queue need not look for one that runs. */
  readonly isNew?: boolean;
}

/** Puts a job into the queue in the transaction of the change: both happen, or neither. Workers of any process are woken at commit. */
export async function enqueue<N extends TaskName>(
  tx: Transaction,
  name: N,
  payload: TaskPayloads[N],
  { key, inSeconds = 0, maxAttempts = 25, isNew = false }: JobOptions,
): Promise<void> {
  await addJob(tx, [name, JSON.stringify(payload), key, maxAttempts, inSeconds, isNew ? 'unsafe_dedupe' : 'replace']);
}

const addJob = statement(
  'jobs-enqueue',
  `select from graphile_worker.add_job(identifier => $1, payload => $2::json, job_key => $3, max_attempts => $4::int,
     run_at => now() + make_interval(secs => $5::float8), job_key_mode => $6)`,
);
