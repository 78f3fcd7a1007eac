import { z } from 'zod';
import { channel, direction, messageNumber } from './exchangeSchemas.ts';
import { id } from './ids.ts';

const when = z.iso.datetime();

/** People see messages of their own organization; platform administrators name a reason, which is audited with every look. */
export const ofTheOrganization = ['SysAdmin', 'Administrator', 'User'] as const;

/** What a document says of its patient; texts as the document has them. */
export const patientData = z.object({
  fullName: z.string().nullable(),
  firstName: z.string().nullable(),
  middleName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** YYYY-MM-DD. */
  birthDate: z.string().nullable(),
  /** M, F or UN. */
  gender: z.string().nullable(),
  /** Without social security numbers: they are no identifiers of a place. */
  patientIds: z.array(z.object({ root: z.string(), id: z.string() })),
  /** Masked: `***-**-6789`. */
  socialSecurityNumbers: z.array(z.string()),
  streetAddress1: z.string().nullable(),
  /** The other lines of the street, joined by commas. */
  streetAddress2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  telephone: z.string().nullable(),
});
export type PatientData = z.output<typeof patientData>;

/** A document made from an attachment: what `GET /api/Preview/Document/{cacheId}` gives. */
export const conversionRecord = z.object({
  id: z.int(),
  kind: z.enum(['Preview', 'PDF', 'CDA', 'Text']),
  status: z.enum(['Pending', 'Completed', 'Failed']),
  mimeType: z.string(),
  size: z.int(),
  cacheId: id.nullable(),
  error: z.string().nullable(),
  date: when,
});

export const messageAttachment = z.object({
  id: z.int(),
  fileName: z.string(),
  mimeType: z.string(),
  sizeInBytes: z.int(),
  isPreviewAvailable: z.boolean(),
  /** Available, Processing, Failed or None. */
  previewStatus: z.string(),
  pageCount: z.int().nullable(),
  hasPdfContent: z.boolean(),
  hasCDAContent: z.boolean(),
  hasHl7Content: z.boolean(),
  documentType: z.string().nullable(),
  documentDate: z.string().nullable(),
  patient: patientData.nullable(),
  /** Why it was refused or could not be read. */
  problem: z.string().nullable(),
  conversions: z.array(conversionRecord),
});
export type MessageAttachment = z.output<typeof messageAttachment>;

export const messageRecord = z.object({
  id: z.int(),
  isDraft: z.boolean(),
  type: z.int(),
  status: z.int(),
  channel,
  direction,
  organizationId: id,
  organizationName: z.string(),
  fromAddress: z.string(),
  toAddress: z.array(z.string()),
  origin: z.string(),
  subject: z.string(),
  body: z.string(),
  hispMessageId: z.string(),
  createdDate: when,
  systemReceivedDate: when.nullable(),
  workflowId: id,
  attachments: z.array(messageAttachment),
});
export type MessageRecord = z.output<typeof messageRecord>;

export const acceptedMessage = z.object({ mailMessageId: messageNumber, workflowId: id, hispMessageId: z.string() });

/** Media types an attachment is answered with; whatever is not known to be harmless leaves as application/octet-stream. */
export const attachmentMediaTypes = [
  'application/pdf',
  'image/tiff',
  'image/png',
  'image/jpeg',
  'image/gif',
  'application/xml',
  'text/plain',
  'application/hl7-v2',
  'application/json',
  'application/octet-stream',
] as const;
