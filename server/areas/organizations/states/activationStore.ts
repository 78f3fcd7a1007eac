import { eq } from 'drizzle-orm';
import { newId } from '../../../database/newId.ts';
import { documentSources } from '../../../database/schema/addresses.ts';
import type { Transaction } from '../../../database/transaction.ts';

interface RecordsAddress {
  readonly organizationId: string;
  readonly address: string;
  readonly displayName: string;
  readonly providerId: string | null;
}

/** Made once; false where the address exists already. */
export async function addRecordsAddress(tx: Transaction, values: RecordsAddress): Promise<boolean> {
  const added = await tx
    .insert(documentSources)
    .values({ id: newId(), ...values })
    .onConflictDoNothing({ target: documentSources.address })
    .returning({ id: documentSources.id });
  return added.length > 0;
}

export async function ownerOfAddress(tx: Transaction, address: string): Promise<string | undefined> {
  const [record] = await tx
    .select({ owner: documentSources.organizationId })
    .from(documentSources)
    .where(eq(documentSources.address, address));
  return record?.owner;
}
