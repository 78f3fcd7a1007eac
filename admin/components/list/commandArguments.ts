import { shellWord } from '../../bulk/bulkTexts.ts';

/** A flag with its value; none where there is no value. With `=`, so that a word that begins with a dash is not taken for a flag. */
export const option = (name: string, value: string | undefined): string[] => {
  if (value === undefined || value === '') return [];
  return [value.startsWith('-') ? `${name}=${shellWord(value)}` : `${name} ${shellWord(value)}`];
};

/** A moment as short as it can be said: the command line takes a day for its beginning in UTC. */
export const dateTimeArgument = (moment: string | undefined): string | undefined =>
  moment?.replace(/T00:00:00\.000Z$/, '');

interface ShownPage {
  readonly page: number;
  readonly size: number;
}

const usualSize = 20;
const commandSizes = [10, 20, 50, 100];

/**
 * The page of a grid. Where the command looks through all rows, for a condition or an order of its own, it knows no pages: then it
 * lists what lies before them as well.
 */
export const pageArguments = ({ page, size }: ShownPage, looksThroughAll: boolean): string[] => {
  if (!commandSizes.includes(size) || (looksThroughAll && page > 1)) return [`--limit ${size * page}`];
  return [...(size === usualSize ? [] : [`--page-size ${size}`]), ...(page === 1 ? [] : [`--page ${page}`])];
};
