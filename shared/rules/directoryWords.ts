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
