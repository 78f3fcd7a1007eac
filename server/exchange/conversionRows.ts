import { ne, sql } from 'drizzle-orm';
import { putContent } from '../documents/attachmentStore.ts';
import type { ConversionKind, Converted } from '../documents/documents.ts';
import { conversions } from '../database/schema/exchange.ts';
import type { Transaction } from '../database/transaction.ts';

export interface KeptConversion {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly contentId: string;
}

/** Keeps a document made from an attachment: its bytes and how they came to be. A newer one takes the place of an older one. */
export async function keepConversion(
  tx: Transaction,
  attachment: { readonly id: number; readonly name: string },
  kind: ConversionKind,
  made: Converted,
): Promise<KeptConversion> {
  const { id: contentId, size: documentSize, written } = putContent(tx, made.bytes);
  await written;
  const { mimeType, extension, processTime, systemName } = made;
  const documentName = convertedName(attachment.name, extension);
  const facts = {
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
    .values({ mailAttachmentId: attachment.id, kind, ...facts })
    .onConflictDoUpdate({
      target: [conversions.mailAttachmentId, conversions.kind],
      set: { ...facts, date: sql`now()` },
    });
  return { name: documentName, mimeType, size: documentSize, contentId };
}

/** Notes that a document could not be made, and why in words of ours; one that was made before stays. */
export async function noteFailedConversion(
  tx: Transaction,
  attachment: { readonly id: number; readonly name: string },
  kind: ConversionKind,
  error: string,
): Promise<void> {
  const facts = { status: 'Failed', mimeType: 'application/octet-stream', error, contentId: null };
  const size = { documentName: attachment.name, documentExtension: '', documentSize: 0, processTime: 0 };
  await tx
    .insert(conversions)
    .values({ mailAttachmentId: attachment.id, kind, ...facts, ...size, systemName: 'carepost' })
    .onConflictDoUpdate({
      target: [conversions.mailAttachmentId, conversions.kind],
      set: { ...facts, date: sql`now()` },
      setWhere: ne(conversions.status, 'Completed'),
    });
}

/** `letter.tif` becomes `letter.pdf`. */
const convertedName = (name: string, extension: string): string => {
  const plain = extension.replace(/^\./, '');
  return `${name.replace(/\.[^./\\]{1,10}$/, '').slice(0, 240)}.${plain}`;
};
