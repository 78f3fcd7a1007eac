import { and, asc, eq } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { conversions, mailAttachments } from '../../database/schema/exchange.ts';

/** The document that was made under this id, with the message it belongs to. */
export async function findMade(db: Drizzle, contentId: string) {
  const [record] = await db
    .select({
      mailMessageId: mailAttachments.mailMessageId,
      attachmentId: mailAttachments.id,
      kind: conversions.kind,
      name: conversions.documentName,
      mimeType: conversions.mimeType,
    })
    .from(conversions)
    .innerJoin(mailAttachments, eq(mailAttachments.id, conversions.mailAttachmentId))
    .where(and(eq(conversions.contentId, contentId), eq(conversions.status, 'Completed')))
    .orderBy(asc(conversions.id))
    .limit(1);
  return record;
}
