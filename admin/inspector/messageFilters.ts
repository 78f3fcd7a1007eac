import { defaultRange, type DateRange } from '../../shared/rules/dateRange.ts';
import { addDays, dayOf, isCalendarDate } from '../../shared/rules/dates.ts';
import { channels, messageTypes } from '../../shared/rules/exchange.ts';
import { messageStatuses } from '../../shared/rules/message.ts';

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
export const isColumn = (name: string): name is ColumnName => columnNames.some((one) => one === name);

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

/** Values of the columns that have a few only; those of Type are words of the catalogue. */
export const filterOptions: { readonly [name in ColumnName]?: readonly { id: string; name: string }[] } = {
  Channel: channels.map((name) => ({ id: name, name })),
  Status: messageStatuses.map((name, code) => ({ id: String(code), name })),
  Type: Object.entries(messageTypes).map(([word, code]) => ({ id: String(code), name: `inspector.types.${word}` })),
};

/** What the address says about the rows to show. `range` is null where somebody asked for all times. */
export interface MessageFilters {
  readonly search: string;
  readonly range: DateRange | null;
  readonly columns: Readonly<Partial<Record<ColumnName, string>>>;
}

/** Midnight of a day where the reader is. */
export const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const wholeNumber = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

const columnFilter = (name: ColumnName, value: string): Record<string, unknown> => {
  if (filterKinds[name] === 'date') {
    return isCalendarDate(value) ? { [`${name}_gte`]: startOf(value), [`${name}_lt`]: startOf(addDays(value, 1)) } : {};
  }
  // Nothing has the number 0: who looks for what is no number finds nothing rather than everything.
  if (name === 'MailMessageId') return { [`${name}_eq`]: wholeNumber(value) ?? 0 };
  if (name === 'Status' || name === 'Type') return { [`${name}_eq`]: wholeNumber(value) ?? -1 };
  return name === 'Channel' ? { [`${name}_eq`]: value } : { [`${name}_q`]: value };
};

/** The filters in the dialect of ra-data-odata-server (spec 1 section 7: IsDraft false); a range that ends today is open at its end. */
export const messageFilter = ({ search, range, columns }: MessageFilters, today = dayOf(new Date())) => ({
  IsDraft_eq: false,
  ...(search === '' ? {} : { q: search }),
  ...(range === null ? {} : { CreatedDate_gte: startOf(range.from) }),
  ...(range === null || range.to >= today ? {} : { CreatedDate_lt: startOf(addDays(range.to, 1)) }),
  ...Object.assign({}, ...columnNames.map((name) => (columns[name] ? columnFilter(name, columns[name]) : {}))),
});

export const usualRange = (): DateRange => defaultRange(dayOf(new Date()));
