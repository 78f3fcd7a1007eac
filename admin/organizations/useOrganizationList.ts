import { useGetList, useListParams } from 'ra-core';
import { useEffect, useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { defaultPageSize, organizationSearchDebounceMs, pageCountOf } from '../../shared/rules/paging.ts';
import { listPlace } from '../providers/listPlace.ts';

export const organizationsResource = 'admin/organizations';
const byName = { field: 'name', order: 'ASC' } as const;
const quiet = () => undefined;

/**
 * The list as its address says it: page, size, direction, search and toggle. While another page loads and when a call fails the
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

  const given = filterValues as Readonly<Record<string, unknown>>;
  const search = typeof given['q'] === 'string' ? given['q'] : '';
  const cancelling = given['cancelling'] === true || given['cancelling'] === 'true';
  const filter = (q: string, only: boolean) =>
    change.setFilters({ ...(q === '' ? {} : { q }), ...(only ? { cancelling: true } : {}) });

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
    cancelling,
    setPage,
    setPageSize: change.setPerPage,
    turnRound: () => change.setSort({ field: 'name', order: order === 'DESC' ? 'ASC' : 'DESC' }),
    setSearch: (q: string) => filter(q, cancelling),
    setCancelling: (only: boolean) => filter(search, only),
  };
};
export type OrganizationListState = ReturnType<typeof useOrganizationList>;
