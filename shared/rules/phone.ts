const separators = /^[\d\-().\s]*$/;

/** The 10 digits of a telephone number without the leading 1, or null when it is none (spec 3 section 5). */
export const phoneDigits = (value: string): string | null => {
  if (!separators.test(value)) return null;
  const digits = value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? digits : null;
};

/** Whether the value is a telephone number: 10 digits, an optional leading 1, separators - ( ) . and blanks (spec 3 section 5). */
export const isPhone = (value: string): boolean => phoneDigits(value) !== null;

/** Shown when a telephone number fails `isPhone`. */
export const phoneText = 'Enter a valid phone number with 10 digits.';

/** 10 digits as (xxx) xxx-xxxx; any other number of digits gives an empty text (spec 2 section 5). */
export const formatPhone = (value: string): string => {
  const digits = value.replace(/\D/g, '');
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : '';
};

/** Area codes of toll-free numbers the no800 rule refuses (spec 3 section 9). */
export const tollFreePrefixes = ['800', '888', '877', '866', '855', '844'] as const;

/** Whether the number is toll-free, with or without the leading 1 (the no800 rule, spec 3 section 5). */
export const isTollFree = (value: string): boolean => {
  const digits = phoneDigits(value);
  return digits !== null && tollFreePrefixes.some((prefix) => digits.startsWith(prefix));
};
