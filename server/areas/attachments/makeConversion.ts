import type { z } from 'zod';
import { conversionRecord } from '../../../shared/contract/messageSchemas.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { type ConversionKind, DocumentError } from '../../documents/documents.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import { saveFailedConversion } from '../../exchange/conversionRows.ts';
import { type AttachmentRow, replaceConversion } from './attachmentsStore.ts';

export interface OpenAttachment {
  readonly attachment: AttachmentRow;
  readonly bytes: Buffer;
}

type ConversionRow = Awaited<ReturnType<typeof replaceConversion>>;

/**
 * Makes another form of an attachment and keeps it, with what else belongs into the same transaction. The work is done outside of any
 * transaction: it may take seconds.
 */
export async function makeConversion(
  { database, documents }: Services,
  { attachment, bytes }: OpenAttachment,
  kind: ConversionKind,
  alongside: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<ConversionRow> {
  const identified = await documents.identify(bytes, attachment.name);
  if (identified.isRefused) throw refusal(new DocumentError('unreadable', identified.problem ?? 'It was refused.'));
  const { name, patient, documentDate, documentType } = attachment;
  try {
    const details = { name, title: documentType ?? name, patient, documentDate };
    const made = await documents.convert(bytes, identified, kind, details);
    return await inTransaction(database, async (tx) => {
      await alongside(tx);
      return replaceConversion(tx, attachment, kind, made);
    });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.fault !== 'unsupported') {
      await inTransaction(database, (tx) => saveFailedConversion(tx, attachment, kind, error.message));
    }
    throw refusal(error);
  }
}

const refusal = (cause: DocumentError) => new ApiProblem('E-CONVERSION', { message: cause.message, cause });

export const conversionRecordOf = (row: ConversionRow): z.output<typeof conversionRecord> =>
  conversionRecord.parse({
    ...row,
    size: row.documentSize,
    cacheId: row.contentId,
    date: row.date.toISOString(),
  });
