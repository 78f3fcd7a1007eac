import { pageSizes } from '../../../shared/rules/paging.ts';
import { isRecord, type ListViewsSource } from '../../components/list/listViews.ts';
import { filtersOf, type OrganizationFilters } from '../../providers/organizationDialect.ts';
import type { OrganizationListState } from '../useOrganizationList.ts';

/** How the list of organizations is looked at, apart from the page. */
export type OrganizationPlace = {
  filters: OrganizationFilters;
  descending: boolean;
  pageSize: number;
};

/** The place in whatever was kept. */
export const readPlace = (kept: Readonly<Record<string, unknown>>): OrganizationPlace => ({
  filters: filtersOf(isRecord(kept['filters']) ? kept['filters'] : {}),
  descending: kept['descending'] === true,
  pageSize: pageSizes.find((size) => size === kept['pageSize']) ?? pageSizes[0],
});

export const organizationViews = (list: OrganizationListState): ListViewsSource<OrganizationPlace> => {
  const { filters, descending, pageSize, show } = list;
  return { key: 'organizations.views', now: { filters, descending, pageSize }, read: readPlace, show };
};
