import type { FastifyBaseLogger } from 'fastify';
import type { SMTPServerSession } from 'smtp-server';
import { normaliseAddress } from '../../../shared/rules/directAddress.ts';
import { isDatabaseOutage, sqlState } from '../../database/sqlState.ts';
import { acceptIncoming } from '../acceptIncoming.ts';
import { type AddressOwner, findAddress } from '../directAddress.ts';
import type { ExchangeServices } from '../exchangeServices.ts';
import type { Accepted } from '../newMessage.ts';
import type { MailReader } from './mailReader.ts';
import type { SmtpParts } from './smtpListener.ts';
import { disabledRecipient, later, SmtpReply, unknownRecipient, unreadable } from './smtpReply.ts';

interface Parts {
  readonly services: ExchangeServices;
  readonly reader: MailReader;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/** Where messages say they came from. */
const origin = 'SMTP';

/** Of delivery reports and receipts (RFC 5321, 4.5.5): they are messages like any other, and nothing here replies to a mail. */
const nullSenderNote = 'without a return address (MAIL FROM:<>), as delivery reports and receipts are sent';

/** Handlers of the listener: whether an address receives mail, and accepting a mail for each of its recipients. */
export function mailTaking({ services, reader, log }: Parts): Pick<SmtpParts, 'checkRecipient' | 'takeMail'> {
  const owners = new WeakMap<SMTPServerSession, Map<string, AddressOwner>>();
  const ownersOf = (session: SMTPServerSession) => {
    const known = owners.get(session) ?? new Map<string, AddressOwner>();
    owners.set(session, known);
    return known;
  };

  /** Every error except a refusal is temporary: the sender retries later. */
  const orLater = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SmtpReply) throw error;
      // Not its text: a failed statement quotes what was to be written.
      const details = { name: error instanceof Error ? error.name : typeof error, state: sqlState(error) };
      if (!isDatabaseOutage(error)) log.error(details, 'mail could not be taken');
      throw later();
    }
  };

  return {
    checkRecipient: (session, { address }) =>
      orLater(async () => {
        const recipient = normaliseAddress(address);
        const owner = await findAddress(services.database.db, recipient);
        if (!owner) throw unknownRecipient();
        if (!owner.isUsable) throw disabledRecipient();
        ownersOf(session).set(recipient, owner);
      }),

    takeMail: (session, bytes) =>
      orLater(async () => {
        const begunAt = new Date().toISOString();
        const result = await reader.read(bytes);
        if (result.kind === 'refused') throw unreadable(result.reason);
        const { messageId, attachments, ...mail } = result.mail;
        const taken: Accepted[] = [];
        for (const { address } of session.envelope.rcptTo) {
          const owner = ownersOf(session).get(normaliseAddress(address));
          if (!owner) throw unknownRecipient();
          const accepted = await acceptIncoming(services, {
            ...mail,
            organizationId: owner.organizationId,
            channel: 'Direct',
            recipient: owner.address,
            hispMessageId: messageId,
            origin,
            begunAt,
            ...(session.envelope.mailFrom && session.envelope.mailFrom.address !== '' ? {} : { note: nullSenderNote }),
            attachments: attachments.map(({ name, bytes: content }) => ({ name, bytes: bufferOf(content) })),
          });
          taken.push(accepted);
        }
        const messages = taken.map(({ mailMessageId }) => mailMessageId);
        log.info(
          { messages, bytes: bytes.length, repeated: taken.some(({ isDuplicate }) => isDuplicate) },
          'mail taken',
        );
        return `Taken as ${messages.join(', ')}`;
      }),
  };
}

/** The same bytes: what comes from the other process is a part of a larger buffer. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
