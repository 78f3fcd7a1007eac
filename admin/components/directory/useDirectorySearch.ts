import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DirectoryListing } from '../../../shared/contract/directory.ts';
import { type DirectoryField, directoryFields, directoryPageSize } from '../../../shared/rules/directory.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';

export type DirectoryValues = Readonly<Record<DirectoryField, string>>;
export const listNames = ['providers', 'organizations'] as const;
export type ListName = (typeof listNames)[number];

/** A list as far as its pages are loaded. */
export interface LoadedList {
  readonly items: readonly DirectoryListing[];
  readonly total: number;
  /** Only names that are similar to those that the user typed. */
  readonly isSimilar: boolean;
}

const noValues = {};

/** A search of both lists. Each further page is one of both: its call returns both anyway, and a list that has ended returns none. */
export const useDirectorySearch = () => {
  const provider = useAppDataProvider();
  const [search, setSearch] = useState<{ readonly values: Partial<DirectoryValues>; readonly number: number }>();
  const query = useInfiniteQuery({
    // The number: the same values again are another search.
    queryKey: ['directorySearch', search?.number, search?.values],
    queryFn: ({ pageParam, signal }) => {
      const pages = { providerPageStart: pageParam, organizationPageStart: pageParam, pageSize: directoryPageSize };
      return provider.directory.search({ body: { ...(search?.values ?? noValues), ...pages } }, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last, all, page) => {
      const loaded = (name: ListName) => all.reduce((count, one) => count + one[name].length, 0);
      const isComplete =
        last.providers.length + last.organizations.length === 0 ||
        (loaded('providers') >= last.totalProvidersCount && loaded('organizations') >= last.totalOrganizationsCount);
      return isComplete ? undefined : page + 1;
    },
    enabled: search !== undefined,
    // Values and results name persons: nothing of them stays after the page.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const pages = query.data?.pages ?? [];
  const first = pages[0];
  const lists: Record<ListName, LoadedList> | undefined = first && {
    providers: {
      items: pages.flatMap(({ providers }) => providers),
      total: first.totalProvidersCount,
      isSimilar: first.hasSimilarProviders,
    },
    organizations: {
      items: pages.flatMap(({ organizations }) => organizations),
      total: first.totalOrganizationsCount,
      isSimilar: first.hasSimilarOrganizations,
    },
  };
  return {
    query,
    lists,
    isSearching: query.isFetching && !query.isFetchingNextPage,
    isNationalUnavailable: pages.some(({ nationalDirectory }) => nationalDirectory === 'Unavailable'),
    /** Starts a search. False where no field has a value (spec 2 section 5): nothing is listed then, as nothing matches the form. */
    start: (values: DirectoryValues): boolean => {
      const filled = directoryFields.filter((field) => values[field].trim() !== '');
      if (filled.length === 0) {
        setSearch(undefined);
        return false;
      }
      setSearch((before) => ({
        values: Object.fromEntries(filled.map((field) => [field, values[field].trim()])),
        number: (before?.number ?? 0) + 1,
      }));
      return true;
    },
  };
};
