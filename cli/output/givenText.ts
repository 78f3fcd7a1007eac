import { didYouMean } from '../../shared/rules/suggest.ts';
import { CliError } from '../errors.ts';

/** The text of a filter flag. An unset variable of a script leaves it empty, and a filter for nothing would select everything. */
export const givenText = (flag: string, text: string): string => {
  if (text.trim() !== '') return text;
  throw new CliError('E-USAGE', `${flag} is empty.`, { hint: `Leave ${flag} out, or say what it is to look for.` });
};

/** The one of the known words that was meant; capitals do not matter. */
export const givenWord = (flag: string, text: string, words: readonly string[]): string => {
  const wanted = givenText(flag, text).trim().toLowerCase();
  const found = words.find((word) => word.toLowerCase() === wanted);
  if (found !== undefined) return found;
  throw new CliError('E-USAGE', `${flag} "${text}" is not known.${didYouMean(wanted, words)}`, {
    hint: `Choose from ${words.join(', ')}.`,
  });
};
