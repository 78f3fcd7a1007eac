import type { EntitySet } from './entitySet.ts';

/** Number of the attachment within its message. */
const ordinal = (message: string, attachment: string) =>
  `(select count(*) from mail_attachments b where b.mail_message_id = ${message} and b.id <= ${attachment})`;

/** By the type detected in the bytes: the extension of the original name may contain a part of a patient's name. */
const extensionOf = (mimeType: string) => `(case ${mimeType}
  when 'application/pdf' then '.pdf' when 'image/tiff' then '.tif' when 'image/png' then '.png' when 'image/jpeg' then '.jpg'
  when 'image/gif' then '.gif' when 'text/plain' then '.txt' when 'text/html' then '.html' when 'application/zip' then '.zip'
  when 'application/xml' then '.xml' when 'text/xml' then '.xml' when 'application/json' then '.json' when 'text/csv' then '.csv'
  when 'application/cda+xml' then '.xml' when 'application/hl7-cda+xml' then '.xml' when 'application/fhir+json' then '.json'
  when 'application/hl7-v2' then '.hl7' when 'x-application/hl7-v2+er7' then '.hl7' when 'application/rtf' then '.rtf' else '' end)`;

const attachmentName = `('document-' || ${ordinal('t.mail_message_id', 't.id')} || ${extensionOf('t.mime_type')})`;
const convertedName = `('document-' || (select ${ordinal('a.mail_message_id', 'a.id')} from mail_attachments a
  where a.id = t.mail_attachment_id) || ${extensionOf('t.mime_type')})`;

/** File names often contain names of patients: here they are numbers; the original names are content (`GET /api/messages/{id}`). */
export const attachments: EntitySet = {
  entity: 'MailAttachment',
  table: 'mail_attachments',
  key: 'MailAttachmentId',
  defaultTop: 1000,
  properties: {
    MailAttachmentId: { type: 'Int64', column: 't.id' },
    MailMessageId: { type: 'Int64', column: 't.mail_message_id' },
    Name: { type: 'String', column: attachmentName },
    Size: { type: 'Int32', column: 't.size' },
    MimeType: { type: 'String', column: 't.mime_type' },
    PreviewAvailable: { type: 'Boolean', column: `(t.preview_status = 'Available')` },
    PreviewStatus: { type: 'String', column: 't.preview_status' },
    PageCount: { type: 'Int32', column: 't.page_count', isNullable: true },
    HasPdfContent: { type: 'Boolean', column: 't.has_pdf_content' },
    HasCDAContent: { type: 'Boolean', column: 't.has_cda_content' },
    HasHl7Content: { type: 'Boolean', column: 't.has_hl7_content' },
    Problem: { type: 'String', column: 't.problem', isNullable: true },
  },
  navigations: { Conversions: { target: 'conversionperformance', foreignColumn: 't.mail_attachment_id' } },
  search: { contains: ['lower(t.mime_type)', 'lower(t.problem)'], messageIds: [] },
};

export const conversions: EntitySet = {
  entity: 'Conversion',
  table: 'conversions',
  key: 'ConversionId',
  defaultTop: 1000,
  properties: {
    ConversionId: { type: 'Int64', column: 't.id' },
    MailAttachmentId: { type: 'Int64', column: 't.mail_attachment_id' },
    Kind: { type: 'String', column: 't.kind' },
    Status: { type: 'String', column: 't.status' },
    DocumentName: { type: 'String', column: convertedName },
    DocumentExtension: { type: 'String', column: `ltrim(${extensionOf('t.mime_type')}, '.')` },
    DocumentSize: { type: 'Int32', column: 't.document_size' },
    ProcessTime: { type: 'Int32', column: 't.process_time' },
    SystemName: { type: 'String', column: 't.system_name' },
    Date: { type: 'DateTimeOffset', column: 't.date' },
  },
  navigations: {},
  search: { contains: ['lower(t.kind)', 'lower(t.system_name)'], messageIds: [] },
};
