import { useState } from 'react';
import type { GridFilter, WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import type { WorkflowGrid } from './useWorkflowGrid.ts';

/** What is selected: workflows one by one, from any page, or all that match the filters of the grid. */
type Selected =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'matching'; readonly filtering: readonly GridFilter[]; readonly total: number };

const nothing: Selected = { kind: 'some', ids: new Set() };
const isSame = (one: readonly GridFilter[], other: readonly GridFilter[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The selection of the grid; it stays while somebody pages on. */
export const useWorkflowSelection = ({ rows = [], total, question }: WorkflowGrid) => {
  const { filtering } = question;
  const [kept, setSelected] = useState<Selected>(nothing);
  // "All that match" means what was looked at when it was chosen; another filter would make it mean other workflows.
  const selected = kept.kind === 'matching' && !isSame(kept.filtering, filtering) ? nothing : kept;
  const isSelected = ({ id }: WorkflowRow) => selected.kind === 'matching' || selected.ids.has(id);
  const onPage = rows.filter(isSelected).length;
  const put = (changed: readonly WorkflowRow[], on: boolean) => {
    // One of all is taken away: the others that can be seen stay.
    const ids = new Set(selected.kind === 'matching' ? rows.map(({ id }) => id) : selected.ids);
    for (const { id } of changed) {
      if (on) ids.add(id);
      else ids.delete(id);
    }
    setSelected({ kind: 'some', ids });
  };
  return {
    count: selected.kind === 'matching' ? selected.total : selected.ids.size,
    isSelected,
    isWhole: selected.kind === 'matching',
    /** As the retry takes it. */
    asked:
      selected.kind === 'matching' ? { filtering: [...selected.filtering] } : { workflowIds: [...selected.ids].sort() },
    /** Of the page on screen: none, some or all rows are selected. */
    page: onPage === 0 ? ('none' as const) : onPage === rows.length ? ('all' as const) : ('some' as const),
    toggle: (row: WorkflowRow) => put([row], !isSelected(row)),
    togglePage: () => put(rows, onPage < rows.length),
    /** A list without a filter is not retried as a whole. */
    maySelectAll: filtering.length > 0 && total > rows.length,
    selectAll: () => setSelected({ kind: 'matching', filtering, total }),
    clear: () => setSelected(nothing),
  };
};
export type WorkflowSelection = ReturnType<typeof useWorkflowSelection>;
