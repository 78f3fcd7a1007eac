import { isCalendarDate } from '../../../shared/rules/dates.ts';
import type { ListViewsSource } from '../../components/list/listViews.ts';
import { keptDays, readFilters, type ViewFilters } from '../../components/list/viewFilters.ts';
import { filterNames, type FilterName } from './gridFilters.ts';
import { type GridAddress, type SortField, sortFields } from './useGridAddress.ts';

/** How the grid is looked at, apart from the page. */
export type WorkflowPlace = { filters: ViewFilters; sort: SortField; descending: boolean; pageSize: number };

/** Filters that are a word about a person or a single message: an address may be a patient's. A view keeps none of them. */
const unkept: readonly FilterName[] = ['message', 'number', 'sender', 'mailTo'];
const kept = filterNames.filter((name) => !unkept.includes(name));

const placeReader =
  (sizes: readonly number[], usualSize: number) =>
  (view: Readonly<Record<string, unknown>>): WorkflowPlace => {
    const { filters, sort, descending, pageSize } = view;
    return {
      filters: readFilters(filters, kept),
      sort: sortFields.find((field) => field === sort) ?? 'createdTime',
      descending: descending !== false,
      pageSize: sizes.find((size) => size === pageSize) ?? usualSize,
    };
  };

/** Days are kept as days, a span finer than that as it is. */
const spanOf = ({ from = '', to = '' }: GridAddress['filters']): ViewFilters =>
  isCalendarDate(from) && isCalendarDate(to) ? keptDays({ from, to }) : { from, to };

/** Saved views of the grid of workflows. */
export const workflowViews = (address: GridAddress): ListViewsSource<WorkflowPlace> => {
  const { filters, search, sort, descending, size, sizes, usualSize, show } = address;
  const { from: _from, to: _to, ...others } = filters;
  const read = placeReader(sizes, usualSize);
  return {
    key: 'workflows.views',
    now: read({ filters: { ...others, ...spanOf(filters) }, sort, descending, pageSize: size }),
    isNarrower: search !== '' || unkept.some((name) => filters[name] !== undefined),
    note: 'workflows.viewNote',
    read,
    show,
  };
};
