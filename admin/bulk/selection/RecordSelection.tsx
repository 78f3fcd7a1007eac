import { ListContextProvider, type RaRecord, useListContext } from 'react-admin';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Selected } from '../storedRuns.ts';
import { loadPageMessages } from '../../i18n/i18nProvider.ts';
import type { SelectionAction } from './selectionAction.ts';

const SelectionBar = lazy(async () => {
  await loadPageMessages();
  return import('./SelectionBar.tsx');
});

interface RecordSelectionProps {
  /** What the user may do to the selected records. */
  actions: readonly SelectionAction[];
  /** As of the table: a row that cannot be selected stays out of the rows of the page. */
  isSelectable?: (record: RaRecord) => boolean;
  children: ReactNode;
}

type Filters = Readonly<Record<string, unknown>>;

type Matching = Extract<Selected, { kind: 'matching' }>;

/**
 * react-admin's selection, and "all that match" without loading the records, of which there may be a million. New filters clear it;
 * deselecting one row selects the other rows of the page instead.
 */
export const RecordSelection = ({ actions, isSelectable = () => true, children }: RecordSelectionProps) => {
  const list = useListContext<RaRecord<string>>();
  const [chosen, setChosen] = useState<Matching | null>(null);
  const filters = list.filterValues as Filters;
  const matching = chosen && JSON.stringify(chosen.filters) === JSON.stringify(filters) ? chosen : null;
  const pageIds = (list.data ?? []).filter(isSelectable).map(({ id }) => id);
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
          <SelectionBar
            actions={actions}
            selected={matching ?? { kind: 'some', ids: selectedIds }}
            onSelectMatching={selectMatching}
          />
        )}
      </Suspense>
    </ListContextProvider>
  );
};
