import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { conversions, mailAttachments } from '../../database/schema/exchange.ts';
import type { Transaction } from '../../database/transaction.ts';
import { deleteContent } from '../../documents/attachmentStore.ts';
import type { ConversionKind, Converted } from '../../documents/documents.ts';
import { saveConversion } from '../../exchange/conversionRows.ts';

/** An attachment as its calls need it. */
export type AttachmentRow = NonNullable<Awaited<ReturnType<typeof findAttachment>>>;

export interface AttachmentKey {
  /** The message it has to belong to. */
  readonly id: number;
  readonly attId: number;
}

export async function findAttachment(db: Drizzle, { id, attId }: AttachmentKey) {
  const [record] = await db
    .select()
    .from(mailAttachments)
    .where(and(eq(mailAttachments.id, attId), eq(mailAttachments.mailMessageId, id)));
  return record;
}

/** The newest document of these kinds that was made from an attachment. */
export async function findConversion(db: Drizzle, attachmentId: number, kinds: readonly ConversionKind[]) {
  const [record] = await db
    .select()
    .from(conversions)
    .where(
      and(
        eq(conversions.mailAttachmentId, attachmentId),
        inArray(conversions.kind, [...kinds]),
        eq(conversions.status, 'Completed'),
      ),
    )
    .orderBy(desc(conversions.date))
    .limit(1);
  return record;
}

/** Keeps what was made and lets go of what it replaces, unless another message still has that. */
export async function replaceConversion(
  tx: Transaction,
  attachment: Pick<AttachmentRow, 'id' | 'name'>,
  kind: ConversionKind,
  made: Converted,
) {
  const replaced = await findConversion(tx, attachment.id, [kind]);
  await saveConversion(tx, attachment, kind, made);
  if (replaced?.contentId) await deleteUnused(tx, replaced.contentId);
  const kept = await findConversion(tx, attachment.id, [kind]);
  if (!kept) throw new Error('A conversion that was just kept is not there.');
  return kept;
}

async function deleteUnused(tx: Transaction, contentId: string): Promise<void> {
  const [attached] = await tx
    .select({ id: mailAttachments.id })
    .from(mailAttachments)
    .where(eq(mailAttachments.contentId, contentId))
    .limit(1);
  const [converted] = await tx
    .select({ id: conversions.id })
    .from(conversions)
    .where(eq(conversions.contentId, contentId))
    .limit(1);
  if (!attached && !converted) await deleteContent(tx, contentId);
}

export async function setPreviewStatus(tx: Transaction, attachmentId: number, previewStatus: string): Promise<void> {
  await tx.update(mailAttachments).set({ previewStatus }).where(eq(mailAttachments.id, attachmentId));
}
