import { addDays, isCalendarDate, startOfDay } from '../../shared/rules/dates.ts';
import { messageTypes } from '../../shared/rules/exchange.ts';
import { messageStatuses } from '../../shared/rules/message.ts';
import { dateTimeArgument, option, pageArguments } from '../components/list/commandArguments.ts';
import type { ListState } from '../components/ListToolbar.tsx';
import { type ColumnName, columnNames, daysIn, type MessageFilters } from './messageFilters.ts';

const dayText = (field: string, value: string): string[] => {
  const isDay: boolean = isCalendarDate(value);
  if (!isDay) return option('--where', `${field}=${value}`);
  return [
    ...option('--where', `${field}>=${startOfDay(value)}`),
    ...option('--where', `${field}<${startOfDay(addDays(value, 1))}`),
  ];
};

/** Flags of the command for the filter of a column. */
const flagOf: Readonly<Partial<Record<ColumnName, (value: string) => string[]>>> = {
  Sender: (value) => option('--from', value),
  MailTo: (value) => option('--to', value),
  Channel: (value) => option('--channel', value),
  Status: (value) => option('--status', messageStatuses[Number(value)]),
  Type: (value) => option('--type', Object.entries(messageTypes).find(([, code]) => String(code) === value)?.[0]),
  MailMessageId: (value) => option('--where', `id=${value}`),
  Origin: (value) => option('--where', `origin~${value}`),
  OrganizationName: (value) => option('--where', `organizationName~${value}`),
  CreatedDate: (value) => dayText('createdDate', value),
  SystemReceivedDate: (value) => dayText('systemReceivedDate', value),
};

/** The command's name for a column. */
const fieldOf = (name: string): string =>
  name === 'MailMessageId' ? 'id' : name.charAt(0).toLowerCase() + name.slice(1);

/** The command that lists the messages of the grid; its search box has no flag and is left out. */
export const messagesCommand = ({ filterValues, sort, perPage, page }: ListState): string => {
  const filters = filterValues as MessageFilters;
  const days = daysIn(filters);
  const flags = columnNames.flatMap((name) => (filters[name] ? (flagOf[name]?.(filters[name]) ?? []) : []));
  const isById = sort.field === 'MailMessageId';
  const isDescending = sort.order === 'DESC';
  const filtersLocally = !isById || flags.some((flag) => flag.startsWith('--where'));
  return [
    'carepost messages list',
    ...flags,
    ...(days === null ? [] : option('--since', dateTimeArgument(startOfDay(days.from)))),
    ...(days === null ? [] : option('--until', dateTimeArgument(startOfDay(addDays(days.to, 1))))),
    ...(isById && isDescending ? [] : [`--sort ${fieldOf(sort.field)}${isDescending ? ':desc' : ''}`]),
    ...pageArguments({ page, size: perPage }, filtersLocally),
  ].join(' ');
};
