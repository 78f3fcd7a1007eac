/** Foreign text on one line: without control characters and what turns its direction, runs of blanks as one. */
export const cleanText = (value: string | undefined | null): string =>
  // oxlint-disable-next-line no-control-regex -- naming them is the point
  (value ?? '').replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();

/** The same, cut where it gets too long. */
export const shortText = (value: string | undefined | null, most: number): string => {
  const letters = Array.from(cleanText(value));
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('');
};
