import type { Config } from '../config.ts';
import { audit } from '../database/audit.ts';
import type { Database } from '../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import { interruptedText, maxAttempts, type Outcome, waitAfter } from './attempts.ts';
import { isOutboundKind, type Letter, outboundKinds } from './outboundKinds.ts';
import { beginAttempt, finish, type OutboundRow, park, tryAgain } from './outboundStore.ts';
import { postOut } from './postOut.ts';
import { systemContext } from './systemContext.ts';
import type { TaskRun } from './tasks.ts';

interface Services {
  readonly config: Config;
  readonly database: Database;
}

interface Attempt {
  readonly outcome: Outcome;
  readonly target?: Letter['target'];
}

/** One attempt of a call to another system (`outbound.call`), and what follows from how it ended. */
export async function callOutbound(services: Services, { jobId }: { readonly jobId: string }, run: TaskRun) {
  const { config, database } = services;
  const job = await beginAttempt(database.db, jobId);
  if (!job) return;
  const { retrySeconds } = config.jobs;
  const attempt =
    job.attempts > maxAttempts(retrySeconds)
      ? { outcome: { kind: 'refused', reason: interruptedText } as const }
      : await attemptCall(services, job, run.signal);
  const { outcome } = attempt;
  await inTransaction(database, async (tx) => {
    if (outcome.kind === 'parked') return park(tx, job);
    const wait = outcome.kind === 'failed' ? waitAfter(job.attempts, retrySeconds) : undefined;
    if (outcome.kind === 'failed' && wait !== undefined) return tryAgain(tx, job, outcome.reason, wait);
    await end(tx, job, attempt);
  });
}

async function attemptCall({ config, database }: Services, job: OutboundRow, signal: AbortSignal): Promise<Attempt> {
  if (!isOutboundKind(job.kind))
    return { outcome: { kind: 'refused', reason: `Nobody answers jobs of kind ${job.kind}.` } };
  const kind = outboundKinds[job.kind];
  const letter = await kind.read(database.db, job.targetId);
  if (!letter) return { outcome: { kind: 'refused', reason: 'What the job is about no longer exists.' } };
  const { target, body } = letter;
  const { url, allowPrivate } = kind.settings(config);
  if (url !== null) {
    const service = { url, allowPrivate };
    const outcome = await postOut({ service, name: kind.service, idempotencyKey: job.id, body, signal });
    return { outcome, target };
  }
  return { outcome: config.demo ? embeddedResponse(kind.service) : notConfigured(kind.service), target };
}

/** Stands in for the other side where only demo data can be told. */
const embeddedResponse = (service: string): Outcome => ({
  kind: 'done',
  text: `The embedded ${service} service of the demo took it.`,
});

const notConfigured = (service: string): Outcome => ({
  kind: 'refused',
  reason: `No ${service} service is configured.`,
});

/** The end of a job is in the history of its organization or user, as far as that still exists. */
async function end(tx: Transaction, job: OutboundRow, { outcome, target }: Attempt): Promise<void> {
  if (outcome.kind === 'parked') return;
  const done = outcome.kind === 'done';
  const lastError = done ? null : outcome.reason;
  const status = done ? 'Completed' : 'Failed';
  if (!(await finish(tx, job, { status, lastError }))) return;
  if (done && isOutboundKind(job.kind)) await outboundKinds[job.kind].completed?.(tx, job.targetId);
  if (target === undefined) return;
  const name = isOutboundKind(job.kind) ? `${outboundKinds[job.kind].service} sync` : job.kind;
  await audit(tx, systemContext(job.id), {
    action: `jobs.${job.kind}`,
    targetType: target.type,
    targetId: target.id,
    changes: {
      [`${name}.status`]: { before: 'In Progress', after: status },
      [`${name}.result`]: { before: null, after: done ? outcome.text : outcome.reason },
    },
  });
}
