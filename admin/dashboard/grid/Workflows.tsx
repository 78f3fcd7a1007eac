import { ResourceContextProvider, useRecordContext, useTranslate } from 'react-admin';
import type { WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import { addDays, dayOf, isCalendarDate } from '../../../shared/rules/dates.ts';
import {
  defaultGridPageSize,
  defaultWorkflowsPageSize,
  gridPageSizes,
  workflowsPageSizes,
} from '../../../shared/rules/paging.ts';
import { useGridFilters } from '../../components/ColumnHeading.tsx';
import { DateRangePicker } from '../../components/DateRangePicker.tsx';
import { type DateFilterProps, type GridConfig, GridPage } from '../../components/GridPage.tsx';
import { type FilterName, filterNames, type GridFilters, gridAddress, meansSomething } from './gridFilters.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { timeFilterText, failureText, filterText, sortFields, workflowColumns } from './workflowColumns.tsx';
import { workflowsCommand } from './workflowCommand.ts';
import { WorkflowSteps } from './WorkflowSteps.tsx';

const grid: GridConfig<WorkflowRow> = {
  texts: 'workflows',
  address: {
    filters: filterNames,
    isValid: (name, value) => meansSomething(name as FilterName, value),
    sizeName: 'pageSize',
    sizes: gridPageSizes,
    defaultSize: defaultGridPageSize,
    sortFields,
  },
  columns: workflowColumns,
  // The type says it: what is sent goes out, the others came in.
  hiddenColumns: ['direction'],
  heading: 'createdTime',
  filterText,
  personal: ['message', 'number', 'sender', 'mailTo'],
  fileName: 'Workflows',
  extraCell: { label: 'workflows.columns.failedStep', text: failureText },
  expandLabel: (row, translate) => translate('workflows.steps.toggle', { number: messageOf(row) }),
  command: workflowsCommand,
};
/** The separate workflows component (spec 1 section 2); its names in the address have a prefix. */
const part = {
  ...grid,
  address: {
    ...grid.address,
    prefix: 'failures.',
    sizes: workflowsPageSizes,
    defaultSize: defaultWorkflowsPageSize,
  },
};

interface WorkflowsProps {
  label: string;
  /** Heading of the page; without it the grid is a part of one. */
  title?: string;
  titleActions?: React.ReactNode;
  /** Filters that hold always and are no choices. */
  fixed?: GridFilters;
}

const presets = () => {
  const yesterday = addDays(dayOf(new Date()), -1);
  return [
    { label: 'workflows.presets.failed', to: gridAddress({ status: 'Failed', from: yesterday, to: yesterday }) },
    { label: 'workflows.presets.retrying', to: gridAddress({ status: 'Retrying' }) },
  ];
};

/** When the workflows were created. A link from a number or chart has a span finer than days, which is shown as it is. */
const CreatedDays = (_props: DateFilterProps) => {
  const translate = useTranslate();
  const { filters, change } = useGridFilters();
  const { from = '', to = '' } = filters;
  const days = isCalendarDate(from) && isCalendarDate(to) ? { from, to } : null;
  const ends = { from: from && timeFilterText(from), to: to && timeFilterText(to) };
  const key = from === '' ? 'until' : to === '' ? 'since' : 'between';
  return (
    <DateRangePicker
      label="workflows.columns.createdTime"
      value={days}
      onChange={(range) => change({ from: range?.from ?? '', to: range?.to ?? '' })}
      shown={!days && (from || to) ? translate(`workflows.range.${key}`, ends) : undefined}
    />
  );
};

const messageOf = ({ mailMessage }: WorkflowRow): number => mailMessage.mailMessageId;

/** Workflows of one message follow each other, where the first of them is. */
const byMessage = (rows: WorkflowRow[]): WorkflowRow[] => [...Map.groupBy(rows, messageOf).values()].flat();

/** Of several workflows of one message those after the first have no line above them. */
const groupStyle = (rows: readonly WorkflowRow[]) => (row: WorkflowRow, index: number) => {
  const next = rows[index + 1];
  return next && messageOf(next) === messageOf(row)
    ? { '& > td, & + .RaDataTable-expandRow > td': { borderBottom: 0 } }
    : {};
};

const Steps = () => {
  const row = useRecordContext<WorkflowRow>();
  return row ? <WorkflowSteps row={row} /> : null;
};

/** Workflows in pages of the server (spec 1 section 2): each row opens in place or leads to its message. */
export const Workflows = ({ label, title, titleActions, fixed }: WorkflowsProps) => (
  <ResourceContextProvider value="workflows">
    <GridPage<WorkflowRow>
      config={title === undefined ? { ...part, command: (list) => workflowsCommand(list, fixed) } : grid}
      {...(title === undefined ? { isPart: true } : { title, titleActions, presets: presets() })}
      label={label}
      {...(fixed && { fixed: { fixed } })}
      dates={<CreatedDays key="dates" source="from" alwaysOn />}
      expand={<Steps />}
      rowPath={(row) => `/admin/messages/${messageOf(row)}`}
      selection={<SelectionBar {...(fixed && { fixed })} />}
      arrange={byMessage}
      rowStyle={groupStyle}
    />
  </ResourceContextProvider>
);
