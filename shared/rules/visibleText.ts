import { isOneLine, notOneLineText } from './message.ts';

/** Characters that change the direction of all that follows: a text with them reads as another one. Direction marks are no such characters. */
const directionControl = /[\u202a-\u202e\u2066-\u2069]/;
/** Control characters other than those that part lines and columns. */
const control = /(?![\t\n\r])\p{Cc}/u;
/** A character that a reader sees; a joiner or an accent alone is none. */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Characters without a width; joiners, direction marks and variants are part of other scripts and of emoji, but not of Latin words. */
const withoutWidth =
  /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]|(?<=^|[A-Za-z\s])(?:[\u200c-\u200f]|\p{Variation_Selector})+/gu;

/**
 * The form in which a unique name is stored and compared: names that look the same are the same. Accents are composed, blanks of any
 * kind are one, and what has no width is removed.
 */
export const normaliseName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(withoutWidth, '')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();

/** The spellings of a name for a search that compares characters: as typed, with composed and with decomposed accents. */
export const nameSpellings = (name: string): readonly string[] => {
  const composed = normaliseName(name);
  return [...new Set([composed, name.trim(), composed.normalize('NFD')])];
};

/** Whether a reader sees anything of a text. */
export const isVisible = (text: string): boolean => visible.test(text);

/**
 * Why a required text is refused, as a phrase that continues the name of its field; null where it is valid. Every script is valid, with the
 * joiners of Persian and Indic names and of emoji.
 */
export const visibleTextProblem = (text: string, lines: 'one' | 'many' = 'one'): string | null => {
  if (lines === 'one' ? !isOneLine(text) : control.test(text))
    return lines === 'one' ? notOneLineText : 'must not contain control characters';
  if (directionControl.test(text)) return 'must not contain characters that change the direction of the text';
  return isVisible(text) ? null : 'must contain a character that can be seen';
};
