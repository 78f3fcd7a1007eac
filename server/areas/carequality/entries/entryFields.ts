import type { DirectoryListing } from '../../../../shared/rules/directoryEntry.ts';
import type { DirectoryEntry } from '../../../../shared/contract/carequality.ts';
import { isInitiatorOnly, type ResponderType } from '../../../../shared/rules/carequality.ts';
import type { directoryEntries } from '../../../database/schema/carequality.ts';

/** The fields that users and imports write, with the names of the contract. */
export type EntryFields = Pick<
  DirectoryEntry,
  | 'responderType'
  | 'organizationId'
  | 'homeCommunityId'
  | 'displayName'
  | 'legalName'
  | 'otherNames'
  | 'parentOrgId'
  | 'purposeOfUseCodes'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'country'
  | 'isActive'
>;

export interface StoredEntry {
  readonly id: string;
  readonly version: number;
  readonly fields: EntryFields;
  readonly isParent: boolean;
  readonly imported: DirectoryListing | null;
  readonly importedAt: Date | null;
}

type Row = typeof directoryEntries.$inferSelect;

/** `organization_id` of the table is a key of ours; what the contract calls `organizationId` is the column `oid`. */
export const storedEntry = (row: Row, isParent: boolean): StoredEntry => ({
  id: row.id,
  version: row.version,
  isParent,
  imported: row.imported,
  importedAt: row.importedAt,
  fields: {
    // Written through the contract, which has these values only.
    responderType: row.responderType as ResponderType,
    organizationId: row.oid,
    homeCommunityId: row.homeCommunityId,
    displayName: row.displayName,
    legalName: row.legalName,
    otherNames: row.otherNames,
    parentOrgId: row.parentOid,
    purposeOfUseCodes: row.purposeOfUseCodes,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    country: row.country,
    isActive: row.isActive,
  },
});

export const columnsOf = ({ organizationId, parentOrgId, ...fields }: EntryFields) => ({
  ...fields,
  oid: organizationId,
  parentOid: parentOrgId,
});

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields that differ from what the directory said at the last import. What it said nothing about cannot differ. */
export function driftedFields({ fields, imported }: Pick<StoredEntry, 'fields' | 'imported'>): string[] {
  if (imported === null) return [];
  // In the order of the fields of the entry, because the database has no order.
  return (Object.keys(fields) as (keyof EntryFields)[]).filter((field) => {
    if (field === 'organizationId' || field === 'responderType') return false;
    const said = imported[field];
    if (said === null || (field === 'purposeOfUseCodes' && imported.purposeOfUseCodes.length === 0)) return false;
    return !isEqual(said, fields[field]);
  });
}

export const toDirectoryEntry = (entry: StoredEntry): DirectoryEntry => ({
  ...entry.fields,
  id: entry.id,
  version: entry.version,
  initiatorOnly: isInitiatorOnly(entry.fields.responderType),
  isParent: entry.isParent,
  importedAt: entry.importedAt?.toISOString() ?? null,
  driftedFields: driftedFields(entry),
});

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export const changesOf = (before: EntryFields | undefined, after: EntryFields): FieldChange[] =>
  (Object.keys(after) as (keyof EntryFields)[])
    .filter((field) => !isEqual(before?.[field] ?? null, after[field] ?? null))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }));

/** For the history of the organization: each key begins with the entry it is about. */
export const auditedChanges = (oid: string, changes: readonly FieldChange[]) =>
  Object.fromEntries(
    changes.map(({ field, before, after }) => [`directory entry ${oid}.${field}`, { before, after }] as const),
  );
