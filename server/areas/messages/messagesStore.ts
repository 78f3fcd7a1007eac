import { asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { channel, direction } from '../../../shared/contract/exchangeSchemas.ts';
import {
  conversionRecord,
  type MessageAttachment,
  type MessageRecord,
} from '../../../shared/contract/messageSchemas.ts';
import { maskSsns, ssnsIn } from '../../../shared/rules/socialSecurity.ts';
import { conversions, mailAttachments, mailMessages, messageContents } from '../../database/schema/exchange.ts';
import { workflows } from '../../database/schema/workflows.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Transaction } from '../../database/transaction.ts';

/**
 * The message with everything in it but the bytes, social security numbers masked; undefined where there is none. The caller has been granted
 * access to it.
 */
export async function readMessage(tx: Transaction, id: number): Promise<MessageRecord | undefined> {
  const [record] = await tx
    .select({
      message: mailMessages,
      organizationName: organizations.name,
      subject: messageContents.subject,
      body: messageContents.body,
      direction: workflows.direction,
    })
    .from(mailMessages)
    .innerJoin(organizations, eq(organizations.id, mailMessages.organizationId))
    .leftJoin(messageContents, eq(messageContents.mailMessageId, mailMessages.id))
    .leftJoin(workflows, eq(workflows.id, mailMessages.workflowId))
    .where(eq(mailMessages.id, id));
  if (!record) return undefined;
  const { message, organizationName, subject, body } = record;
  const attachments = await attachmentsOf(tx, id);
  const known = attachments.flatMap(({ patient }) => patient?.socialSecurityNumbers ?? []);
  const mask = (text: string) => maskSsns(text, [...known, ...ssnsIn(`${subject ?? ''}\n${body ?? ''}`)]);
  return {
    id,
    isDraft: message.isDraft,
    type: message.type,
    status: message.status,
    channel: channel.parse(message.channel),
    direction: direction.parse(record.direction ?? (message.type === 1 ? 'Inbound' : 'Outbound')),
    organizationId: message.organizationId,
    organizationName,
    fromAddress: message.sender,
    toAddress: message.mailTo.split('; '),
    origin: message.origin,
    subject: mask(subject ?? ''),
    body: mask(body ?? ''),
    hispMessageId: message.hispMessageId,
    createdDate: message.createdDate.toISOString(),
    systemReceivedDate: message.systemReceivedDate?.toISOString() ?? null,
    workflowId: message.workflowId,
    attachments: attachments.map((attachment) => ({
      ...attachment,
      fileName: mask(attachment.fileName),
      documentType: attachment.documentType === null ? null : mask(attachment.documentType),
    })),
  };
}

async function attachmentsOf(tx: Transaction, mailMessageId: number): Promise<MessageAttachment[]> {
  const rows = await tx
    .select()
    .from(mailAttachments)
    .where(eq(mailAttachments.mailMessageId, mailMessageId))
    .orderBy(asc(mailAttachments.id));
  const made = await conversionsOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    fileName: row.name,
    mimeType: row.mimeType,
    sizeInBytes: row.size,
    isPreviewAvailable: row.previewStatus === 'Available',
    previewStatus: row.previewStatus,
    pageCount: row.pageCount,
    hasPdfContent: row.hasPdfContent,
    hasCDAContent: row.hasCdaContent,
    hasHl7Content: row.hasHl7Content,
    documentType: row.documentType,
    documentDate: row.documentDate,
    patient: row.patient,
    problem: row.problem,
    conversions: made.filter(({ mailAttachmentId }) => mailAttachmentId === row.id).map(({ fact }) => fact),
  }));
}

async function conversionsOf(tx: Transaction, attachmentIds: readonly number[]) {
  if (attachmentIds.length === 0) return [];
  const rows = await tx
    .select()
    .from(conversions)
    .where(inArray(conversions.mailAttachmentId, [...attachmentIds]))
    .orderBy(asc(conversions.id));
  return rows.map((row) => ({ mailAttachmentId: row.mailAttachmentId, fact: factOf(row) }));
}

const words = z.object({ kind: conversionRecord.shape.kind, status: conversionRecord.shape.status });

const factOf = (row: typeof conversions.$inferSelect): z.output<typeof conversionRecord> => ({
  ...words.parse(row),
  id: row.id,
  mimeType: row.mimeType,
  size: row.documentSize,
  cacheId: row.contentId,
  error: row.error,
  date: row.date.toISOString(),
});
