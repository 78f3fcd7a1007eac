import type { DirectoryEntry, DirectoryEntryWrite } from '../../../shared/contract/carequality.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { directoryEntryFor, directoryEntryProblems } from '../../../shared/rules/directoryEntry.ts';
import { responderTypeNames } from '../../../shared/rules/carequality.ts';
import { purposeOfUseName } from '../../../shared/rules/purposeOfUse.ts';

type Texts = Record<
  | 'responderType'
  | 'organizationId'
  | 'homeCommunityId'
  | 'displayName'
  | 'legalName'
  | 'parentOrgId'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'country',
  string | null
>;

/** What the form of a directory entry holds; empty fields are null. */
export type EntryValues = Texts & { otherNames: string[]; isActive: boolean };

const fieldsOf = (source: EntryValues): EntryValues => ({
  responderType: source.responderType,
  organizationId: source.organizationId,
  displayName: source.displayName,
  legalName: source.legalName,
  otherNames: [...source.otherNames],
  homeCommunityId: source.homeCommunityId,
  parentOrgId: source.parentOrgId,
  address: source.address,
  city: source.city,
  state: source.state,
  zipCode: source.zipCode,
  country: source.country,
  isActive: source.isActive,
});

/** The form of an entry, or of a new one prefilled from the organization (spec 1 section 5). */
export const entryToForm = (entry: DirectoryEntry | undefined, organization: Organization): EntryValues =>
  fieldsOf(entry ?? directoryEntryFor(organization));

/** An entry as the server takes it: trimmed, empty as null; a text that is missing is the server's to refuse. */
export const entryToWrite = (values: EntryValues, entry?: Pick<DirectoryEntry, 'id' | 'version'>) => {
  const cleaned = Object.fromEntries(
    Object.entries(fieldsOf(values)).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.trim() || null : value,
    ]),
  );
  return { ...cleaned, ...(entry && { id: entry.id, version: entry.version }) } as DirectoryEntryWrite;
};

/** What is wrong, one text for each field. */
export const entryProblems = (values: EntryValues): Record<string, string> =>
  Object.fromEntries(Object.entries(directoryEntryProblems(values)).map(([field, texts]) => [field, texts.join(' ')]));

const responderNames: Readonly<Record<string, string>> = responderTypeNames;

/** A value of an entry in words; `words` are those for yes, no and empty. */
export const entryText = (
  field: string,
  value: unknown,
  words: { readonly yes: string; readonly no: string; readonly empty: string },
): string => {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value) && value.length > 0) {
    const items = value.filter((item) => typeof item === 'string');
    return items.map((item) => (field === 'purposeOfUseCodes' ? purposeOfUseName(item) : item)).join(', ');
  }
  if (typeof value !== 'string' || value === '') return words.empty;
  return field === 'responderType' ? (responderNames[value] ?? value) : value;
};
