import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useMutation } from '@tanstack/react-query';
import { useListContext, useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { addDays, dayOf, formatDate, isCalendarDate } from '../../shared/rules/dates.ts';
import { useGridFilters } from '../components/ColumnHeading.tsx';
import { DateRangePicker } from '../components/DateRangePicker.tsx';
import { type DateFilterProps, type GridConfig, GridPage } from '../components/GridPage.tsx';
import { failureText } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { RetryDialog } from '../retry/RetryDialog.tsx';
import { workflowsOf } from '../retry/retrySelection.ts';
import { MessageDetail } from './MessageDetail.tsx';
import { MessageSummary } from './MessageShow.tsx';
import { messageAddress, messageColumns, type MessageRow } from './messageColumns.tsx';
import { messagesCommand } from './messageCommands.ts';
import {
  daysIn,
  filterOptions,
  fixedFilters,
  isColumn,
  isOtherThanDay,
  messageAddressFormat,
} from './messageFilters.ts';

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
      name: translate(isColumn(name) ? `inspector.fields.${name}` : `inspector.days.${name}`, { _: name }),
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
  const translate = useTranslate();
  const { filters, change } = useGridFilters();
  const { from = '', to = '' } = filters;
  const days = daysIn(filters);
  const hasOther = isOtherThanDay(from) || isOtherThanDay(to);
  const limits = days && {
    from: isOtherThanDay(from) ? from : formatDate(days.from),
    to: isOtherThanDay(to) ? to : formatDate(days.to),
  };
  return (
    <DateRangePicker
      label="inspector.created"
      value={days}
      shown={limits && hasOther ? translate('components.range.days', limits) : undefined}
      onChange={(range) => change({ from: range?.from ?? 'all', to: range?.to ?? '' })}
    />
  );
};

/** The detail of an expanded row, with the values that the default columns leave out. */
const ExpandedMessage = () => (
  <Box sx={{ padding: 1 }}>
    <MessageSummary only={grid.hiddenColumns} />
    <MessageDetail />
  </Box>
);

/** The grid of messages (spec 1 section 2), from last year on when its address has no days. */
export const MessageList = () => {
  const translate = useTranslate();
  const { search } = useLocation();
  return (
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
  );
};

/** Number of selected messages, and the retry of their workflows. */
const MessageSelectionBar = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const { selectedIds, onUnselectItems } = useListContext();
  const [workflowIds, setWorkflowIds] = useState<string[]>([]);
  const { mutate: loadWorkflows, isPending } = useMutation({
    mutationFn: () => workflowsOf(selectedIds.map(Number), (body) => provider.diagnostics.search({ body })),
    onSuccess: (ids) => {
      if (ids.length === 0) notify('inspector.retryNone', { type: 'info' });
      setWorkflowIds(ids);
    },
    onError: (error) => notify(failureText(translate('inspector.retryLookFailed'), error), { type: 'error' }),
  });
  const clear = translate('inspector.clearSelection');
  if (selectedIds.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label={translate('inspector.selection')}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingX: 1.5, paddingY: 0.5 }}
    >
      <IconButton size="small" title={clear} aria-label={clear} onClick={() => onUnselectItems()}>
        <Close fontSize="small" />
      </IconButton>
      <span aria-live="polite">{translate('inspector.selected', { smart_count: selectedIds.length })}</span>
      <Button size="small" variant="outlined" disabled={isPending} onClick={() => loadWorkflows()}>
        {translate(isPending ? 'inspector.retryLooking' : 'inspector.retrySelected')}
      </Button>
      {workflowIds.length > 0 && (
        <RetryDialog
          selection={{ workflowIds }}
          onClose={() => setWorkflowIds([])}
          onStarted={() => onUnselectItems()}
        />
      )}
    </Box>
  );
};
