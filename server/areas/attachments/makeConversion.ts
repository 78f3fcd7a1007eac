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

/** What else belongs into the transaction that keeps a conversion, or that it failed: its audit row first. */
type Alongside = (tx: Transaction, isMade: boolean) => Promise<void>;

/**
 * Makes another form of an attachment and keeps it. The work is done outside of any transaction: it may take seconds. What cannot be audited leaves
 * nothing behind.
 */
export async function makeConversion(
  { database, documents }: Services,
  { attachment, bytes }: OpenAttachment,
  kind: ConversionKind,
  alongside: Alongside = () => Promise.resolve(),
): Promise<ConversionRow> {
  const { name, patient, documentDate, documentType } = attachment;
  try {
    const identified = await documents.identify(bytes, name);
    if (identified.isRefused) throw new DocumentError('unreadable', identified.problem ?? 'It was refused.');
    const details = { name, title: documentType ?? name, patient, documentDate };
    const made = await documents.convert(bytes, identified, kind, details);
    return await inTransaction(database, async (tx) => {
      await alongside(tx, true);
      return replaceConversion(tx, attachment, kind, made);
    });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.fault !== 'unsupported')
      await inTransaction(database, async (tx) => {
        await alongside(tx, false);
        await saveFailedConversion(tx, attachment, kind, error.message);
      });
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
