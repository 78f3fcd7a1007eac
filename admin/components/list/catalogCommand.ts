import type { ListState } from '../ListToolbar.tsx';
import { option } from './commandArguments.ts';

type Filters = Readonly<Record<string, unknown>>;

/**
 * The command that lists the records on screen; `flags` are those of filters beside the search text. A list with several orders names that of
 * the command as `ownSort`: every other one is a flag.
 */
export const catalogCommand =
  (resource: string, flags: (filters: Filters) => readonly string[] = () => [], ownSort?: string) =>
  ({ filterValues, sort, page, perPage }: ListState): string =>
    [
      `carepost ${resource} list`,
      ...option('--search', typeof filterValues['q'] === 'string' ? filterValues['q'].trim() : ''),
      ...flags(filterValues),
      ...(sort.order === 'DESC' ? [`--sort ${sort.field}:desc`] : []),
      ...(sort.order === 'ASC' && ownSort !== undefined && sort.field !== ownSort ? [`--sort ${sort.field}`] : []),
      `--page-size ${perPage}`,
      ...(page === 1 ? [] : [`--page ${page}`]),
    ].join(' ');
