import { useStore } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { DateRange } from '../../shared/rules/dateRange.ts';
import { isCalendarDate } from '../../shared/rules/dates.ts';
import { defaultGridPageSize, gridPageSizes } from '../../shared/rules/paging.ts';
import { shownFilters } from '../components/list/viewFilters.ts';
import { type ColumnName, columnNames, isColumn, type MessageFilters, usualRange } from './messageFilters.ts';
import type { MessagePlace } from './messageViews.ts';

const farthestPage = 1_000_000;
/** In the address: every message of all times, where it would begin last year. */
const allTimes = 'all';

const rangeIn = (params: URLSearchParams): DateRange | null => {
  if (params.get('from') === allTimes) return null;
  const usual = usualRange();
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (!isCalendarDate(from) && !isCalendarDate(to)) return usual;
  return { from: isCalendarDate(from) ? from : usual.from, to: isCalendarDate(to) ? to : usual.to };
};

const filtersIn = (params: URLSearchParams): MessageFilters => ({
  search: (params.get('q') ?? '').trim().slice(0, 200),
  range: rangeIn(params),
  columns: Object.fromEntries(columnNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []))),
});

/**
 * Page, size, order, filters and open rows of the message grid, kept in the address: back, reload and a copied link lead to the
 * same rows. It names a person only where somebody searched for one: addresses of mailboxes, never content.
 */
export const useMessageAddress = () => {
  const [params, setParams] = useSearchParams();
  const [keptSize, keepSize] = useStore<number>('messageGrid.pageSize', defaultGridPageSize);
  const offered = (size: unknown) => gridPageSizes.find((one) => one === Number(size));
  const sort = params.get('sort') ?? '';

  /** Whatever changes the rows leads back to the first page. */
  const change = (values: Readonly<Record<string, string | undefined>>, { replace = false, stays = false } = {}) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (!stays) {
          after.delete('page');
          after.delete('open');
        }
        for (const [key, value] of Object.entries(values)) {
          if (value === undefined || value === '') after.delete(key);
          else after.set(key, value);
        }
        return after;
      },
      { replace },
    );

  const none = Object.fromEntries(['q', 'from', 'to', ...columnNames].map((name) => [name, undefined]));
  const order = (name: ColumnName, isDescending: boolean) => ({
    sort: name === 'MailMessageId' ? undefined : name,
    dir: isDescending ? undefined : 'asc',
  });

  return {
    /** As it stands, for links that lead back here. */
    query: params.toString(),
    page: Math.min(Math.max(1, Math.trunc(Number(params.get('page'))) || 1), farthestPage),
    size: offered(params.get('size')) ?? offered(keptSize) ?? defaultGridPageSize,
    sort: isColumn(sort) ? sort : 'MailMessageId',
    descending: params.get('dir') !== 'asc',
    filters: filtersIn(params),
    isFiltered: ['q', 'from', 'to', ...columnNames].some((name) => params.has(name)),
    /** Numbers of the open rows; `all` of the page. */
    open: params.get('open') ?? '',
    setPage: (page: number, replace = false) => change({ page: page <= 1 ? undefined : String(page) }, { replace }),
    setSize: (size: number) => {
      keepSize(size);
      change({ size: String(size) });
    },
    setSort: (name: ColumnName, descending: boolean) => change(order(name, descending)),
    setSearch: (text: string) => change({ q: text }),
    setColumn: (name: ColumnName, value: string) => change({ [name]: value }),
    setRange: (range: DateRange | null) => change({ from: range?.from ?? allTimes, to: range?.to }),
    clear: () => change(none),
    /** Puts the grid where a saved view has it. */
    show: ({ filters, sort: name, descending, pageSize }: MessagePlace) => {
      keepSize(pageSize);
      change({ ...none, ...shownFilters(filters), ...order(name, descending), size: String(pageSize) });
    },
    setOpen: (open: string) => change({ open }, { replace: true, stays: true }),
  };
};
export type MessageAddress = ReturnType<typeof useMessageAddress>;
