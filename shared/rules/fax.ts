/** Fewest digits of a fax number that is shown dashed (spec 2 section 5). */
export const faxDigitsMin = 10;

/** Most digits of such a number (spec 2 section 5). */
export const faxDigitsMax = 13;

const grouped = /^(\d{0,3})(\d{3})(\d{3})(\d{4})$/;

const dashed = (digits: string): string | null => {
  if (digits.length < faxDigitsMin || digits.length > faxDigitsMax) return null;
  return (grouped.exec(digits) ?? []).slice(1).filter(Boolean).join('-');
};

/** A fax number with dashes: its digits when there are 10 to 13 of them, else the text as it came (spec 2 section 5). */
export const formatFax = (value: string): string => dashed(value.replace(/\D/g, '')) ?? value;

/** An address as lists show it: dashed when it is nothing but 10 to 13 digits, else unchanged (spec 3 section 9). */
export const displayAddress = (address: string): string => (/^\d+$/.test(address) ? dashed(address) : null) ?? address;

/** Whether the value is a fax number: 10 to 13 digits, separators - ( ) . and blanks, an optional leading +. */
export const isFax = (value: string): boolean =>
  /^\+?[\d\-().\s]*$/.test(value.trim()) && dashed(value.replace(/\D/g, '')) !== null;

/** The digits a fax number is stored as: those of North America without the leading 1, so that one number has one form. */
export const faxDigits = (value: string): string => value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** Shown when a fax number fails `isFax`. */
export const faxText = 'Enter a valid fax number with 10 to 13 digits.';

/** The numbers of a pasted list: one per line, non-digits stripped, empty lines dropped (spec 3 section 5). */
export const faxList = (text: string): string[] =>
  text
    .split(/\r?\n|\r/)
    .map((line) => line.replace(/\D/g, ''))
    .filter(Boolean);
