import { countryText, isCountryCode, isPoBox, isZip, poBoxText, stateText, zipText } from './address.ts';
import { isOid, oidText } from './carequality.ts';
import { emailText, isEmail } from './email.ts';
import { faxText, isFax } from './fax.ts';
import { isNpi, npiText } from './npi.ts';
import { type OrganizationGroupFields, organizationGroupProblems } from './organizationGroups.ts';
import { isPhone, phoneText } from './phone.ts';
import { invalidValueText, isSecureUrl } from './secureUrl.ts';
import { defaultCountry, isStateCode } from './states.ts';
import { subdomainProblem } from './subdomain.ts';

/** Shown when a form with missing or wrong fields is submitted (spec 1 section 5). */
export const requiredFieldsText = 'Please fill out all required fields.';

/** The organization editor's fields that have a rule beyond their shape; a null or empty value means none. */
export type OrganizationFields = OrganizationGroupFields & {
  readonly name?: string | null | undefined;
  readonly subdomain?: string | null | undefined;
  readonly numberOfUsers?: number | string | null | undefined;
  readonly npi?: string | null | undefined;
  readonly homeCommunityId?: string | null | undefined;
  readonly ssoUrl?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly fax?: string | null | undefined;
  readonly address?: AddressFields | null | undefined;
  readonly contact?: ContactFields | null | undefined;
};
type AddressFields = {
  readonly street?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zip?: string | null | undefined;
  readonly country?: string | null | undefined;
};
type ContactFields = {
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly fax?: string | null | undefined;
};

/**
 * How the fields are to be read: a whole record (the default), a new one, which also needs its subdomain, or a partial
 * change, in which a field left out stays as it is.
 */
export type OrganizationCheck = 'record' | 'new' | 'change';

type Check = readonly [
  field: string,
  value: string | null | undefined,
  isValid: (text: string) => boolean,
  text: string,
];

const addressChecks = (address: AddressFields): Check[] => {
  const inUnitedStates = (address.country?.trim() || defaultCountry) === defaultCountry;
  return [
    ['address.street', address.street, (text) => !isPoBox(text), poBoxText],
    ['address.state', address.state, (text) => !inUnitedStates || isStateCode(text), stateText],
    ['address.zip', address.zip, (text) => !inUnitedStates || isZip(text), zipText],
    ['address.country', address.country, isCountryCode, countryText],
  ];
};

const checksOf = (fields: OrganizationFields): Check[] => [
  ['npi', fields.npi, isNpi, npiText],
  ['homeCommunityId', fields.homeCommunityId, isOid, oidText],
  ['ssoUrl', fields.ssoUrl, isSecureUrl, invalidValueText],
  ['phone', fields.phone, isPhone, phoneText],
  ['fax', fields.fax, isFax, faxText],
  ...addressChecks(fields.address ?? {}),
  ['contact.email', fields.contact?.email, isEmail, emailText],
  ['contact.phone', fields.contact?.phone, isPhone, phoneText],
  ['contact.fax', fields.contact?.fax, isFax, faxText],
];

const nameProblem = (name: string | null | undefined, check: OrganizationCheck): string | null =>
  (name === undefined && check === 'change') || name?.trim() ? null : 'Name is required.';

const usersProblem = (users: OrganizationFields['numberOfUsers']): string | null => {
  if (users === undefined) return null;
  if (users === null || users === '') return 'Number of users is required.';
  const count = Number(users);
  return Number.isInteger(count) && count >= 1 ? null : 'Number of users must be a whole number of at least 1.';
};

const subdomainOf = (subdomain: string | null | undefined, check: OrganizationCheck): string | null =>
  subdomain?.trim() || check === 'new' ? subdomainProblem(subdomain ?? '') : null;

/**
 * What a schema cannot say about an organization (spec 1 section 5, spec 3 section 5): texts by field path, empty when all
 * is well. Ids (network, brand, plan, reseller, type, specialty), city and the contact's names have no rule beyond their
 * shape. Whether a subdomain is free and which plan fits are the server's and reseller.ts's questions.
 */
export const organizationProblems = (
  fields: OrganizationFields,
  check: OrganizationCheck = 'record',
): Record<string, string[]> => {
  const problems: Record<string, string[]> = {};
  const report = (field: string, text: string | null) => {
    if (text !== null) problems[field] = [text];
  };
  report('name', nameProblem(fields.name, check));
  report('subdomain', subdomainOf(fields.subdomain, check));
  report('numberOfUsers', usersProblem(fields.numberOfUsers));
  for (const [field, value, isValid, text] of checksOf(fields)) {
    const trimmed = value?.trim();
    if (trimmed && !isValid(trimmed)) report(field, text);
  }
  for (const [field, text] of organizationGroupProblems(fields, check === 'change')) {
    problems[field] = [...(problems[field] ?? []), text];
  }
  return problems;
};

/** Where an organization stands in its cancellation; the list toggle shows the last two (spec 1 section 4). */
export type Cancellation = 'none' | 'canceling' | 'canceled';

/** Dates of a cancellation: when it was requested and when it takes effect, as dates or ISO texts. */
export type CancellationDates = {
  readonly cancelAt?: Date | string | null | undefined;
  readonly cancelRequestedAt?: Date | string | null | undefined;
};

/** Canceled from `cancelAt` on, canceling from the request until then (spec 1 section 4). */
export const cancellationOf = ({ cancelAt, cancelRequestedAt }: CancellationDates, now: Date): Cancellation => {
  if (cancelAt) return new Date(cancelAt).getTime() <= now.getTime() ? 'canceled' : 'canceling';
  return cancelRequestedAt ? 'canceling' : 'none';
};

/** Activation starts with a default records address unless the administrator unticks it (spec 1 section 3). */
export const seedRecordsDefault = true;

/** Feature toggle that shows the WestFax tab (spec 1 section 6). */
export const westFaxFeature = 'WestFaxInterface';

/** The lowest address limit a service account may get: the number of addresses it has registered (spec 1 section 5). */
export const addressLimitProblem = (limit: number, registered: number): string | null =>
  limit < registered ? `The number of Allowed Addresses cannot be lower than ${registered}` : null;
