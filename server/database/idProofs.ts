import { idProofs } from './schema/people.ts';
import type { Transaction } from './transaction.ts';

/** Stores the identity document of a user; the former one is replaced. */
export async function saveIdProof(tx: Transaction, values: typeof idProofs.$inferInsert): Promise<void> {
  const { userId: _key, ...set } = { ...values, uploadedAt: new Date() };
  await tx.insert(idProofs).values(values).onConflictDoUpdate({ target: idProofs.userId, set });
}
