import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { newId } from '../../../database/newId.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { savedAddresses, savedAddressLists } from '../../../database/schema/addresses.ts';
import type { Transaction } from '../../../database/transaction.ts';

export interface SavedAddress {
  readonly address: string;
  readonly displayName: string;
}

/** The list with its version; 0 while none was ever saved. */
export async function savedAddressesOf(db: Drizzle, organizationId: string) {
  const items = await db
    .select({ address: savedAddresses.address, displayName: savedAddresses.displayName })
    .from(savedAddresses)
    .where(eq(savedAddresses.organizationId, organizationId))
    .orderBy(asc(savedAddresses.address));
  const [list] = await db
    .select({ version: savedAddressLists.version })
    .from(savedAddressLists)
    .where(eq(savedAddressLists.organizationId, organizationId));
  return { items, version: list?.version ?? 0 };
}

interface ListChange {
  readonly written: readonly SavedAddress[];
  readonly removed: readonly string[];
}

/** Writes the rows that differ and counts the version of the list up. */
export async function writeSavedAddresses(
  tx: Transaction,
  organizationId: string,
  { written, removed }: ListChange,
): Promise<void> {
  if (removed.length > 0) {
    await tx
      .delete(savedAddresses)
      .where(and(eq(savedAddresses.organizationId, organizationId), inArray(savedAddresses.address, [...removed])));
  }
  if (written.length > 0) {
    await tx
      .insert(savedAddresses)
      .values(written.map((item) => ({ id: newId(), organizationId, ...item })))
      .onConflictDoUpdate({
        target: [savedAddresses.organizationId, savedAddresses.address],
        set: { displayName: sql`excluded.display_name` },
      });
  }
  await tx
    .insert(savedAddressLists)
    .values({ organizationId, version: 1 })
    .onConflictDoUpdate({
      target: savedAddressLists.organizationId,
      set: { version: sql`${savedAddressLists.version} + 1` },
    });
}
