/** Shown when a street begins like a P.O. Box (spec 3 section 5). */
export const poBoxText = 'Street address cannot be a P.O. Box';

const poBox = /^\s*p(?:ost(?:al)?)?[.\s-]*o(?:ffice)?[.\s-]*(?:box(?![a-z])|b\.?\s*#?\s*\d)/i;

/** Whether a street begins like a P.O. Box; streets such as "Po Boxwood Lane" do not (spec 3 section 5). */
export const isPoBox = (street: string): boolean => poBox.test(street);

/** Whether the value is a US ZIP code: 5 digits, or 9 with or without the hyphen. */
export const isZip = (value: string): boolean => /^\d{5}(?:-?\d{4})?$/.test(value);

/** Shown when a ZIP code fails `isZip`. */
export const zipText = 'Enter a valid ZIP code: 5 or 9 digits.';

/** Shown where a search takes the first digits of a ZIP code as well. */
export const zipStartText = 'Enter a ZIP code of 5 or 9 digits, or its first digits.';

/** Shown when a US state is not in the list of states. */
export const stateText = 'Choose a state from the list.';

/** Shown when a country is no two-letter code. */
export const countryText = 'Enter the two-letter country code.';

/** Whether the value has the form of an ISO 3166 two-letter country code, in upper case. */
export const isCountryCode = (value: string): boolean => /^[A-Z]{2}$/.test(value);

/** The three things that can be wrong with a direct address (spec 3 section 5). */
export const directAddressTexts = {
  characters: 'Direct Address contains invalid character.',
  consecutivePeriods: "Direct Address can't have consecutive period character.",
  outerPeriod: "Direct Address can't start or end with period character.",
} as const;

const directCharacters = /^[A-Za-z0-9.!#$_%&/`'|{}=?*+^~-]*$/;

/**
 * What is wrong with the part of a direct address a person types (before the @; the domain belongs to the organization),
 * or null. An empty value passes: whether it is required is another rule (spec 3 section 5).
 */
export const directAddressProblem = (localPart: string): string | null => {
  if (!directCharacters.test(localPart)) return directAddressTexts.characters;
  if (localPart.includes('..')) return directAddressTexts.consecutivePeriods;
  return localPart.startsWith('.') || localPart.endsWith('.') ? directAddressTexts.outerPeriod : null;
};
