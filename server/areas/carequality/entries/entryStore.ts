import type { DirectoryListing } from '../../../../shared/rules/directoryEntry.ts';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { directoryEntries } from '../../../database/schema/carequality.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { columnsOf, type EntryFields, type StoredEntry, storedEntry } from './entryFields.ts';

/** Spelled out: inside a select list the library writes columns without their table, and `oid` would be the child's own. */
const isParent = sql<boolean>`exists (
  select from directory_entries child
  where child.parent_oid = "directory_entries"."oid" and child.id <> "directory_entries"."id"
)`;

async function select(db: Drizzle, where: SQL | undefined): Promise<StoredEntry[]> {
  const rows = await db
    .select({ entry: directoryEntries, isParent })
    .from(directoryEntries)
    .where(where)
    .orderBy(sql`lower(display_name)`, asc(directoryEntries.id));
  return rows.map((row) => storedEntry(row.entry, row.isParent));
}

/** Entries of the organization by name. */
export const entriesOf = (db: Drizzle, organizationId: string): Promise<StoredEntry[]> =>
  select(db, eq(directoryEntries.organizationId, organizationId));

/** Writers hold the organization first (ownerStore.ts), so a plain read is up to date and stays so. */
export async function findEntry(tx: Transaction, organizationId: string, id: string): Promise<StoredEntry | undefined> {
  const [entry] = await select(
    tx,
    and(eq(directoryEntries.organizationId, organizationId), eq(directoryEntries.id, id)),
  );
  return entry;
}

/** Stored by an import, so that later changes by users are distinguished from the values of the directory. */
interface Snapshot {
  readonly imported: DirectoryListing;
  readonly importedAt: Date;
}

interface NewEntry {
  readonly id: string;
  readonly organizationId: string;
  readonly fields: EntryFields;
  readonly snapshot?: Snapshot;
}

export async function insertEntry(tx: Transaction, { id, organizationId, fields, snapshot }: NewEntry): Promise<void> {
  await tx.insert(directoryEntries).values({ ...columnsOf(fields), id, organizationId, ...snapshot });
}

export async function updateEntry(
  tx: Transaction,
  id: string,
  fields: EntryFields,
  snapshot?: Snapshot,
): Promise<void> {
  await tx
    .update(directoryEntries)
    .set({ ...columnsOf(fields), version: sql`version + 1`, ...snapshot })
    .where(eq(directoryEntries.id, id));
}

/** For an import without changes: the version stays, so that it is no conflict for a user who edits the entry. */
export async function keepSnapshot(tx: Transaction, id: string, snapshot: Snapshot): Promise<void> {
  await tx.update(directoryEntries).set(snapshot).where(eq(directoryEntries.id, id));
}
