import type { Context } from '../command.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { CliError } from '../errors.ts';
import { moment } from './where.ts';

/** The text of a filter flag. An unset variable of a script leaves it empty, and a filter for nothing would select everything. */
export const textOfFlag = (flag: string, text: string): string => {
  if (text.trim() !== '') return text;
  throw new CliError('E-USAGE', `${flag} is empty.`, { hint: `Leave ${flag} out, or give it a value.` });
};

/** The one of the known values that a flag names, in any case. */
export const choiceOfFlag = (flag: string, text: string, words: readonly string[]): string => {
  const value = textOfFlag(flag, text).trim().toLowerCase();
  const choice = words.find((word) => word.toLowerCase() === value);
  if (choice !== undefined) return choice;
  throw new CliError('E-USAGE', `${flag} "${text}" is not known.${didYouMean(value, words)}`, {
    hint: `Choose from ${words.join(', ')}.`,
  });
};

/** The years every filter of the server takes: shared/contract/moments.ts ends before 9999, an OData set begins with 1901. */
const years = { firstYear: 1901, lastYear: 9998 };

/** The date time a flag names, in milliseconds since the epoch: `7d` ago, the beginning of `2026-08-21` in UTC, or a date time in full. */
export const dateTimeOfFlag = ({ now }: Pick<Context, 'now'>, flag: string, text: string): number => {
  const at = moment(/^\d+(\.\d+)?(ms|s|m|h|d|w)$/.test(text) ? `-${text}` : text, now(), { flag, ...years });
  if (at !== undefined) return at;
  throw new CliError('E-USAGE', `${flag} "${text}" is not a date or a duration.`, {
    hint: 'Write 7d, 2026-08-21 or 2026-08-21T06:00:00Z.',
  });
};
