import { z } from 'zod';
import { exchangeLimits } from '../rules/exchange.ts';
import { attachmentTypes, sendAttachmentsAs, subjectMax } from '../rules/message.ts';
import { endpoint } from './endpoint.ts';
import { messageParams } from './exchangeSchemas.ts';
import { acceptedMessage, messageRecord, ofTheOrganization } from './messageSchemas.ts';
import { optionalText, requiredLines, requiredText } from './texts.ts';

const ownSend = "Operators' test messages: a message of an organization, sent through the exchange like any other.";
const ownCopy =
  'The message action bar sends a message on, with its attachments as Original, PDF or CDA (spec 1 section 2).';

/** A line end in it is refused as an address is (E-SENDER-UNKNOWN, E-RECIPIENT-INVALID). */
const address = requiredLines(320);

/** Messages with their content (spec 3 section 7, as far as the inspector uses it). */
export const messages = {
  get: endpoint({
    method: 'GET',
    path: '/api/messages/{id}',
    summary:
      'A message with subject, text, attachments and patients. A platform administrator names a reason (X-Request-Reason)',
    access: ofTheOrganization,
    params: messageParams,
    response: { kind: 'json', schema: messageRecord },
    errors: ['E-NOT-FOUND', 'E-REASON-REQUIRED'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/admin/messages',
    summary: 'Send a message from a direct address of an organization, with its files',
    access: ['SysAdmin'],
    upload: {
      part: 'message',
      file: 'optional',
      types: attachmentTypes,
      maxBytes: exchangeLimits.attachmentBytes,
      most: exchangeLimits.attachments,
    },
    body: z.strictObject({
      from: address,
      to: z.array(address).min(1).max(exchangeLimits.recipients),
      subject: requiredText(subjectMax),
      body: optionalText(100_000),
      attachmentsAs: z.enum(sendAttachmentsAs).optional(),
    }),
    response: { kind: 'json', schema: acceptedMessage, status: 202 },
    errors: ['E-SENDER-UNKNOWN', 'E-RECIPIENT-INVALID', 'E-FILE-TYPE', 'E-FILE-TOO-LARGE'],
    beyondSpec: ownSend,
  }),
  sendCopy: endpoint({
    method: 'POST',
    path: '/api/admin/messages/{id}/send',
    summary:
      'Send a message on from its own organization, with its attachments as they are, as PDF or as CDA documents',
    access: ['SysAdmin'],
    params: messageParams,
    body: z.strictObject({
      to: z.array(address).min(1).max(exchangeLimits.recipients),
      attachmentsAs: z.enum(sendAttachmentsAs),
      reason: requiredLines(1000),
    }),
    response: { kind: 'json', schema: acceptedMessage, status: 202 },
    errors: ['E-NOT-FOUND', 'E-SENDER-UNKNOWN', 'E-RECIPIENT-INVALID', 'E-FILE-TYPE', 'E-CONVERSION'],
    beyondSpec: ownCopy,
  }),
};
