import { HttpError } from 'react-admin';
import { defaultRange, type DateRange } from '../../shared/rules/dateRange.ts';
import { addDays, dayOf, isCalendarDate, isDateTime, startOfDay } from '../../shared/rules/dates.ts';
import { channels, messageTypes } from '../../shared/rules/exchange.ts';
import { messageStatuses } from '../../shared/rules/message.ts';
import { defaultGridPageSize, gridPageSizes } from '../../shared/rules/paging.ts';

/** Columns of the grid (spec 1 section 2), in their order; the name is the one the set has for it. */
export const columnNames = [
  'MailMessageId',
  'Sender',
  'MailTo',
  'Origin',
  'Channel',
  'OrganizationName',
  'Status',
  'Type',
  'CreatedDate',
  'SystemReceivedDate',
] as const;
export type ColumnName = (typeof columnNames)[number];
export const isColumn = (name: string): name is ColumnName => columnNames.some((column) => column === name);

/** How a column is filtered; the date of creation has the date range beside the search box as well. */
export const filterKinds = {
  MailMessageId: 'text',
  Sender: 'text',
  MailTo: 'text',
  Origin: 'text',
  Channel: 'select',
  OrganizationName: 'text',
  Status: 'select',
  Type: 'select',
  CreatedDate: 'date',
  SystemReceivedDate: 'date',
} as const satisfies Record<ColumnName, 'text' | 'date' | 'select'>;

/** Values of the columns that have a few only; those of Type are message keys. */
export const filterOptions: { readonly [name in ColumnName]?: readonly { id: string; name: string }[] } = {
  Channel: channels.map((name) => ({ id: name, name })),
  Status: messageStatuses.map((name, code) => ({ id: String(code), name })),
  Type: Object.entries(messageTypes).map(([name, code]) => ({ id: String(code), name: `inspector.types.${name}` })),
};

/** Filters of the grid by their names in its address: a column, `q`, or the days of creation, whose `from` may be `all`. */
export type MessageFilters = Readonly<Partial<Record<ColumnName | 'q' | 'from' | 'to', string>>>;

const wholeNumber = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

const columnFilter = (name: ColumnName, value: string): Record<string, unknown> => {
  if (filterKinds[name] === 'date') {
    return isCalendarDate(value)
      ? { [`${name}_gte`]: startOfDay(value), [`${name}_lt`]: startOfDay(addDays(value, 1)) }
      : { [`${name}_eq`]: value };
  }
  // No message has the number 0: a text that is no number matches nothing.
  if (name === 'MailMessageId') return { [`${name}_eq`]: wholeNumber(value) ?? 0 };
  if (name === 'Status' || name === 'Type') return { [`${name}_eq`]: wholeNumber(value) ?? value };
  return name === 'Channel' ? { [`${name}_eq`]: value } : { [`${name}_q`]: value };
};

/** The filters that take a date, by the words that the grid has for them. */
const dateFilters: Readonly<Record<string, string>> = {
  from: 'Created from',
  to: 'Created until',
  CreatedDate: 'Created',
  SystemReceivedDate: 'Received',
};

/** Whether the value of such a filter is something else than a day: a date time of a link, or a text that the list refuses. */
export const isOtherThanDay = (value: string): boolean => value !== '' && !isCalendarDate(value);

/** Refuses a date that is none. Here and not by the server, which names a filter by its position in the query. */
const checkDates = (filter: Readonly<Record<string, unknown>>) => {
  const messages = Object.entries(dateFilters).flatMap(([name, label]) => {
    const value = filter[name];
    const text = typeof value === 'string' ? value.trim() : '';
    const isDate = !isOtherThanDay(text) || isDateTime(text) || (name === 'from' && text === 'all');
    return isDate ? [] : [`${label} must be a date, or a date and time with offset: "${text}" is neither.`];
  });
  if (messages.length > 0) throw new HttpError('The filters are not valid.', 400, { messages });
};

/**
 * The filters by the names of ra-data-odata-server; those with an operator pass as they are, and so do values that the server refuses, but not
 * those that are no date. A span that ends today is open at its end.
 */
export const messageFilter = (filter: Readonly<Record<string, unknown>>, today = dayOf(new Date())) => {
  checkDates(filter);
  const query: Record<string, unknown> = {};
  for (const [name, unchecked] of Object.entries(filter)) {
    const value = typeof unchecked === 'string' ? unchecked.trim().slice(0, 200) : unchecked;
    if (typeof value !== 'string') query[name] = value;
    else if (value === '' || (name === 'from' && value === 'all')) continue;
    else if (name === 'from') query['CreatedDate_gte'] = isCalendarDate(value) ? startOfDay(value) : value;
    else if (name === 'to') {
      if (!isCalendarDate(value)) query['CreatedDate_lt'] = value;
      else if (value < today) query['CreatedDate_lt'] = startOfDay(addDays(value, 1));
    } else if (isColumn(name)) Object.assign(query, columnFilter(name, value));
    else if (name === 'until') query['CreatedDate_lte'] = value;
    else query[name] = value;
  }
  return query;
};

export const defaultDays = (): DateRange => defaultRange(dayOf(new Date()));

/** The days of the filters; null for all times. */
export const daysIn = ({ from = '', to = '' }: MessageFilters): DateRange | null => {
  if (from === 'all') return null;
  const days = defaultDays();
  return { from: isCalendarDate(from) ? from : days.from, to: isCalendarDate(to) ? to : days.to };
};

/** Names of the list params in the address of the grid. */
export const messageAddressFormat = {
  filters: ['from', 'to', ...columnNames],
  sizeName: 'size',
  sizes: gridPageSizes,
  defaultSize: defaultGridPageSize,
  sortFields: columnNames,
} as const;

/** Filters beside those of the address: no drafts, and without days the messages since last year. */
export const fixedFilters = (filters: Readonly<Record<string, unknown>>) => ({
  IsDraft: false,
  ...('from' in filters || 'to' in filters ? {} : { from: defaultDays().from }),
});
