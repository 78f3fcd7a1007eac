import { editDistance } from './suggest.ts';

const accents = /[\u0300-\u036f'\u2018\u2019`]/g;
const separators = /[\s!-/:-@[-`{-\u00bf\u2000-\u206f]+/;

/**
 * The words of a name as the provider directory compares them: letters and digits in lower case, without accents and apostrophes.
 * "O'Neil-Pérez" is oneil, perez. The database has the same function (`directory_words_of` of migration 0030).
 */
export const directoryWordsOf = (value: string): string[] => [
  ...new Set(
    value
      .toLowerCase()
      .normalize('NFD')
      .replace(accents, '')
      .split(separators)
      .filter((word) => word !== '')
      .map((word) => Array.from(word).slice(0, 60).join('')),
  ),
];

/** Whether each searched word is the beginning of a word of the name, in any order. */
export const hasDirectoryWords = (name: string, searched: readonly string[]): boolean => {
  const words = directoryWordsOf(name);
  return searched.every((start) => words.some((word) => word.startsWith(start)));
};

/** Edits that a word of this length may have and still be meant: more of them in longer words. */
export const editsAllowed = (word: string): number => (word.length < 5 ? 1 : word.length < 9 ? 2 : 3);

/** Whether a word may be a misspelling of another one. */
export const isNearWord = (typed: string, word: string): boolean => {
  const edits = editDistance(typed, word);
  return edits <= editsAllowed(typed) && edits < word.length;
};

/** As `hasDirectoryWords`, with words that are written nearly alike. */
export const hasNearWords = (name: string, searched: readonly string[]): boolean => {
  const words = directoryWordsOf(name);
  return searched.every((typed) => words.some((word) => word.startsWith(typed) || isNearWord(typed, word)));
};
