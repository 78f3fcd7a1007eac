import { dayOf, isCalendarDate } from '../../shared/rules/dates.ts';
import { type LegacyAddress, type LegacyIdentity, legacyIdentityProblems } from '../../shared/rules/legacyProofing.ts';

type Entry = string | null | undefined;
export type AddressEntries = Readonly<Partial<Record<keyof LegacyAddress, Entry>>>;

/** The identity form as it is typed; the date is YYYY-MM-DD, or the text that is no date. */
export interface IdentityEntries extends Readonly<Partial<Record<'firstName' | 'lastName' | 'dateOfBirth', Entry>>> {
  readonly ssn?: Entry;
  readonly phoneNumber?: Entry;
  readonly currentAddress?: AddressEntries;
  readonly formerAddress?: AddressEntries;
}

const text = (entry: Entry): string => (entry ?? '').trim();
export const addressOf = (entries: AddressEntries = {}): LegacyAddress => ({
  addressLine: text(entries.addressLine),
  addressUnit: text(entries.addressUnit) || null,
  city: text(entries.city),
  state: text(entries.state),
  zip: text(entries.zip),
});

/** The form as it is sent: trimmed, an empty former address as none. */
export const identityOf = (entries: IdentityEntries): LegacyIdentity => ({
  firstName: text(entries.firstName),
  lastName: text(entries.lastName),
  dateOfBirth: text(entries.dateOfBirth),
  ssn: text(entries.ssn) || null,
  phoneNumber: text(entries.phoneNumber) || null,
  currentAddress: addressOf(entries.currentAddress),
  formerAddress: Object.values(entries.formerAddress ?? {}).some((entry) => text(entry) !== '')
    ? addressOf(entries.formerAddress)
    : null,
});

interface Nested {
  [field: string]: string | Nested;
}

/** What is wrong with the form, at its inputs (spec 2 section 5). `texts` are the texts of an empty field and of a text that is no date. */
export const identityErrors = (
  entries: IdentityEntries,
  texts: { readonly required: string; readonly noDate: string },
  today = dayOf(new Date()),
): Record<string, string | Nested> => {
  const identity = identityOf(entries);
  const { dateOfBirth } = identity;
  const missing = (['firstName', 'lastName', 'dateOfBirth'] as const).filter((field) => identity[field] === '');
  const found: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(legacyIdentityProblems(identity, today)).map(([field, [first = '']]) => [
        field,
        first === 'is required' ? texts.required : first,
      ]),
    ),
    ...(dateOfBirth !== '' && !isCalendarDate(dateOfBirth) ? { dateOfBirth: texts.noDate } : {}),
    ...Object.fromEntries(missing.map((field) => [field, texts.required])),
  };
  const nested: Record<string, string | Nested> = {};
  for (const [path, message] of Object.entries(found)) {
    const [field = '', inner] = path.split('.');
    const before = nested[field];
    if (inner === undefined) nested[field] = message;
    else nested[field] = { ...(typeof before === 'object' ? before : {}), [inner]: message };
  }
  return nested;
};
