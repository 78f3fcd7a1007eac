import { shellArgument } from '../../bulk/bulkTexts.ts';

/** A flag with its value; none for an empty value. With `=` before a value that begins with a dash, which would be read as a flag. */
export const option = (name: string, value: string | undefined): string[] => {
  if (value === undefined || value === '') return [];
  return [value.startsWith('-') ? `${name}=${shellArgument(value)}` : `${name} ${shellArgument(value)}`];
};

/** The shortest form of a date time: the command line reads a day as its start in UTC. */
export const dateTimeArgument = (dateTime: string | undefined): string | undefined =>
  dateTime?.replace(/T00:00:00\.000Z$/, '');

interface ListedPage {
  readonly page: number;
  readonly size: number;
}

const defaultSize = 20;
const commandSizes = [10, 20, 50, 100];

/** Flags for the page of a grid. A command that filters or sorts by itself has no pages: it lists all rows up to the end of the page. */
export const pageArguments = ({ page, size }: ListedPage, filtersLocally: boolean): string[] => {
  if (!commandSizes.includes(size) || (filtersLocally && page > 1)) return [`--limit ${size * page}`];
  return [...(size === defaultSize ? [] : [`--page-size ${size}`]), ...(page === 1 ? [] : [`--page ${page}`])];
};
