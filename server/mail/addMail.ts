import type { Config } from '../config.ts';
import { newId } from '../database/newId.ts';
import type { Transaction } from '../database/transaction.ts';
import { isEmail } from '../../shared/rules/email.ts';
import { insertMail, queueMail } from './mailStore.ts';

interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The organization it is about. */
  readonly organizationId?: string;
}

/**
 * Adds a mail in the transaction of the action that causes it: sent by a job where a mail server is configured, captured otherwise. A recipient or a
 * subject that could break out of its header line is a defect of the caller and refused (IN-5).
 */
export async function addMail(tx: Transaction, { mail: settings }: Pick<Config, 'mail'>, mail: Mail): Promise<void> {
  if (!isEmail(mail.recipient)) throw new Error('The recipient of a mail must be one e-mail address.');
  if (mail.subject !== oneLine(mail.subject)) throw new Error('The subject of a mail must be one line.');
  const id = newId();
  const status = settings.smtpUrl === null ? 'Captured' : 'Pending';
  await insertMail(tx, { id, ...mail, status });
  if (status === 'Pending') await queueMail(tx, id);
}

/** A time in a mail, in the time zone of the installation: `November 27, 2026 at 2:10 PM UTC`. */
export const mailTime = (time: Date, { timeZone }: Pick<Config, 'timeZone'>): string =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(time);

/** Text as it may stand in a header: control characters and line breaks become single spaces. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
