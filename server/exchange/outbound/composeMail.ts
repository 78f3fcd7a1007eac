import MailComposer from 'nodemailer/lib/mail-composer';
import { oneLine } from '../../mail/addMail.ts';
import type { RelayMail } from './relay.ts';

/**
 * The bytes of a mail: text and attachments in one set of headers (IN-5), the same in every attempt. Attachments travel as base64, so
 * that no relay on the way changes a byte of them.
 */
export function composeMail(mail: RelayMail): Promise<Buffer> {
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
