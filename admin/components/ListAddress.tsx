import {
  RouterProviderContext,
  type RouterNavigateFunction,
  type SortPayload,
  useLocation,
  useNavigate,
  useRouterProvider,
  useStore,
} from 'react-admin';
import { type ReactNode, useEffect, useMemo } from 'react';
import { rangeOf, rangePresets } from '../../shared/rules/dateRange.ts';
import { dayOf } from '../../shared/rules/dates.ts';
import { listParams } from '../providers/listParams.ts';

export interface ListAddressFormat {
  /** Filters by their names in the address, beside `q`; others are in its `filter`, as react-admin writes them. */
  readonly filters: readonly string[];
  /** Name of the page size. */
  readonly sizeName: 'size' | 'pageSize';
  readonly sizes: readonly number[];
  readonly defaultSize: number;
  /** The first one, descending, is the order of an address that names none. */
  readonly sortFields: readonly string[];
  /** Before every name, where a page has a second list. */
  readonly prefix?: string;
}

interface ListParams {
  readonly filter: Readonly<Record<string, string>>;
  readonly page: number;
  readonly perPage: number;
  readonly sort: SortPayload;
}

/** Filters in the form of react-admin, as links of other lists have them; text that is not JSON is a filter that no list knows. */
const filtersIn = (text: string): Record<string, string> => {
  if (text === '') return {};
  try {
    const filter = JSON.parse(text) as unknown;
    return Object.fromEntries(
      Object.entries(Object(filter) as object).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.trim() : JSON.stringify(value),
      ]),
    );
  } catch {
    return { filter: text };
  }
};

/** The list params in an address such as `?status=Failed&sort=duration&dir=asc&pageSize=50` (spec 1 section 2). */
export const listParamsIn = (search: string, format: ListAddressFormat, storedSize: number): ListParams => {
  const { filters, sizeName, sizes, sortFields, prefix = '' } = format;
  const params = new URLSearchParams(search);
  const value = (name: string) => params.get(prefix + name) ?? '';
  const filter: Record<string, string> = filtersIn(value('filter'));
  for (const name of ['q', ...filters]) {
    const text = value(name).trim().slice(0, 200);
    if (text !== '') filter[name] = text;
  }
  const field = sortFields.find((each) => each === value('sort')) ?? sortFields[0] ?? 'id';
  const requested = sizes.includes(Number(value(sizeName))) ? value(sizeName) : storedSize;
  return {
    filter,
    ...listParams(value('page'), requested, sizes),
    sort: { field, order: value('dir') === 'asc' ? 'ASC' : 'DESC' },
  };
};

/** The address with these params; what is the default is left out, other params of the page stay. */
export const addressWith = (
  search: string,
  format: ListAddressFormat,
  params: ListParams,
  storedSize: number,
): string => {
  const { filters, sizeName, sortFields, prefix = '' } = format;
  const address = new URLSearchParams(search);
  const put = (name: string, value: string | undefined) => {
    if (value === undefined || value === '') address.delete(prefix + name);
    else address.set(prefix + name, value);
  };
  const preset = rangePresets.find((each) => each === params.filter['period']);
  const filter: ListParams['filter'] = { ...params.filter, ...(preset && rangeOf(preset, dayOf(new Date()))) };
  put('sort', params.sort.field === sortFields[0] ? undefined : params.sort.field);
  put('dir', params.sort.order === 'ASC' ? 'asc' : undefined);
  for (const name of ['q', ...filters]) put(name, filter[name]);
  const others = Object.entries(params.filter).filter(([name]) => !['q', 'period', ...filters].includes(name));
  put('filter', others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : undefined);
  put('page', params.page > 1 ? String(params.page) : undefined);
  if (params.perPage !== storedSize || address.has(prefix + sizeName)) put(sizeName, String(params.perPage));
  return address.toString();
};

/** The params as react-admin writes them into the address. */
export const reactAdminSearch = ({ filter, page, perPage, sort }: ListParams): string =>
  `?${new URLSearchParams({
    filter: JSON.stringify(filter),
    page: String(page),
    perPage: String(perPage),
    sort: sort.field,
    order: sort.order,
  }).toString()}`;

/** The params of an address that react-admin wrote; undefined for another address. */
const paramsOf = (search: string): ListParams | undefined => {
  const params = new URLSearchParams(search);
  if (!params.has('perPage')) return undefined;
  return {
    filter: JSON.parse(params.get('filter') ?? '{}') as ListParams['filter'],
    page: Number(params.get('page')),
    perPage: Number(params.get('perPage')),
    sort: { field: params.get('sort') ?? '', order: params.get('order') === 'ASC' ? 'ASC' : 'DESC' },
  };
};

interface ListAddressProps {
  format: ListAddressFormat;
  /** Item of the store with the page size that was chosen last. */
  sizeKey: string;
  children: ReactNode;
}

/**
 * Router of react-admin for one list: the address has filters, order and size by name, as the specification and links of other pages
 * have them, and react-admin reads and writes its own form of it.
 */
export const ListAddress = ({ format, sizeKey, children }: ListAddressProps) => {
  const router = useRouterProvider();
  const [stored, setStored] = useStore<number>(sizeKey, format.defaultSize);
  const location = useLocation();
  const navigate = useNavigate();
  const sizeName = `${format.prefix ?? ''}${format.sizeName}`;
  const size = new URLSearchParams(location.search).get(sizeName);
  const isOffered = size === null || format.sizes.includes(Number(size));
  // The size in use takes the place of one that is not offered.
  useEffect(() => {
    if (isOffered) return;
    const corrected = new URLSearchParams(location.search);
    corrected.set(sizeName, String(stored));
    navigate({ search: `?${corrected.toString()}` }, { replace: true });
  }, [isOffered, location.search, navigate, sizeName, stored]);
  const value = useMemo(() => {
    const listLocation = {
      ...location,
      search: reactAdminSearch(listParamsIn(location.search, format, stored)),
    };
    const listNavigate: RouterNavigateFunction = (to, options) => {
      const params = typeof to === 'object' && to.pathname === undefined ? paramsOf(to.search ?? '') : undefined;
      if (params === undefined) return navigate(to, options);
      if (params.perPage !== stored) setStored(params.perPage);
      return navigate({ search: addressWith(location.search, format, params, stored) }, options);
    };
    return { ...router, useLocation: () => listLocation, useNavigate: () => listNavigate };
  }, [router, location, navigate, format, stored, setStored]);
  return <RouterProviderContext.Provider value={value}>{children}</RouterProviderContext.Provider>;
};
