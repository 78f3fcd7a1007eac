import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { addDays, dayOf, formatDate, isCalendarDate } from '../../shared/rules/dates.ts';
import { useGridFilters } from '../components/ColumnHeading.tsx';
import { DateRangePicker } from '../components/DateRangePicker.tsx';
import { type DateFilterProps, type GridConfig, GridPage } from '../components/GridPage.tsx';
import { InspectorNav } from './InspectorNav.tsx';
import { MessageDetail } from './MessageDetail.tsx';
import { MessageSummary } from './MessageShow.tsx';
import { MessageSelectionBar } from './MessageSelectionBar.tsx';
import { messageAddress, messageColumns } from './messageColumns.tsx';
import { messagesCommand } from './messageCommands.ts';
import { daysIn, filterOptions, fixedFilters, isColumn, messageAddressFormat } from './messageFilters.ts';
import type { MessageRow } from './messageRow.ts';

const grid: GridConfig<MessageRow> = {
  texts: 'inspector',
  address: messageAddressFormat,
  columns: messageColumns,
  hiddenColumns: ['Origin', 'SystemReceivedDate'],
  heading: 'MailMessageId',
  filterText: (name, value, translate) => {
    const option = isColumn(name) ? filterOptions[name]?.find(({ id }) => id === value)?.name : undefined;
    const text = isCalendarDate(value) ? formatDate(value) : value;
    return translate('inspector.filter', {
      name: translate(isColumn(name) ? `inspector.fields.${name}` : `inspector.days.${name}`),
      value: option === undefined ? text : translate(option, { _: option }),
    });
  },
  personal: ['MailMessageId', 'Sender', 'MailTo'],
  fileName: 'Messages',
  expandLabel: ({ id }, translate) => translate('inspector.expand', { id }),
  command: messagesCommand,
  commandNote: ({ filterValues }) => (filterValues['q'] === undefined ? undefined : 'inspector.commandNote'),
};

const presets = () => {
  const yesterday = addDays(dayOf(new Date()), -1);
  return [
    { label: 'inspector.presets.failed', to: `/admin/messages?Status=12&from=${yesterday}&to=${yesterday}` },
    { label: 'inspector.presets.retrying', to: '/admin/dashboard/messaging/workflows?status=Retrying' },
  ];
};

const CreatedDays = (_props: DateFilterProps) => {
  const { filters, change } = useGridFilters();
  return (
    <DateRangePicker
      label="inspector.created"
      value={daysIn(filters)}
      onChange={(range) => change({ from: range?.from ?? 'all', to: range?.to ?? '' })}
    />
  );
};

/** The detail of an open row, and what has no column of its own in it. */
const ExpandedMessage = () => (
  <Box sx={{ padding: 1 }}>
    <MessageSummary only={grid.hiddenColumns} />
    <MessageDetail />
  </Box>
);

/** The grid of messages (spec 1 section 2), from last year on where its address names no days. */
export const MessageList = () => {
  const translate = useTranslate();
  const { search } = useLocation();
  return (
    <>
      <InspectorNav current="messages" />
      <GridPage<MessageRow>
        config={grid}
        title={translate('inspector.title')}
        label={translate('inspector.table')}
        presets={presets()}
        fixed={fixedFilters(Object.fromEntries(new URLSearchParams(search)))}
        dates={<CreatedDays key="dates" source="from" alwaysOn />}
        expand={<ExpandedMessage />}
        rowPath={({ id }) => messageAddress(id, search)}
        selection={<MessageSelectionBar />}
      />
    </>
  );
};
