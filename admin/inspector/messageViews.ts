import { gridPageSizes, defaultGridPageSize } from '../../shared/rules/paging.ts';
import type { ListViewsSource } from '../components/list/listViews.ts';
import { keptDays, readFilters, type ViewFilters } from '../components/list/viewFilters.ts';
import { type ColumnName, columnNames, isColumn, usualRange } from './messageFilters.ts';
import type { MessageAddress } from './useMessageAddress.ts';

/** How the grid is looked at, apart from the page. */
export type MessagePlace = { filters: ViewFilters; sort: ColumnName; descending: boolean; pageSize: number };

/** Columns whose filter is a word about a person or a single message: an address may be a patient's. A view keeps none of them. */
const unkept: readonly ColumnName[] = ['MailMessageId', 'Sender', 'MailTo'];
const kept = columnNames.filter((name) => !unkept.includes(name));

const readPlace = (view: Readonly<Record<string, unknown>>): MessagePlace => {
  const { filters, sort, descending, pageSize } = view;
  return {
    filters: readFilters(filters, kept),
    sort: typeof sort === 'string' && isColumn(sort) ? sort : 'MailMessageId',
    descending: descending !== false,
    pageSize: gridPageSizes.find((size) => size === pageSize) ?? defaultGridPageSize,
  };
};

/** The days as the address says them; nothing for those it need not say. */
const daysIn = ({ range }: MessageAddress['filters']): ViewFilters => {
  const usual = usualRange();
  if (range === null) return { from: 'all' };
  return range.from === usual.from && range.to === usual.to ? {} : keptDays(range);
};

/** Saved views of the grid of messages. */
export const messageViews = (address: MessageAddress): ListViewsSource<MessagePlace> => {
  const { filters, sort, descending, size, show } = address;
  const now = { filters: { ...daysIn(filters), ...filters.columns }, sort, descending, pageSize: size };
  return {
    key: 'messages.views',
    now: readPlace(now),
    isNarrower: filters.search !== '' || unkept.some((name) => filters.columns[name] !== undefined),
    note: 'inspector.viewNote',
    read: readPlace,
    show,
  };
};
