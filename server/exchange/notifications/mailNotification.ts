import type { Config } from '../../config.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Outcome } from '../../jobs/attempts.ts';
import { addMail, oneLine } from '../../mail/addMail.ts';
import { isEmail } from '../../../shared/rules/email.ts';
import type { NotificationToSend } from './notificationStore.ts';

/** What becomes of an e-mail is known before it is queued: from then on the mail queue has it, with attempts of its own. */
export function mailOutcome({ mail }: Pick<Config, 'mail'>, { target }: NotificationToSend): Outcome {
  if (!isEmail(target)) return { kind: 'refused', reason: 'This is not an e-mail address.' };
  const text = mail.smtpUrl === null ? 'Captured: no mail server is configured.' : 'Handed to the mail queue.';
  return { kind: 'done', text };
}

/** The e-mail names the message by its number and says nothing of what is in it. */
export async function addNotificationMail(
  tx: Transaction,
  config: Config,
  { target, event, mailMessageId, organizationId, organizationName }: NotificationToSend,
): Promise<void> {
  const what = `Message ${mailMessageId}: ${event}`;
  await addMail(tx, config, {
    organizationId,
    recipient: target,
    subject: oneLine(`${what} (${organizationName})`),
    body: [
      what,
      '',
      `Organization: ${oneLine(organizationName)}`,
      `Open it: ${config.publicUrl}/admin/messages/${mailMessageId}`,
      '',
      'For privacy this e-mail says nothing of the content of the message.',
    ].join('\n'),
  });
}
