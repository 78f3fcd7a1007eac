import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
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
  await sealClear(database, idProofs, idProofs.userId, documents);
  await sealClear(database, proofReviews, proofReviews.id, documents);
  return documents;
}

/** Until none is left, or another process has the last ones at work. One at a time: documents have up to 20 MB. */
async function sealClear(
  database: Database,
  table: typeof idProofs | typeof proofReviews,
  key: PgColumn,
  { seal }: IdentityDocuments,
): Promise<void> {
  const { userId, content } = table;
  const isClear = sql`substring(${content} from 1 for ${bytesPrefix.length}) <> ${bytesPrefix}`;
  const sealOne = (): Promise<boolean> =>
    inTransaction(database, async (tx) => {
      const [clear] = await tx
        .select({ id: sql<string>`${key}`, userId, content })
        .from(table)
        .where(isClear)
        .limit(1)
        .for('update', { skipLocked: true });
      if (!clear?.content) return false;
      await tx
        .update(table)
        .set({ content: seal(clear.userId, clear.content) })
        .where(eq(key, clear.id));
      return true;
    });
  while (await sealOne());
}
