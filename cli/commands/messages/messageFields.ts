import type { ArgumentSpec, OptionSpec } from '../../command.ts';
import { CliError } from '../../errors.ts';
import type { Properties } from '../../odata/odataPages.ts';

export const messageArgument: ArgumentSpec = { name: '<message>', summary: 'number of the message (MailMessageId)' };

/** Messages and attachments have numbers; anything else is told before it is asked for. */
export const numberOf = (text: string | undefined, what: string): number => {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new CliError('E-USAGE', `"${text ?? ''}" is no number of ${what}.`);
};

/** Why somebody looks at the content of a message: platform administrators have to say it (spec 1 section 6, design of the inspector). */
export const contentReason: OptionSpec = {
  flags: '--reason <text>',
  summary: 'why you look at the content; kept in the audit trail of the server',
  group: 'Safety',
};

/** The reason as it is sent; told here, so that nothing is asked of the server without one. */
export const givenReason = (reason: string | undefined): string => {
  const text = reason?.trim() ?? '';
  if (text.length >= 4) return text;
  throw new CliError('E-USAGE', 'Say with --reason why you look at the content, in at least 4 characters.', {
    hint: 'Add --reason "Ticket 4711"; it is kept in the audit trail of the server.',
  });
};

export const messageProperties = {
  id: { name: 'MailMessageId', kind: 'number' },
  sender: { name: 'Sender', kind: 'text' },
  mailTo: { name: 'MailTo', kind: 'text' },
  origin: { name: 'Origin', kind: 'text' },
  channel: { name: 'Channel', kind: 'text' },
  organizationName: { name: 'OrganizationName', kind: 'text' },
  tenantId: { name: 'TenantId', kind: 'guid' },
  status: { name: 'Status', kind: 'number' },
  type: { name: 'Type', kind: 'number' },
  isDraft: { name: 'IsDraft', kind: 'flag' },
  createdDate: { name: 'CreatedDate', kind: 'date' },
  systemReceivedDate: { name: 'SystemReceivedDate', kind: 'date' },
  attachmentCount: { name: 'AttachmentCount', kind: 'number' },
  size: { name: 'Size', kind: 'number' },
  workflowId: { name: 'WorkflowId', kind: 'guid' },
  workflowType: { name: 'WorkflowType', kind: 'text' },
  hispMessageId: { name: 'HispMessageId', kind: 'text' },
} as const satisfies Properties;

export const attachmentProperties = {
  id: { name: 'MailAttachmentId', kind: 'number' },
  name: { name: 'Name', kind: 'text' },
  size: { name: 'Size', kind: 'number' },
  mimeType: { name: 'MimeType', kind: 'text' },
  previewAvailable: { name: 'PreviewAvailable', kind: 'flag' },
  previewStatus: { name: 'PreviewStatus', kind: 'text' },
  pageCount: { name: 'PageCount', kind: 'number' },
  hasPdfContent: { name: 'HasPdfContent', kind: 'flag' },
  hasCDAContent: { name: 'HasCDAContent', kind: 'flag' },
  hasHl7Content: { name: 'HasHl7Content', kind: 'flag' },
  problem: { name: 'Problem', kind: 'text' },
} as const satisfies Properties;

export const eventProperties = {
  id: { name: 'EventMessageId', kind: 'number' },
  eventType: { name: 'EventType', kind: 'text' },
  origin: { name: 'Origin', kind: 'text' },
  note: { name: 'Note', kind: 'text' },
  mailAttachmentId: { name: 'MailAttachmentId', kind: 'number' },
  createdDate: { name: 'CreatedDate', kind: 'date' },
  systemReceivedDate: { name: 'SystemReceivedDate', kind: 'date' },
} as const satisfies Properties;

export const conversionProperties = {
  id: { name: 'ConversionId', kind: 'number' },
  kind: { name: 'Kind', kind: 'text' },
  status: { name: 'Status', kind: 'text' },
  documentName: { name: 'DocumentName', kind: 'text' },
  documentExtension: { name: 'DocumentExtension', kind: 'text' },
  documentSize: { name: 'DocumentSize', kind: 'number' },
  processTime: { name: 'ProcessTime', kind: 'number' },
  systemName: { name: 'SystemName', kind: 'text' },
  date: { name: 'Date', kind: 'date' },
} as const satisfies Properties;
