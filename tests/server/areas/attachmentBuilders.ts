import { eq, ne } from 'drizzle-orm';
import type { Database } from '../../../server/database/openDatabase.ts';
import { mailAttachments, mailMessages, messageContents } from '../../../server/database/schema/exchange.ts';
import { organizations } from '../../../server/database/schema/organizations.ts';
import { users } from '../../../server/database/schema/people.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import { putContent } from '../../../server/documents/attachmentStore.ts';
import { identify } from '../../../server/documents/identify/identify.ts';

/** The organization of the demo's administrator, and one that is not theirs. */
export async function twoOrganizations({ db }: Pick<Database, 'db'>): Promise<{ own: string; other: string }> {
  const [user] = await db.select().from(users).where(eq(users.userName, 'admin@carepost.example'));
  const own = user?.organizationId ?? '';
  const [other] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(ne(organizations.id, own))
    .limit(1);
  return { own, other: other?.id ?? '' };
}

/** A message with one attachment, as it stands after processing. */
export const putMessage = (
  database: Database,
  organizationId: string,
  { name, bytes, mimeType }: { readonly name: string; readonly bytes: Buffer; readonly mimeType?: string },
): Promise<{ id: number; attId: number }> =>
  inTransaction(database, async (tx) => {
    const [message] = await tx
      .insert(mailMessages)
      .values({
        organizationId,
        type: 1,
        channel: 'Direct',
        sender: 'doctor@elsewhere.example',
        mailTo: 'records@here.example',
        origin: 'test',
        status: 9,
        workflowId: crypto.randomUUID(),
        hispMessageId: `<${crypto.randomUUID()}@test>`,
      })
      .returning({ id: mailMessages.id });
    const id = message?.id ?? 0;
    await tx.insert(messageContents).values({ mailMessageId: id, subject: 'Subject', body: 'Body' });
    const { id: contentId, size, written } = putContent(tx, bytes);
    await written;
    const { mimeType: match, hasPdfContent, hasCdaContent, hasHl7Content, problem } = await identify(bytes, name);
    const details = { hasPdfContent, hasCdaContent, hasHl7Content, problem, previewStatus: 'None' };
    const [attachment] = await tx
      .insert(mailAttachments)
      .values({ mailMessageId: id, name, mimeType: mimeType ?? match, size, contentId, ...details })
      .returning({ id: mailAttachments.id });
    return { id, attId: attachment?.id ?? 0 };
  });
