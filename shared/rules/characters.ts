/** Shown when a text lacks the blank it needs (spec 3 section 5, Space rule). */
export const spaceRequiredText = 'A space is required.';

/** Default text of the unique value rule (spec 3 section 5). */
export const uniqueText = 'This value already exists.';

const plain = (entry: string): string => entry.trim().toLowerCase();

const standardCharacter = /[\w !-/:-@[-`{-~]/;

/**
 * Chars rule: word characters, blank and standard (ASCII) punctuation pass. Otherwise the text of spec 3 section 5, ending
 * with the characters at fault, each once.
 */
export const charactersProblem = (value: string): string | null => {
  const faults = [...new Set(value)].filter((character) => !standardCharacter.test(character));
  return faults.length === 0 ? null : `Invalid characters in field: ${faults.join(' ')}`;
};

/** Space rule: a filled text needs a blank between two words (spec 3 section 5). */
export const spaceProblem = (value: string): string | null => {
  const text = value.trim();
  return text === '' || text.includes(' ') ? null : spaceRequiredText;
};

/** Unique value rule: the text to show when one of the others is the same, ignoring case and outer blanks. */
export const uniqueProblem = (value: string, others: readonly string[], text: string = uniqueText): string | null =>
  others.some((other) => plain(other) === plain(value)) ? text : null;

/** Required-any group: whether at least one of the values is filled (spec 3 section 5; Find Provider, spec 2 section 5). */
export const hasAnyValue = (values: readonly (string | null | undefined)[]): boolean =>
  values.some((value) => Boolean(value?.trim()));

/** Whether a text is digits only (numeric-only input, spec 3 section 5). */
export const isDigits = (value: string): boolean => /^\d+$/.test(value);

/** Whether a text is a whole number, with an optional sign (integer input, spec 3 section 5). */
export const isWholeNumber = (value: string): boolean => /^[+-]?\d+$/.test(value);
