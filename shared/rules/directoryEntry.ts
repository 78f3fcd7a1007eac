import { countryText, isCountryCode, isZip, stateText, zipText } from './address.ts';
import { isOid, oidText, plainOid, type ResponderType, responderTypes } from './carequality.ts';
import { defaultCountry, isStateCode } from './states.ts';

type Text = string | null | undefined;

/** A directory entry as a form, a command line or a request has it (spec 1 section 5). */
export type DirectoryEntryFields = {
  readonly responderType?: Text;
  readonly organizationId?: Text;
  readonly homeCommunityId?: Text;
  readonly displayName?: Text;
  readonly legalName?: Text;
  readonly otherNames?: readonly string[] | null | undefined;
  readonly parentOrgId?: Text;
  readonly address?: Text;
  readonly city?: Text;
  readonly state?: Text;
  readonly zipCode?: Text;
  readonly country?: Text;
};

/** An entry as the FHIR directory describes it. Null: the directory says nothing about it. */
export interface DirectoryListing {
  readonly displayName: string;
  readonly legalName: string | null;
  readonly otherNames: readonly string[];
  readonly homeCommunityId: string | null;
  readonly parentOrgId: string | null;
  readonly purposeOfUseCodes: readonly string[];
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly country: string | null;
  readonly isActive: boolean;
}

/** The fields an entry cannot be without, with the names people read (spec 1 section 5). */
export const requiredEntryFields = {
  responderType: 'Responder type',
  organizationId: 'OrganizationId',
  displayName: 'Display name',
  address: 'Street',
  city: 'City',
  state: 'State',
  zipCode: 'Zip',
  country: 'Country',
} as const satisfies Partial<Record<keyof DirectoryEntryFields, string>>;

/** Shown when an entry names itself as its parent. */
export const ownParentText = 'An entry cannot be its own parent.';
/** Shown when the responder type is not of the list. */
export const responderTypeText = 'Choose a responder type from the list.';

const trimmed = (value: Text): string => value?.trim() ?? '';
const isResponderType = (value: string): value is ResponderType => responderTypes.some((type) => type === value);

/**
 * Validation errors of an entry: messages by field, empty when it is valid; web, server and command line use it (spec 1 section 5).
 * With the stored entry only changed fields are validated, because an imported entry may lack fields that a new one requires.
 */
export const directoryEntryProblems = (
  fields: DirectoryEntryFields,
  stored?: DirectoryEntryFields,
): Record<string, string[]> => {
  const problems: Record<string, string[]> = {};
  const isChanged = (field: keyof DirectoryEntryFields) =>
    stored === undefined || String(fields[field] ?? '').trim() !== String(stored[field] ?? '').trim();
  const report = (field: keyof DirectoryEntryFields, isWrong: boolean, text: string) => {
    if (isWrong && problems[field] === undefined && isChanged(field)) problems[field] = [text];
  };
  for (const [field, name] of Object.entries(requiredEntryFields) as [keyof typeof requiredEntryFields, string][])
    report(field, trimmed(fields[field]) === '', `${name} is required.`);

  const [oid, parent, community] = [
    trimmed(fields.organizationId),
    trimmed(fields.parentOrgId),
    trimmed(fields.homeCommunityId),
  ];
  report('responderType', !isResponderType(trimmed(fields.responderType)), responderTypeText);
  report('organizationId', !isOid(oid), oidText);
  report('homeCommunityId', community !== '' && !isOid(community), oidText);
  report('parentOrgId', parent !== '' && !isOid(parent), oidText);
  report('parentOrgId', parent !== '' && plainOid(parent) === plainOid(oid), ownParentText);

  const country = trimmed(fields.country);
  report('country', !isCountryCode(country), countryText);
  report('state', country === defaultCountry && !isStateCode(trimmed(fields.state)), stateText);
  report('zipCode', country === defaultCountry && !isZip(trimmed(fields.zipCode)), zipText);
  return problems;
};

/** What of an organization a new entry begins with. */
export type EntryOrganization = {
  readonly name?: Text;
  readonly homeCommunityId?: Text;
  readonly address?: {
    readonly street?: Text;
    readonly city?: Text;
    readonly state?: Text;
    readonly zip?: Text;
    readonly country?: Text;
  } | null;
  readonly carequality?: { readonly organizationOid?: Text; readonly responderType?: ResponderType | null } | null;
};

/** A new entry, prefilled from the organization (spec 1 section 5). Fields it does not know are empty. */
export const directoryEntryFor = ({ name, homeCommunityId, address, carequality }: EntryOrganization) => ({
  responderType: carequality?.responderType ?? null,
  organizationId: plainOid(trimmed(carequality?.organizationOid)),
  homeCommunityId: plainOid(trimmed(homeCommunityId)),
  displayName: trimmed(name),
  legalName: '',
  otherNames: [] as string[],
  parentOrgId: '',
  address: trimmed(address?.street),
  city: trimmed(address?.city),
  state: trimmed(address?.state),
  zipCode: trimmed(address?.zip),
  country: trimmed(address?.country) || defaultCountry,
  isActive: true,
});
