import { addDays, isCalendarDate } from '../../shared/rules/dates.ts';
import { messageTypes } from '../../shared/rules/exchange.ts';
import { messageStatuses } from '../../shared/rules/message.ts';
import { momentWord, option, pageWords } from '../components/list/commandWords.ts';
import { type ColumnName, startOf } from './messageFilters.ts';
import type { MessageAddress } from './useMessageAddress.ts';

const dayWords = (field: string, day: string): string[] =>
  isCalendarDate(day)
    ? [...option('--where', `${field}>=${startOf(day)}`), ...option('--where', `${field}<${startOf(addDays(day, 1))}`)]
    : [];

/** How a filter of a column is said on the command line. */
const said: Readonly<Partial<Record<ColumnName, (value: string) => string[]>>> = {
  Sender: (value) => option('--from', value),
  MailTo: (value) => option('--to', value),
  Channel: (value) => option('--channel', value),
  Status: (value) => option('--status', messageStatuses[Number(value)]),
  Type: (value) => option('--type', Object.entries(messageTypes).find(([, code]) => String(code) === value)?.[0]),
  MailMessageId: (value) => option('--where', `id=${value}`),
  Origin: (value) => option('--where', `origin~${value}`),
  OrganizationName: (value) => option('--where', `organizationName~${value}`),
  CreatedDate: (value) => dayWords('createdDate', value),
  SystemReceivedDate: (value) => dayWords('systemReceivedDate', value),
};

/** The command's name for a column. */
const fieldOf = (name: ColumnName): string =>
  name === 'MailMessageId' ? 'id' : name.charAt(0).toLowerCase() + name.slice(1);

type ShownGrid = Pick<MessageAddress, 'filters' | 'sort' | 'descending' | 'size' | 'page'>;

/** The command that lists the messages of the grid; its search box has no flag and is left out. */
export const messagesCommand = ({ filters, sort, descending, size, page }: ShownGrid): string => {
  const { range, columns } = filters;
  const narrowed = Object.entries(columns).flatMap(([name, value]) => said[name as ColumnName]?.(value) ?? []);
  const isById = sort === 'MailMessageId';
  const looksThroughAll = !isById || narrowed.some((word) => word.startsWith('--where'));
  return [
    'carepost messages list',
    ...narrowed,
    ...(range === null ? [] : option('--since', momentWord(startOf(range.from)))),
    ...(range === null ? [] : option('--until', momentWord(startOf(addDays(range.to, 1))))),
    ...(isById && descending ? [] : [`--sort ${fieldOf(sort)}${descending ? ':desc' : ''}`]),
    ...pageWords({ page, size }, looksThroughAll),
  ].join(' ');
};

/** The command that shows one message, without its content. */
export const messageCommand = (id: number): string => `carepost messages get ${id}`;
