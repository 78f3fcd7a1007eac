import { useStore } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { defaultPageSize, pageSizes } from '../../shared/rules/paging.ts';

type Direction = 'asc' | 'desc';
const farthestPage = 1_000_000;

interface PageAddressOptions {
  prefix?: string;
  /** The direction of an address that names none. */
  sortDir?: Direction;
}

/**
 * Page, size, search and direction of a list, kept in the address: back, reload and a copied link lead to the same rows. The size
 * last chosen is the one the next list starts with. `prefix` keeps two lists of one page apart.
 */
export const usePageAddress = ({ prefix = '', sortDir: usual = 'asc' }: PageAddressOptions = {}) => {
  const [params, setParams] = useSearchParams();
  const [keptSize, keepSize] = useStore<number>('lists.pageSize', defaultPageSize);
  const name = (key: string) => `${prefix}${key}`;
  const given = (key: string) => params.get(name(key));
  const offered = (size: unknown) => pageSizes.find((one) => one === Number(size));
  const size = offered(given('size')) ?? offered(keptSize) ?? defaultPageSize;
  const page = Math.min(Math.max(1, Math.trunc(Number(given('page'))) || 1), farthestPage);
  const direction = given('dir');
  const sortDir: Direction = direction === 'asc' || direction === 'desc' ? direction : usual;

  /** Whatever changes the rows leads back to the first page; the usual value leaves the address. */
  const change = (values: Readonly<Record<string, string | undefined>>, replace = false) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(name('page'));
        for (const [key, value] of Object.entries(values)) {
          if (value === undefined || value === '') after.delete(name(key));
          else after.set(name(key), value);
        }
        return after;
      },
      { replace },
    );

  return {
    page,
    size,
    search: given('q') ?? '',
    sortDir,
    /** A filter of the page's own, by name. */
    filter: (key: string) => given(key) ?? '',
    setPage: (next: number, replace = false) => change({ page: next <= 1 ? undefined : String(next) }, replace),
    setSize: (next: number) => {
      keepSize(next);
      change({ size: String(next) });
    },
    setSearch: (text: string) => change({ q: text }),
    setSortDir: (next: Direction) => change({ dir: next === usual ? undefined : next }),
    setFilter: (key: string, value: string | undefined) => change({ [key]: value }),
  };
};
export type PageAddress = ReturnType<typeof usePageAddress>;
