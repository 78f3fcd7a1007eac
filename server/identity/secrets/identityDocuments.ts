import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/openDatabase.ts';
import { idProofs } from '../../database/schema/people.ts';
import { proofReviews } from '../../database/schema/proofing.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { InstallationSecrets } from './installationSecrets.ts';
import { bytesPrefix, isSealedBytes, sealBytes, unsealBytes } from './seal.ts';

/** Identity documents (images, PDF) as the database has them: encrypted, each for its person alone. */
export interface IdentityDocuments {
  readonly seal: (userId: string, bytes: Uint8Array) => Buffer;
  /** Throws when the document was changed or belongs to another person. */
  readonly open: (userId: string, stored: Buffer) => Buffer;
}

const rowOf = (userId: string) => `identity_document/${userId}`;

/** With a key of their own, which the key file protects: a new key file needs no document written again. Encrypts what is stored in clear. */
export async function openIdentityDocuments(
  database: Database,
  secrets: Pick<InstallationSecrets, 'load'>,
): Promise<IdentityDocuments> {
  const { key } = await secrets.load('identityDocuments', async () => ({ key: randomBytes(32).toString('base64url') }));
  const keyBytes = Buffer.from(key, 'base64url');
  const documents: IdentityDocuments = {
    seal: (userId, bytes) => sealBytes(keyBytes, bytes, rowOf(userId)),
    open: (userId, stored) => (isSealedBytes(stored) ? unsealBytes(keyBytes, stored, rowOf(userId)) : stored),
  };
  while (await sealOne(database, documents));
  return documents;
}

const inClear = (content: PgColumn): SQL | undefined =>
  and(isNotNull(content), sql`substring(${content} from 1 for ${bytesPrefix.length}) <> ${bytesPrefix}`);

/** One at a time: documents have up to 20 MB. False where none is left, or another process has the last ones at work. */
const sealOne = (database: Database, { seal }: IdentityDocuments): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const [proof] = await tx
      .select({ userId: idProofs.userId, content: idProofs.content })
      .from(idProofs)
      .where(inClear(idProofs.content))
      .limit(1)
      .for('update', { skipLocked: true });
    if (proof) {
      const { userId, content } = proof;
      await tx
        .update(idProofs)
        .set({ content: seal(userId, content) })
        .where(eq(idProofs.userId, userId));
      return true;
    }
    const [review] = await tx
      .select({ id: proofReviews.id, userId: proofReviews.userId, content: proofReviews.content })
      .from(proofReviews)
      .where(inClear(proofReviews.content))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!review?.content) return false;
    const content = seal(review.userId, review.content);
    await tx.update(proofReviews).set({ content }).where(eq(proofReviews.id, review.id));
    return true;
  });
