import { isPoBox, isZip, poBoxText, stateText, zipText } from './address.ts';
import { isSocialSecurityNumber, legacyIdentityLimits, socialSecurityText } from './identityProofing.ts';
import { isPhone, phoneText } from './phone.ts';
import { isStateCode } from './states.ts';

/** How the administrators of a brand's organizations are onboarded (spec 2 section 4). */
export const onboardingFlows = ['standard', 'legacy'] as const;
export type OnboardingFlow = (typeof onboardingFlows)[number];

/** Steps of the legacy flow that are only read and acknowledged, in their order (spec 2 section 2, dialog 7). */
export const acknowledgedSteps = ['welcome', 'intro', 'terms'] as const;
export type AcknowledgedStep = (typeof acknowledgedSteps)[number];

/** Steps of the legacy flow before its decision. */
export const legacySteps = [...acknowledgedSteps, 'identity', 'quiz'] as const;
export type LegacyStep = (typeof legacySteps)[number];

/** The step after an acknowledged one. */
export const stepAfter = (step: AcknowledgedStep): LegacyStep =>
  legacySteps[legacySteps.indexOf(step) + 1] ?? 'identity';

/** How often an organization can submit an identity; after that a document decides. Ours. */
export const identityAttemptsMax = 3;

export interface LegacyAddress {
  readonly addressLine: string;
  readonly addressUnit?: string | null | undefined;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** What is submitted for a proofing by questions (spec 2 section 3). */
export interface LegacyIdentity {
  readonly firstName: string;
  readonly lastName: string;
  /** `1980-05-17`. */
  readonly dateOfBirth: string;
  readonly ssn?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly currentAddress: LegacyAddress;
  readonly formerAddress?: LegacyAddress | null | undefined;
}

/** What is wrong with an identity; the specification names the rules, and a text for the SSN alone. */
export const legacyIdentityTexts = {
  required: 'is required',
  dateOfBirth: 'Enter a date of birth in the past.',
  sameAddress: 'The former address is the same as the current address.',
} as const;

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .toLowerCase()
    .replace(/[\s.,#]+/g, ' ')
    .trim();

/** Whether both are the same place, however they are written. */
export const isSameAddress = (a: LegacyAddress, b: LegacyAddress): boolean =>
  plain(a.addressLine) !== '' &&
  plain(a.addressLine) === plain(b.addressLine) &&
  plain(a.addressUnit) === plain(b.addressUnit) &&
  plain(a.zip).slice(0, 5) === plain(b.zip).slice(0, 5);

const addressProblems = (address: LegacyAddress, at: string): [string, string][] => {
  const { addressLine, city, state, zip } = address;
  const missing = Object.entries({ addressLine, city, state, zip }).filter(([, value]) => value.trim() === '');
  return [
    ...missing.map(([field]): [string, string] => [`${at}.${field}`, legacyIdentityTexts.required]),
    ...(isPoBox(addressLine) ? [[`${at}.addressLine`, poBoxText] satisfies [string, string]] : []),
    ...(state !== '' && !isStateCode(state) ? [[`${at}.state`, stateText] satisfies [string, string]] : []),
    ...(zip !== '' && (!isZip(zip) || zip.length > legacyIdentityLimits.zip)
      ? [[`${at}.zip`, zipText] satisfies [string, string]]
      : []),
  ];
};

/** Field to the texts of what is wrong with it (spec 2 section 5). `today` is a day as YYYY-MM-DD. */
export const legacyIdentityProblems = (identity: LegacyIdentity, today: string): Record<string, string[]> => {
  const { dateOfBirth, ssn, phoneNumber, currentAddress, formerAddress } = identity;
  const found: [string, string][] = [
    ...(dateOfBirth >= today || dateOfBirth < '1900-01-01'
      ? [['dateOfBirth', legacyIdentityTexts.dateOfBirth] satisfies [string, string]]
      : []),
    ...(ssn && !isSocialSecurityNumber(ssn) ? [['ssn', socialSecurityText] satisfies [string, string]] : []),
    ...(phoneNumber && !isPhone(phoneNumber) ? [['phoneNumber', phoneText] satisfies [string, string]] : []),
    ...addressProblems(currentAddress, 'currentAddress'),
    ...(formerAddress ? addressProblems(formerAddress, 'formerAddress') : []),
    ...(formerAddress && isSameAddress(currentAddress, formerAddress)
      ? [['formerAddress.addressLine', legacyIdentityTexts.sameAddress] satisfies [string, string]]
      : []),
  ];
  return Object.fromEntries(found.map(([field, text]) => [field, [text]]));
};
