import { useStore } from 'react-admin';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { shownFilters } from '../../components/list/viewFilters.ts';
import { filterNames, type FilterName, type GridFilters, meansSomething } from './gridFilters.ts';
import type { WorkflowPlace } from './workflowViews.ts';

/** Columns the server sorts by. */
export const sortFields = [
  'createdTime',
  'type',
  'status',
  'channel',
  'hispMessageId',
  'organizationName',
  'duration',
] as const;
export type SortField = (typeof sortFields)[number];

export interface GridPlace {
  /** Keeps the state of two grids in one address apart. */
  readonly prefix?: string;
  readonly sizes: readonly number[];
  readonly usualSize: number;
  /** Filters that hold always and are not shown as choices. */
  readonly fixed?: GridFilters;
}

const farthestPage = 1_000_000;

/**
 * Page, size, order, search and filters of the workflow grid, kept in the address, so that back, reload and a copied link lead to
 * the same rows. `pageSize` is the specification's name (spec 1 section 2); the size last chosen is the one the next visit starts with.
 */
export const useGridAddress = ({ prefix = '', sizes, usualSize, fixed }: GridPlace) => {
  const [params, setParams] = useSearchParams();
  const [keptSize, keepSize] = useStore<number>(`workflows.${prefix}pageSize`, usualSize);
  const given = (key: string) => params.get(prefix + key) ?? '';
  const offered = (size: unknown) => sizes.find((one) => one === Number(size));
  const sort = sortFields.find((field) => field === given('sort')) ?? 'createdTime';
  const text = params.toString();
  const filters = useMemo(() => {
    const read = new URLSearchParams(text);
    const found: { [name in FilterName]?: string } = {};
    for (const name of filterNames) {
      const value = read.get(prefix + name) ?? '';
      if (meansSomething(name, value)) found[name] = value;
    }
    return found;
  }, [text, prefix]);

  /** Whatever changes the rows leads back to the first page; what is empty leaves the address. */
  const change = (values: Readonly<Record<string, string | undefined>>, replace = false) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(`${prefix}page`);
        for (const [key, value] of Object.entries(values)) {
          if (value === undefined || value === '') after.delete(prefix + key);
          else after.set(prefix + key, value);
        }
        return after;
      },
      { replace },
    );

  return {
    page: Math.min(Math.max(1, Math.trunc(Number(given('page'))) || 1), farthestPage),
    size: offered(given('pageSize')) ?? offered(keptSize) ?? usualSize,
    sizes,
    usualSize,
    sort,
    descending: given('dir') === '' ? sort === 'createdTime' : given('dir') !== 'asc',
    search: given('q'),
    filters,
    fixed: fixed ?? none,
    setPage: (page: number, replace = false) => change({ page: page <= 1 ? undefined : String(page) }, replace),
    setSize: (size: number) => {
      keepSize(size);
      change({ pageSize: String(size) });
    },
    setSort: (field: SortField, direction: 'asc' | 'desc') =>
      change({ sort: field === 'createdTime' ? undefined : field, dir: direction }),
    setSearch: (search: string) => change({ q: search }),
    setFilter: (name: FilterName, value: string | undefined) => change({ [name]: value }),
    setFilters: (values: GridFilters) => change(values),
    clear: () => change(unfiltered),
    /** Puts the grid where a saved view has it. */
    show: ({ filters: wanted, sort: field, descending, pageSize }: WorkflowPlace) => {
      keepSize(pageSize);
      const order = field === 'createdTime' && descending ? {} : { dir: descending ? 'desc' : 'asc' };
      change({
        ...unfiltered,
        sort: field === 'createdTime' ? undefined : field,
        dir: undefined,
        ...order,
        ...shownFilters(wanted),
        pageSize: String(pageSize),
      });
    },
  };
};
export type GridAddress = ReturnType<typeof useGridAddress>;

const none: GridFilters = {};
const unfiltered = Object.fromEntries(['q', ...filterNames].map((name) => [name, undefined]));
