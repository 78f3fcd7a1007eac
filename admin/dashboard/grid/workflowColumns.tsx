import Box from '@mui/material/Box';
import { type TranslateFunction, useTranslate } from 'react-admin';
import type { WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import { formatDate, isCalendarDate } from '../../../shared/rules/dates.ts';
import type { GridColumn } from '../../components/ColumnHeading.tsx';
import { Duration } from '../../components/Duration.tsx';
import { DateTime, dateTimeText } from '../../components/DateTime.tsx';
import { StatusChip } from '../../components/StatusChip.tsx';
import { filterChoices, type FilterName, startTimeOf } from './gridFilters.ts';

type Column = GridColumn<WorkflowRow>;

/** Columns that the server sorts by; the first one is the default. */
export const sortFields = [
  'createdTime',
  'type',
  'status',
  'channel',
  'hispMessageId',
  'organizationName',
  'duration',
] as const;

/** A day, or a date time in the reader's time zone. */
export const timeFilterText = (value: string): string => {
  if (isCalendarDate(value)) return formatDate(value);
  // An address may have any text, which the list refuses.
  return startTimeOf(value) === undefined ? value : dateTimeText(value);
};

/** A filter as text, such as `Status: Pending, In Progress`. */
export const filterText = (name: string, value: string, translate: TranslateFunction): string => {
  const isDate = name === 'from' || name === 'to';
  const options = value
    .split(',')
    .map((option) => (name === 'type' ? translate(typeKey(option.trim()), { _: option.trim() }) : option.trim()));
  const isChoice = filterChoices[name as FilterName] !== undefined;
  const text = isDate ? timeFilterText(value) : isChoice ? options.join(', ') : value;
  return translate('workflows.filter', { name: translate(`workflows.filters.${name}`, { _: name }), value: text });
};

export const typeKey = (type: string): string => `workflows.types.${type}`;

const choicesOf = (name: FilterName) =>
  (filterChoices[name] ?? []).map((id) => ({ id, name: name === 'type' ? typeKey(id) : id }));

/** A day that is chosen in the menu is that whole day; finer spans come from links and from the picker. */
const createdDay = {
  name: 'from',
  kind: 'date',
  read: ({ from = '', to = '' }) => (isCalendarDate(from) && from === to ? from : ''),
  write: (day) => ({ from: day, to: day }),
} satisfies Column['filter'];

const column = (source: string, more: Omit<Column, 'source' | 'label'>): Column => ({
  source,
  label: `workflows.columns.${source}`,
  unsorted: !sortFields.some((field) => field === source),
  ...more,
});

const WorkflowType = ({ type }: { type: string }) => useTranslate()(typeKey(type));

export const failureText = ({ failedStep, errorCode }: WorkflowRow): string =>
  [failedStep, errorCode].filter(Boolean).join(': ');

/** The state, and for what failed the step and why. */
const StatusCell = ({ row }: { row: WorkflowRow }) => (
  <>
    <StatusChip status={row.status} />
    {row.failedStep && (
      <Box
        title={failureText(row)}
        sx={{ fontSize: 12, color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        {failureText(row)}
      </Box>
    )}
  </>
);

/** Columns of the grid (spec 1 section 3: id, type, status, channel, createdTime, hispMessageId). */
export const workflowColumns: readonly Column[] = [
  column('createdTime', {
    filter: createdDay,
    render: ({ createdTime }) => <DateTime value={createdTime} withSeconds />,
    text: ({ createdTime }) => createdTime,
  }),
  column('type', {
    filter: { name: 'type', kind: 'select', options: choicesOf('type') },
    render: ({ type }) => <WorkflowType type={type} />,
    text: ({ type }) => type,
  }),
  column('status', {
    filter: { name: 'status', kind: 'select', options: choicesOf('status') },
    render: (row) => <StatusCell row={row} />,
    text: ({ status }) => status,
  }),
  column('channel', {
    filter: { name: 'channel', kind: 'select', options: choicesOf('channel') },
    render: ({ channel }) => channel,
    text: ({ channel }) => channel,
  }),
  column('direction', {
    filter: { name: 'direction', kind: 'select', options: choicesOf('direction') },
    render: ({ direction }) => direction,
    text: ({ direction }) => direction,
  }),
  column('mailMessageId', {
    filter: { name: 'number', kind: 'text' },
    isNumber: true,
    render: ({ mailMessage }) => mailMessage.mailMessageId,
    text: ({ mailMessage }) => String(mailMessage.mailMessageId),
  }),
  column('hispMessageId', {
    filter: { name: 'message', kind: 'text' },
    render: ({ hispMessageId }) => <span title={hispMessageId}>{hispMessageId}</span>,
    text: ({ hispMessageId }) => hispMessageId,
  }),
  column('organizationName', {
    filter: { name: 'organization', kind: 'text' },
    render: ({ organizationName }) => <span title={organizationName}>{organizationName}</span>,
    text: ({ organizationName }) => organizationName,
  }),
  column('duration', {
    isNumber: true,
    render: ({ duration }) => <Duration ms={duration} />,
    text: ({ duration }) => (duration === null ? '' : String(Math.round(duration))),
  }),
];
