import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '../../config.ts';
import { oneLine } from '../../mail/addMail.ts';
import type { NewAttachment } from '../newMessage.ts';
import { handOver, type Patience, type RelayOutcome } from './handOver.ts';

/** A message for an address of another platform, as the relay gets it. */
export interface RelayMail {
  /** The same in every attempt, so that a receiver can tell a repetition. */
  readonly hispMessageId: string;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly date: Date;
  readonly attachments: readonly (NewAttachment & { readonly mimeType: string })[];
}

/** A relay may look at a message for a while before it answers: giving up on it leaves a delivery that nobody knows of. */
const relayPatience: Patience = { connectMs: 10_000, answerMs: 120_000 };

/** Hands one message for one recipient to the mail server of `SMTP_URL`, once. Without it there is no route. */
export async function relayMail(
  config: Config,
  mail: RelayMail,
  signal: AbortSignal,
  patience = relayPatience,
): Promise<RelayOutcome> {
  const { smtpUrl } = config.mail;
  if (smtpUrl === null) return { kind: 'noRoute' };
  const composed = await composeMail(mail);
  return handOver({ smtpUrl, from: mail.sender, to: mail.recipient, bytes: composed, signal, patience });
}

/**
 * The bytes of a mail: text and attachments in one set of headers (IN-5), the same in every attempt. Attachments travel as base64, so
 * that no relay on the way changes a byte of them.
 */
function composeMail(mail: RelayMail): Promise<Buffer> {
  const { hispMessageId, sender, recipient, subject, body, date, attachments } = mail;
  const composer = new MailComposer({
    from: { name: '', address: sender },
    to: { name: '', address: recipient },
    subject: oneLine(subject),
    text: body,
    date,
    messageId: `<${hispMessageId.replace(/^<|>$/g, '')}>`,
    attachments: attachments.map(({ name, bytes, mimeType }) => ({
      filename: name,
      content: bytes,
      contentType: mimeType,
      contentTransferEncoding: 'base64',
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
