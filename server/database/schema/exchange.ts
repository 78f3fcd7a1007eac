import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PatientData } from '../../../shared/contract/messageSchemas.ts';
import { bytea, number, ofOrganization, when } from '../columns.ts';

const ofMessage = () =>
  number()
    .notNull()
    .references(() => mailMessages.id, { onDelete: 'cascade' });

/**
 * A message of one organization (spec 1 section 3): what came in (type 1) or goes out (type 2). Narrow on purpose: the inspector reads
 * millions of these, their words stand in `message_contents`.
 */
export const mailMessages = pgTable(
  'mail_messages',
  {
    /** MailMessageId. */
    id: number().primaryKey().generatedByDefaultAsIdentity({ startWith: 100_001 }),
    organizationId: ofOrganization(),
    type: integer().notNull(),
    channel: text().notNull(),
    sender: text().notNull(),
    /** Recipients, separated by `; `. Of an incoming message: the address of the organization it came to. */
    mailTo: text().notNull(),
    origin: text().notNull(),
    /** Code by index (spec 1 section 4). */
    status: integer().notNull(),
    isDraft: boolean().notNull().default(false),
    createdDate: when().notNull().defaultNow(),
    systemReceivedDate: when(),
    /** The workflow that brought or sends it: MessageReceiveWorkflow or MessageSendWorkflow. */
    workflowId: uuid().notNull(),
    /** Message-ID of the mail, or made by us; the same for the message that is sent and the one that arrives. */
    hispMessageId: text().notNull(),
    /** What a sender's repetition is known by: hash of Message-ID, recipient and content. */
    dedupeKey: text(),
    size: integer().notNull().default(0),
    attachmentCount: integer().notNull().default(0),
  },
  (t) => [
    index('mail_messages_organization').on(t.organizationId, t.id),
    uniqueIndex('mail_messages_dedupe').on(t.dedupeKey).where(sql`dedupe_key is not null`),
    // With `is_draft`, because nearly every filter names it: pages are skipped in the index alone.
    index('mail_messages_status').on(t.status, t.id, t.isDraft),
    index('mail_messages_created').on(t.createdDate, t.id, t.isDraft),
    index('mail_messages_hisp').on(t.hispMessageId),
    index('mail_messages_workflow').on(t.workflowId),
    index('mail_messages_hisp_trgm').using('gin', sql`lower(${t.hispMessageId}) gin_trgm_ops`),
    index('mail_messages_drafts').on(t.id).where(sql`is_draft`),
    index('mail_messages_sent').on(t.id).where(sql`not is_draft`),
    index('mail_messages_sender_trgm').using('gin', sql`lower(${t.sender}) gin_trgm_ops`),
    index('mail_messages_to_trgm').using('gin', sql`lower(${t.mailTo}) gin_trgm_ops`),
  ],
);

/** The words of a message: subject and text may name a patient, so they are read only where a reason was given or by their own organization. */
export const messageContents = pgTable('message_contents', {
  mailMessageId: ofMessage().primaryKey(),
  subject: text().notNull(),
  body: text().notNull(),
});

/** Bytes of documents; written by server/documents/attachmentStore.ts alone, read elsewhere only by exchange/preprocess.ts. */
export const documentContents = pgTable('document_contents', {
  id: uuid().primaryKey(),
  bytes: bytea().notNull(),
  size: integer().notNull(),
  sha256: text().notNull(),
  createdAt: when().notNull().defaultNow(),
});

export const mailAttachments = pgTable(
  'mail_attachments',
  {
    /** MailAttachmentId. */
    id: number().primaryKey().generatedByDefaultAsIdentity({ startWith: 500_001 }),
    mailMessageId: ofMessage(),
    name: text().notNull(),
    /** As found in the bytes, never as claimed. */
    mimeType: text().notNull(),
    size: integer().notNull(),
    contentId: uuid()
      .notNull()
      .references(() => documentContents.id),
    /** Available, Processing, Failed or None. */
    previewStatus: text().notNull().default('Processing'),
    hasPdfContent: boolean().notNull().default(false),
    hasCdaContent: boolean().notNull().default(false),
    hasHl7Content: boolean().notNull().default(false),
    pageCount: integer(),
    documentType: text(),
    documentDate: text(),
    /** Social security numbers are stored masked only, so that neither a query nor an index has one. */
    patient: jsonb().$type<PatientData>(),
    /** Why it was refused or could not be read: a text of ours, never of the document. */
    problem: text(),
  },
  (t) => [
    index('mail_attachments_message').on(t.mailMessageId, t.id),
    index('mail_attachments_content').on(t.contentId),
  ],
);

/** A document made from an attachment (spec 1 section 3, conversion record). `kind`: Preview, PDF, CDA, Text. */
export const conversions = pgTable(
  'conversions',
  {
    id: number().primaryKey().generatedByDefaultAsIdentity({ startWith: 900_001 }),
    mailAttachmentId: number()
      .notNull()
      .references(() => mailAttachments.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** Pending, Completed, Failed. */
    status: text().notNull(),
    mimeType: text().notNull(),
    documentName: text().notNull(),
    documentExtension: text().notNull(),
    documentSize: integer().notNull(),
    /** Milliseconds. */
    processTime: integer().notNull(),
    /** What made it: `carepost-pdf`, `carepost-cda`, … */
    systemName: text().notNull(),
    date: when().notNull().defaultNow(),
    contentId: uuid().references(() => documentContents.id),
    error: text(),
  },
  (t) => [
    uniqueIndex('conversions_kind').on(t.mailAttachmentId, t.kind),
    index('conversions_content').on(t.contentId),
    index('conversions_date').on(t.date),
  ],
);

export const eventMessages = pgTable(
  'event_messages',
  {
    id: number().primaryKey().generatedByDefaultAsIdentity(),
    mailMessageId: ofMessage(),
    mailAttachmentId: number(),
    origin: text().notNull(),
    eventType: text().notNull(),
    /** Words of ours: codes, addresses and counts, nothing of patients. */
    note: text(),
    createdDate: when().notNull().defaultNow(),
    systemReceivedDate: when(),
  },
  (t) => [index('event_messages_message').on(t.mailMessageId, t.id)],
);

/** One row for each recipient of a sent message: the duplicate-delivery guard. Written in the transaction of the delivery. */
export const deliveries = pgTable(
  'deliveries',
  {
    mailMessageId: ofMessage(),
    recipient: text().notNull(),
    /** Local or Relay. */
    route: text(),
    /** Pending, Sending (a relay has it in hand), Delivered, Failed, Unknown. */
    status: text().notNull().default('Pending'),
    deliveredMailMessageId: number(),
    at: when(),
    error: text(),
  },
  (t) => [primaryKey({ columns: [t.mailMessageId, t.recipient] })],
);
