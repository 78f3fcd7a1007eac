import { ne, sql } from 'drizzle-orm';
import { putContent } from '../documents/attachmentStore.ts';
import type { ConversionKind, Converted } from '../documents/documents.ts';
import { conversions } from '../database/schema/exchange.ts';
import type { Transaction } from '../database/transaction.ts';

export interface StoredConversion {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly contentId: string;
}

/** Stores a document that was converted from an attachment, with its bytes. It replaces an older one of its kind. */
export async function saveConversion(
  tx: Transaction,
  attachment: { readonly id: number; readonly name: string },
  kind: ConversionKind,
  converted: Converted,
): Promise<StoredConversion> {
  const { id: contentId, size: documentSize, written } = putContent(tx, converted.bytes);
  await written;
  const { mimeType, extension, processTime, systemName } = converted;
  const documentName = convertedName(attachment.name, extension);
  const columns = {
    status: 'Completed',
    mimeType,
    documentName,
    contentId,
    documentExtension: extension,
    documentSize,
    processTime: Math.round(processTime),
    systemName,
    error: null,
  };
  await tx
    .insert(conversions)
    .values({ mailAttachmentId: attachment.id, kind, ...columns })
    .onConflictDoUpdate({
      target: [conversions.mailAttachmentId, conversions.kind],
      set: { ...columns, date: sql`now()` },
    });
  return { name: documentName, mimeType, size: documentSize, contentId };
}

/** Records that a conversion failed, with the reason; a document that was converted before stays. */
export async function saveFailedConversion(
  tx: Transaction,
  attachment: { readonly id: number; readonly name: string },
  kind: ConversionKind,
  error: string,
): Promise<void> {
  const columns = { status: 'Failed', mimeType: 'application/octet-stream', error, contentId: null };
  const size = { documentName: attachment.name, documentExtension: '', documentSize: 0, processTime: 0 };
  await tx
    .insert(conversions)
    .values({ mailAttachmentId: attachment.id, kind, ...columns, ...size, systemName: 'carepost' })
    .onConflictDoUpdate({
      target: [conversions.mailAttachmentId, conversions.kind],
      set: { ...columns, date: sql`now()` },
      setWhere: ne(conversions.status, 'Completed'),
    });
}

/** `letter.tif` becomes `letter.pdf`. */
const convertedName = (name: string, extension: string): string => {
  const plain = extension.replace(/^\./, '');
  return `${name.replace(/\.[^./\\]{1,10}$/, '').slice(0, 240)}.${plain}`;
};
