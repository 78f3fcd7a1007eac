const issuerPrefix = '80840';

/** Sum of the Luhn algorithm over decimal digits, check digit last. */
const luhnSum = (digits: string): number => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum;
};

/**
 * Whether the value is a national provider identifier: 10 digits, or 15 digits starting 80840, with a right Luhn check
 * digit over the 15-digit form (spec 3 section 5).
 */
export const isNpi = (value: string): boolean => {
  const full = /^\d{10}$/.test(value) ? issuerPrefix + value : value;
  return /^80840\d{10}$/.test(full) && luhnSum(full) % 10 === 0;
};

/** Shown beside a field whose NPI fails `isNpi`. */
export const npiText = 'Enter a valid NPI: 10 digits, or 15 digits starting with 80840.';
