import { useGetList, useListParams } from 'react-admin';
import { useEffect, useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { defaultPageSize, organizationSearchDebounceMs, pageCountOf } from '../../shared/rules/paging.ts';
import { listPlace } from '../providers/listPlace.ts';
import { filtersOf, type OrganizationFilters } from '../providers/organizationDialect.ts';

export const organizationsResource = 'organizations';
const byName = { field: 'name', order: 'ASC' } as const;
/** How the list is looked at, apart from the page. */
interface Place {
  readonly filters: OrganizationFilters;
  readonly descending: boolean;
  readonly pageSize: number;
}
const quiet = () => undefined;

/**
 * The list as its address says it: page, size, direction, search and filters. While another page loads and when a call fails the
 * last rows stay, so the reader never loses what was on screen. react-admin's own list controller would bring its exporter along.
 */
export const useOrganizationList = () => {
  const [params, change] = useListParams({
    resource: organizationsResource,
    perPage: defaultPageSize,
    sort: byName,
    debounce: organizationSearchDebounceMs,
  });
  const { order, filterValues } = params;
  const { page, perPage } = listPlace(params.page, params.perPage);
  const answer = useGetList<OrganizationRow>(
    organizationsResource,
    { pagination: { page, perPage }, sort: { field: 'name', order }, filter: filterValues },
    { placeholderData: (previous) => previous, retry: false, onError: quiet },
  );
  const [shown, setShown] = useState<{ rows: OrganizationRow[]; total: number }>();
  const { data, total = data?.length ?? 0 } = answer;
  if (data && (data !== shown?.rows || total !== shown.total)) setShown({ rows: data, total });

  const lastPage = shown && !answer.isFetching && !answer.error ? pageCountOf(shown.total, perPage) : undefined;
  const { setPage } = change;
  // The last row of the last page was deleted, or an address names a page that is no more.
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) setPage(lastPage);
  }, [lastPage, page, setPage]);

  const filters = filtersOf(filterValues as Readonly<Record<string, unknown>>);
  const { q: search = '', ...narrowing } = filters;
  const setFilters = (next: OrganizationFilters) => change.setFilters(next);
  /** Undefined takes the filter away. */
  const setFilter = (name: keyof OrganizationFilters, value: string | boolean | undefined) =>
    setFilters(filtersOf({ ...filters, [name]: value }));

  return {
    rows: shown?.rows,
    total: shown?.total ?? 0,
    error: answer.error,
    isFetching: answer.isFetching,
    retry: () => void answer.refetch(),
    page,
    pageSize: perPage,
    pageCount: pageCountOf(shown?.total ?? 0, perPage),
    descending: order === 'DESC',
    search,
    filters,
    /** How many filters narrow the list beside the search. */
    filterCount: Object.keys(narrowing).length,
    cancelling: filters.cancelling === true,
    setPage,
    setPageSize: change.setPerPage,
    setDescending: (descending: boolean) => change.setSort({ field: 'name', order: descending ? 'DESC' : 'ASC' }),
    /** Puts the list where a saved view has it. */
    show: (view: Place) => {
      setFilters(view.filters);
      change.setSort({ field: 'name', order: view.descending ? 'DESC' : 'ASC' });
      change.setPerPage(view.pageSize);
    },
    setSearch: (q: string) => setFilter('q', q),
    setFilter,
    setFilters,
    setCancelling: (only: boolean) => setFilter('cancelling', only),
  };
};
export type OrganizationListState = ReturnType<typeof useOrganizationList>;
