import { createTransport } from 'nodemailer';
import type { Outcome } from '../jobs/attempts.ts';
import type { MailRow } from './mailStore.ts';

const patienceMs = 10_000;

interface MailServer {
  readonly smtpUrl: string;
  readonly from: string;
  readonly brand: string;
}

/**
 * Hands a mail to the mail server as plain text, in one set of headers. The message id is the same in every attempt, so that a mail
 * taken twice, as after a kill, is recognised as one.
 */
export async function deliver(
  { smtpUrl, from, brand }: MailServer,
  mail: MailRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const stop = () => transport.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const sending = transport.sendMail({
      from: { name: brand, address: from },
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.body,
      date: mail.createdAt,
      messageId: `<${mail.id}@${from.split('@')[1]}>`,
    });
    sending.catch(() => undefined);
    await Promise.race([sending, aborted(signal)]);
    return { kind: 'done', text: 'The mail server took it.' };
  } catch (error) {
    return signal.aborted ? { kind: 'parked' } : failureOf(error);
  } finally {
    signal.removeEventListener('abort', stop);
    transport.close();
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });

/** Only numbers and codes: what a mail server says may repeat the address or the text. */
function failureOf(error: unknown): Outcome {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  if (typeof responseCode === 'number') {
    const reason = `The mail server answered ${responseCode}.`;
    return responseCode >= 500 && code !== 'EAUTH' ? { kind: 'refused', reason } : { kind: 'failed', reason };
  }
  return {
    kind: 'failed',
    reason: `The mail server could not be reached (${typeof code === 'string' ? code : 'unknown reason'}).`,
  };
}
