import { useTranslate } from 'react-admin';
import type { DirectoryEntry, DirectoryEntryWrite } from '../../../shared/contract/carequality.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { directoryEntryFor, directoryEntryProblems } from '../../../shared/rules/directoryEntry.ts';
import { responderTypeNames } from '../../../shared/rules/carequality.ts';
import { purposeOfUseName } from '../../../shared/rules/purposeOfUse.ts';

type Texts = Omit<ReturnType<typeof directoryEntryFor>, 'otherNames' | 'isActive'>;

/** Values of the form of a directory entry; empty fields are null. */
export type EntryValues = { [Field in keyof Texts]: string | null } & { otherNames: string[]; isActive: boolean };

/** The form of an entry, or of a new one prefilled from the organization (spec 1 section 5). */
export const entryToForm = (entry: DirectoryEntry | undefined, organization: Organization): EntryValues => {
  const values: EntryValues = directoryEntryFor(organization);
  return entry ? pick(entry, values) : values;
};

/** The fields of the form alone. */
const pick = (entry: DirectoryEntry, values: EntryValues) =>
  Object.fromEntries(Object.keys(values).map((field) => [field, entry[field as keyof EntryValues]])) as EntryValues;

const cleaned = (values: EntryValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, typeof value === 'string' ? value.trim() || null : value]),
  );

/**
 * The request body: all fields of a new entry, the changed fields of a stored one. An imported entry may have values that the
 * contract refuses, so unchanged fields are not sent back.
 */
export const entryToWrite = (values: EntryValues, stored?: DirectoryEntry): DirectoryEntryWrite => {
  const fields = cleaned(values);
  if (stored === undefined) return fields;
  const before = cleaned(pick(stored, values));
  const changed = Object.entries(fields).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  );
  return { ...Object.fromEntries(changed), id: stored.id, version: stored.version };
};

/** Validator of a field; of a stored entry only changed fields are validated. */
export const validateEntry =
  (field: keyof EntryValues, stored: DirectoryEntry | undefined) =>
  (_value: unknown, values: object): string | undefined =>
    directoryEntryProblems(values, stored)[field]?.join(' ');

const responderNames: Readonly<Record<string, string>> = responderTypeNames;

/** Names of an entry's fields and texts of their values. */
export const useEntryText = () => {
  const translate = useTranslate();
  const valueText = (field: string, value: unknown): string => {
    if (typeof value === 'boolean') return translate(`carequality.fields.${value ? 'yes' : 'no'}`);
    if (Array.isArray(value) && value.length > 0) {
      const items = value.filter((item) => typeof item === 'string');
      return items.map((item) => (field === 'purposeOfUseCodes' ? purposeOfUseName(item) : item)).join(', ');
    }
    if (typeof value !== 'string' || value === '') return translate('carequality.fields.emptyValue');
    return field === 'responderType' ? (responderNames[value] ?? value) : value;
  };
  return { fieldName: (field: string) => translate(`carequality.fields.${field}`, { _: field }), valueText };
};
