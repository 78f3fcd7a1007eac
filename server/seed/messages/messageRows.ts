import { historyDays } from './historyTimes.ts';
import type { Row, TableRows } from '../rowsOfEach.ts';
import { attachmentId, type History, type HistoryMessage, receiveWorkflowId, sendWorkflowId } from './history.ts';

/** Codes of a message's status (spec 1 section 4). */
const statuses = { sent: 0, processed: 9, failed: 12 } as const;

const statusOf = ({ isDraft, isIntake, fate }: HistoryMessage): number => {
  if (isDraft) return statuses.sent;
  if (fate?.error) return statuses.failed;
  return isIntake ? statuses.processed : statuses.sent;
};

const bodyBytes = 120;
const sizeOf = ({ documents }: HistoryMessage) => documents.reduce((sum, { size }) => sum + size, bodyBytes);

function* messageRows(history: History): Generator<Row> {
  for (const message of history.all()) {
    const { id, organizationId, isIntake, isDraft, channel, sender, recipient, origin, at, index } = message;
    yield [
      id,
      organizationId,
      isIntake ? 1 : 2,
      channel,
      sender,
      recipient,
      origin,
      statusOf(message),
      isDraft,
      new Date(at),
      isIntake ? new Date(at) : null,
      isIntake ? receiveWorkflowId(index) : sendWorkflowId(index),
      message.hispMessageId,
      sizeOf(message),
      message.documents.length,
    ];
  }
}

const subjects = ['Records as requested', 'Referral', 'Results', 'Transition of care', 'Follow-up'];

function* contentRows(history: History): Generator<Row> {
  for (const { id, index, documents } of history.all()) {
    const [document] = documents;
    const subject = document ? `${document.documentType}, number ${index + 1}` : subjects[index % subjects.length];
    yield [
      id,
      subject,
      'Please find the documents of our patient enclosed. This message was made for a demonstration.',
    ];
  }
}

const unreadable = 'The document could not be read.';

function* attachmentRows(history: History): Generator<Row> {
  for (const message of history.all()) {
    const failed = message.fate?.workflow === 'ProcessWorkflow' && message.fate.error !== null;
    for (const [turn, document] of message.documents.entries()) {
      yield [
        attachmentId(message, turn),
        message.id,
        document.name,
        document.mimeType,
        document.size,
        document.contentId,
        failed ? 'Failed' : 'Available',
        document.kind === 'pdf',
        document.kind === 'ccda',
        document.kind === 'hl7',
        failed ? null : document.pageCount,
        failed ? null : document.documentType,
        failed ? null : document.documentDate,
        failed ? null : document.patient,
        failed ? unreadable : null,
      ];
    }
  }
}

/** Faxes get a preview; now and then somebody wants a clinical document as PDF. */
const pdfEvery = 7;

function* conversionRows(history: History): Generator<Row> {
  let id = firstConversionId;
  for (const message of history.all()) {
    if (message.isDraft || message.fate?.error) continue;
    for (const [turn, { kind, asPdf, name, extension }] of message.documents.entries()) {
      if (!asPdf || (kind === 'ccda' && message.index % pdfEvery !== 0) || (kind === 'tiff' && !message.isIntake))
        continue;
      const isPreview = kind === 'tiff';
      yield [
        id,
        attachmentId(message, turn),
        isPreview ? 'Preview' : 'PDF',
        'Completed',
        'application/pdf',
        `${name.slice(0, -extension.length)}pdf`,
        'pdf',
        asPdf.size,
        40 + (message.index % 180),
        isPreview ? 'carepost-preview' : 'carepost-pdf',
        new Date(message.at + 200),
        asPdf.contentId,
      ];
      id += 1;
    }
  }
}
const firstConversionId = 900_001;

function* documentRows({ parts }: History): Generator<Row> {
  const createdAt = new Date(parts.end - historyDays * 86_400_000);
  for (const { id, bytes, sha256 } of parts.documents.contents)
    yield [id, `\\x${bytes.toString('hex')}`, bytes.length, sha256, createdAt];
}

const words = (text: string) => text.split(' ');

/** Messages with their words and documents. */
export const messageTables = (history: History): TableRows[] => [
  { table: 'document_contents', columns: words('id bytes size sha256 created_at'), rows: documentRows(history) },
  {
    table: 'mail_messages',
    columns: words(
      'id organization_id type channel sender mail_to origin status is_draft created_date system_received_date workflow_id hisp_message_id size attachment_count',
    ),
    rows: messageRows(history),
  },
  { table: 'message_contents', columns: words('mail_message_id subject body'), rows: contentRows(history) },
  {
    table: 'mail_attachments',
    columns: words(
      'id mail_message_id name mime_type size content_id preview_status has_pdf_content has_cda_content has_hl7_content page_count document_type document_date patient problem',
    ),
    rows: attachmentRows(history),
  },
  {
    table: 'conversions',
    columns: words(
      'id mail_attachment_id kind status mime_type document_name document_extension document_size process_time system_name date content_id',
    ),
    rows: conversionRows(history),
  },
];
