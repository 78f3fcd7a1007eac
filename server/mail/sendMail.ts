import { sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { interruptedText, maxAttempts, type Outcome, waitAfter } from '../jobs/attempts.ts';
import type { TaskRun } from '../jobs/tasks.ts';
import { beginSending, type MailRow, queueMail, settleMail } from './mailStore.ts';
import { deliver } from './mailServer.ts';

interface Services {
  readonly config: Config;
  readonly database: Database;
}

/** One attempt to hand a mail to the mail server (`mail.send`), and what follows from how it ended. */
export async function sendMail({ config, database }: Services, { mailId }: { readonly mailId: string }, run: TaskRun) {
  const mail = await beginSending(database.db, mailId);
  if (!mail) return;
  const { retrySeconds } = config.jobs;
  const outcome: Outcome =
    mail.attempts > maxAttempts(retrySeconds)
      ? { kind: 'refused', reason: interruptedText }
      : await attempt(config, mail, run.signal);
  await inTransaction(database, async (tx) => {
    switch (outcome.kind) {
      case 'done':
        await settleMail(tx, mail, { status: 'Sent', sentAt: sql`now()`, lastError: null });
        return;
      case 'parked':
        if (await settleMail(tx, mail, { attempts: mail.attempts - 1 })) await queueMail(tx, mail.id);
        return;
      case 'refused':
        await settleMail(tx, mail, { status: 'Failed', lastError: outcome.reason });
        return;
      case 'failed': {
        const wait = waitAfter(mail.attempts, retrySeconds);
        const status = wait === undefined ? 'Failed' : 'Pending';
        const settled = await settleMail(tx, mail, { status, lastError: outcome.reason });
        if (settled && wait !== undefined) await queueMail(tx, mail.id, wait);
      }
    }
  });
}

async function attempt(config: Config, mail: MailRow, signal: AbortSignal): Promise<Outcome> {
  const { smtpUrl, from } = config.mail;
  // The setting was taken away while mail waited.
  if (smtpUrl === null) return { kind: 'refused', reason: 'No mail server is configured.' };
  return deliver({ smtpUrl, from, brand: config.brand.name }, mail, signal);
}
