import { and, asc, eq } from 'drizzle-orm';
import { readContent } from '../../documents/attachmentStore.ts';
import { documentSources } from '../../database/schema/addresses.ts';
import { eventMessages, mailAttachments, mailMessages, messageContents } from '../../database/schema/exchange.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import type { Transaction } from '../../database/transaction.ts';
import { findAddresses } from '../../exchange/directAddress.ts';
import type { NewAttachment } from '../../exchange/newMessage.ts';

/** A message with its bytes, as it is sent on. Whoever calls has been granted it. */
export async function readOriginal(tx: Transaction, id: number) {
  const [record] = await tx
    .select({
      type: mailMessages.type,
      organizationId: mailMessages.organizationId,
      sender: mailMessages.sender,
      mailTo: mailMessages.mailTo,
      subject: messageContents.subject,
      body: messageContents.body,
    })
    .from(mailMessages)
    .innerJoin(messageContents, eq(messageContents.mailMessageId, mailMessages.id))
    .where(eq(mailMessages.id, id));
  return record && { ...record, attachments: await attachmentsOf(tx, id) };
}

async function attachmentsOf(tx: Transaction, mailMessageId: number): Promise<NewAttachment[]> {
  const rows = await tx
    .select({ name: mailAttachments.name, contentId: mailAttachments.contentId })
    .from(mailAttachments)
    .where(eq(mailAttachments.mailMessageId, mailMessageId))
    .orderBy(asc(mailAttachments.id));
  const attachments: NewAttachment[] = [];
  for (const { name, contentId } of rows) {
    const bytes = await readContent(tx, contentId);
    if (!bytes) throw new Error('The bytes of an attachment are gone.');
    attachments.push({ name, bytes });
  }
  return attachments;
}

/** The first direct address of the organization that can send now. */
export async function usableAddressOf(db: Drizzle, organizationId: string): Promise<string | undefined> {
  const rows = await db
    .select({ address: documentSources.address })
    .from(documentSources)
    .where(and(eq(documentSources.organizationId, organizationId), eq(documentSources.type, 'DirectMessaging')))
    .orderBy(asc(documentSources.address));
  const addresses = rows.map(({ address }) => address);
  const owners = await findAddresses(db, addresses);
  return addresses.find((address) => owners.get(address)?.isUsable);
}

/** Leaves with the original that it was sent on, and as what. */
export async function noteForwarded(tx: Transaction, mailMessageId: number, copyId: number): Promise<void> {
  const note = `sent on as message ${copyId}`;
  await tx
    .insert(eventMessages)
    .values({ mailMessageId, origin: 'Operator', eventType: 'Forwarded', note, systemReceivedDate: new Date() });
}
