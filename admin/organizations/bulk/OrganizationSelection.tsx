import { ListContextProvider, useListContext } from 'react-admin';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { OrganizationRow } from '../../../shared/contract/organizationSchemas.ts';
import type { Selected } from '../../bulk/storedRuns.ts';
import { loadPageMessages } from '../../i18n/i18nProvider.ts';
import { filtersOf } from '../../providers/organizationQuery.ts';

const OrganizationBulkBar = lazy(async () => {
  await loadPageMessages();
  return import('./OrganizationBulkBar.tsx');
});

type Matching = Extract<Selected, { kind: 'matching' }>;

/**
 * react-admin's selection, and "all that match" without loading the records, of which there may be a million. New filters clear it;
 * deselecting one row selects the other rows of the page instead.
 */
export const OrganizationSelection = ({ children }: { children: ReactNode }) => {
  const list = useListContext<OrganizationRow>();
  const [chosen, setChosen] = useState<Matching | null>(null);
  const filters = filtersOf(list.filterValues as Readonly<Record<string, unknown>>);
  const matching = chosen && JSON.stringify(chosen.filters) === JSON.stringify(filters) ? chosen : null;
  const pageIds = (list.data ?? []).map(({ id }) => id);
  const select = (ids: string[]) => {
    setChosen(null);
    list.onSelect(ids);
  };
  const value: typeof list = matching
    ? {
        ...list,
        selectedIds: pageIds,
        onSelect: select,
        onToggleItem: (id) => select(pageIds.filter((each) => each !== id)),
        onUnselectItems: () => select([]),
      }
    : list;
  const selectMatching = () => {
    list.onUnselectItems();
    setChosen({ kind: 'matching', filters, total: list.total ?? 0 });
  };
  const { selectedIds } = value;
  return (
    <ListContextProvider value={value}>
      {children}
      <Suspense fallback={null}>
        {(matching ?? selectedIds.length > 0) && (
          <OrganizationBulkBar
            selected={matching ?? { kind: 'some', ids: selectedIds }}
            onSelectMatching={selectMatching}
          />
        )}
      </Suspense>
    </ListContextProvider>
  );
};
