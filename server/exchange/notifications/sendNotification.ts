import { inTransaction } from '../../database/transaction.ts';
import { interruptedText, maxAttempts, type Outcome, waitAfter } from '../../jobs/attempts.ts';
import type { TaskRun } from '../../jobs/tasks.ts';
import type { ExchangeServices } from '../exchangeServices.ts';
import { addNotificationMail, mailOutcome } from './mailNotification.ts';
import {
  beginNotifying,
  enqueueNotification,
  type NotificationToSend,
  parkNotification,
  settleNotification,
} from './notificationStore.ts';
import { postNotification } from './postNotification.ts';

/** One attempt of a notification (`notification.send`), and what follows from how it ended. */
export async function sendNotification(
  services: ExchangeServices,
  { notificationId }: { readonly notificationId: string },
  run: TaskRun,
): Promise<void> {
  const { config, database } = services;
  const begun = await beginNotifying(database.db, notificationId);
  if (!begun) return;
  const { retrySeconds } = config.jobs;
  const outcome: Outcome =
    begun.attemptCount > maxAttempts(retrySeconds)
      ? { kind: 'refused', reason: interruptedText }
      : begun.type === emailType
        ? mailOutcome(config, begun)
        : await postNotification(config, begun, run.signal);
  await inTransaction(database, async (tx) => {
    if (outcome.kind === 'parked') {
      if (await parkNotification(tx, begun)) await enqueueNotification(tx, begun.id);
      return;
    }
    const wait = outcome.kind === 'failed' ? waitAfter(begun.attemptCount, retrySeconds) : undefined;
    if (!(await settleNotification(tx, begun, settlementOf(outcome, begun, wait)))) return;
    if (wait !== undefined) await enqueueNotification(tx, begun.id, wait);
    // In the transaction that ends the attempt, so that the mail is queued once.
    if (outcome.kind === 'done' && begun.type === emailType) await addNotificationMail(tx, config, begun);
  });
}

const emailType = 10;

function settlementOf(
  outcome: Exclude<Outcome, { kind: 'parked' }>,
  { attemptCount }: NotificationToSend,
  wait: number | undefined,
) {
  const status = outcome.kind === 'done' ? 'Completed' : wait === undefined ? 'Failed' : 'Retrying';
  const said = outcome.kind === 'done' ? outcome.text : outcome.reason;
  return { status, line: `${new Date().toISOString()} Attempt ${attemptCount}: ${said}` } as const;
}
