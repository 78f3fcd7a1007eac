import { useContext, useState } from 'react';
import type { OrganizationRow } from '../../../shared/contract/organizationSchemas.ts';
import { accessOf, mayCall } from '../../providers/access.ts';
import { AppContext } from '../../providers/appContext.ts';
import type { OrganizationFilters } from '../../providers/organizationDialect.ts';
import type { OrganizationListState } from '../useOrganizationList.ts';

/** What is selected, names by id: organizations one by one, from any page and search, or all that match the filters of the list. */
export type Selected =
  | { readonly kind: 'some'; readonly names: ReadonlyMap<string, string> }
  | { readonly kind: 'matching'; readonly filters: OrganizationFilters; readonly total: number };

const nothing: Selected = { kind: 'some', names: new Map() };
const isSameView = (one: OrganizationFilters, other: OrganizationFilters) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The selection of the list. It stays while somebody pages and searches on; `maySelect` is false for roles without a bulk deed. */
export const useOrganizationSelection = (list: OrganizationListState) => {
  const roles = useContext(AppContext)?.profile?.roles;
  const [stored, setSelected] = useState<Selected>(nothing);
  // "All that match" means what was looked at when it was chosen; another filter would make it mean other organizations.
  const selected = stored.kind === 'matching' && !isSameView(stored.filters, list.filters) ? nothing : stored;
  const rows = list.rows ?? [];
  const isSelected = ({ id }: OrganizationRow) => selected.kind === 'matching' || selected.names.has(id);
  const onPage = rows.filter(isSelected).length;

  const put = (changed: readonly OrganizationRow[], on: boolean) => {
    // One of all is taken away: the others that can be seen stay.
    const from = selected.kind === 'matching' ? rows.map(({ id, name }) => [id, name] as const) : selected.names;
    const names = new Map(from);
    for (const { id, name } of changed) {
      if (on) names.set(id, name);
      else names.delete(id);
    }
    setSelected({ kind: 'some', names });
  };
  return {
    maySelect: mayCall(accessOf('organizations', 'enable'), roles),
    selected,
    count: selected.kind === 'matching' ? selected.total : selected.names.size,
    isSelected,
    /** Of the page on screen: none, some or all rows are selected. */
    page: onPage === 0 ? ('none' as const) : onPage === rows.length ? ('all' as const) : ('some' as const),
    toggle: (row: OrganizationRow) => put([row], !isSelected(row)),
    togglePage: () => put(rows, onPage < rows.length),
    selectMatching: () => setSelected({ kind: 'matching', filters: list.filters, total: list.total }),
    clear: () => setSelected(nothing),
  };
};
export type OrganizationSelection = ReturnType<typeof useOrganizationSelection>;
