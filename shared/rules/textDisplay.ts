import { displayAddress } from './fax.ts';

/** What stands for the part that was cut off. */
export const ellipsis = '…';

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text, cut after so many characters with an ellipsis behind; never through the middle of one a reader sees. */
export const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of characters.segment(text)) {
    if (count === max) return text.slice(0, index) + ellipsis;
    count += 1;
  }
  return text;
};

/** Addresses or values shown of a longer list (spec 3 section 9). */
export const shownValues = 3;

/** What stands between shown values (spec 3 section 9). */
export const valueDelimiter = ';';

/** A list cut after so many values: "a; b; c; [ 2 more ]" (spec 3 section 9). */
export const displayValues = (values: readonly string[], shown: number = shownValues): string => {
  const hidden = values.length - shown;
  const parts = hidden > 0 ? [...values.slice(0, shown), `[ ${hidden} more ]`] : values;
  return parts.join(`${valueDelimiter} `);
};

/** The same for addresses, fax numbers dashed (spec 3 section 9). */
export const displayAddresses = (addresses: readonly string[]): string => displayValues(addresses.map(displayAddress));

/** Highest count the directory tabs show (spec 2 section 9). */
export const countCap = 99;

/** A count, or 'N+' above its cap, such as 99+ (spec 2 section 9, spec 3 section 9). */
export const cappedCount = (count: number, cap: number = countCap): string => (count > cap ? `${cap}+` : String(count));
