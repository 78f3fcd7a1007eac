import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '../../config.ts';
import { oneLine } from '../../mail/addMail.ts';
import type { NewAttachment } from '../newMessage.ts';
import { sendMail, type Timeouts, type RelayOutcome } from './sendMail.ts';

/** A message for an address of another platform, as the relay gets it. */
export interface RelayMail {
  /** The same in every attempt, so that a receiver recognizes a repetition. */
  readonly hispMessageId: string;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly date: Date;
  readonly attachments: readonly (NewAttachment & { readonly mimeType: string })[];
}

/** A relay may inspect a message for some time before it replies: a timeout leaves a delivery with an unknown result. */
const relayTimeouts: Timeouts = { connectMs: 10_000, replyMs: 120_000 };

/** Sends one message to one recipient through the mail server of `SMTP_URL`, once. Without it there is no route. */
export async function relayMail(
  config: Config,
  mail: RelayMail,
  signal: AbortSignal,
  timeouts = relayTimeouts,
): Promise<RelayOutcome> {
  const { smtpUrl } = config.mail;
  if (smtpUrl === null) return { kind: 'noRoute' };
  const composed = await composeMail(mail);
  return sendMail({ smtpUrl, from: mail.sender, to: mail.recipient, bytes: composed, signal, timeouts });
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
