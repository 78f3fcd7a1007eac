import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  DataTable,
  LinkBase,
  ResourceContextProvider,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { GridFilter, WorkflowRow, WorkflowStep } from '../../shared/contract/exchangeSchemas.ts';
import { addDays, dayOf, isCalendarDate } from '../../shared/rules/dates.ts';
import {
  defaultGridPageSize,
  defaultWorkflowsPageSize,
  gridPageSizes,
  workflowsPageSizes,
} from '../../shared/rules/paging.ts';
import { useGridFilters } from '../components/ColumnHeading.tsx';
import { DateRangePicker } from '../components/DateRangePicker.tsx';
import { DateTime, DateTimeField } from '../components/DateTime.tsx';
import { Duration } from '../components/Duration.tsx';
import { type DateFilterProps, type GridConfig, GridPage } from '../components/GridPage.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { dashboardPath } from './dashboardModel.ts';
import { filteringWith, filterNames, type GridFilters, gridAddress } from './grid/gridFilters.ts';
import { failureText, filterText, sortFields, timeFilterText, workflowColumns } from './grid/workflowColumns.tsx';
import { workflowsCommand } from './grid/workflowCommand.ts';

const RetryDialog = lazy(async () => ({ default: (await import('../retry/RetryDialog.tsx')).RetryDialog }));

/** The workflow grid (spec 1 section 2). */
export const WorkflowsPage = () => {
  const translate = useTranslate();
  const title = translate('workflows.title');
  return (
    <Workflows
      title={title}
      label={title}
      titleActions={
        <Button component={LinkBase} to={dashboardPath}>
          {translate('workflows.dashboard')}
        </Button>
      }
    />
  );
};

const grid: GridConfig<WorkflowRow> = {
  texts: 'workflows',
  address: {
    filters: filterNames,
    sizeName: 'pageSize',
    sizes: gridPageSizes,
    defaultSize: defaultGridPageSize,
    sortFields,
  },
  columns: workflowColumns,
  // The type implies it: Send is Outbound, the others are Inbound.
  hiddenColumns: ['direction'],
  heading: 'createdTime',
  filterText,
  personal: ['message', 'number', 'sender', 'mailTo'],
  fileName: 'Workflows',
  fileOnlyColumns: [{ source: 'failedStep', label: 'workflows.columns.failedStep', text: failureText }],
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
  titleActions?: ReactNode;
  /** Filters that always apply. */
  fixed?: GridFilters;
}

/** Workflows in pages of the server (spec 1 section 2): each row expands in place or links to its message. */
export const Workflows = ({ label, title, titleActions, fixed }: WorkflowsProps) => (
  <ResourceContextProvider value="workflows">
    <GridPage<WorkflowRow>
      config={title === undefined ? { ...part, command: (list) => workflowsCommand(list, fixed) } : grid}
      {...(title === undefined ? { isPart: true } : { title, titleActions, presets: presets() })}
      label={label}
      {...(fixed && { fixed: { fixed } })}
      dates={<CreatedDays key="dates" source="from" alwaysOn />}
      expand={<WorkflowSteps />}
      rowPath={(row) => `/admin/messages/${messageOf(row)}`}
      selection={<SelectionBar {...(fixed && { fixed })} />}
      arrange={byMessage}
      rowStyle={groupStyle}
    />
  </ResourceContextProvider>
);

const presets = () => {
  const yesterday = addDays(dayOf(new Date()), -1);
  return [
    { label: 'workflows.presets.failed', to: gridAddress({ status: 'Failed', from: yesterday, to: yesterday }) },
    { label: 'workflows.presets.retrying', to: gridAddress({ status: 'Retrying' }) },
  ];
};

/** Filter by the time of creation. The address of a number or chart has date times, which are displayed as they are. */
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

/** Workflows of one message are consecutive, at the position of the first. */
const byMessage = (rows: WorkflowRow[]): WorkflowRow[] => [...Map.groupBy(rows, messageOf).values()].flat();

/** No line between workflows of one message. */
const groupStyle = (rows: readonly WorkflowRow[]) => (row: WorkflowRow, index: number) => {
  const next = rows[index + 1];
  return next && messageOf(next) === messageOf(row)
    ? { '& > td, & + .RaDataTable-expandRow > td': { borderBottom: 0 } }
    : {};
};

const thousands = new Intl.NumberFormat('en-US');

interface Matching {
  readonly filtering: GridFilter[];
  readonly total: number;
  readonly ids: readonly unknown[];
}

/** Number of selected workflows and their retry: workflows by id, from any page, or all that match the filters of the grid. */
const SelectionBar = ({ fixed = {} }: { fixed?: GridFilters }) => {
  const translate = useTranslate();
  const { data = [], total = 0, filterValues, selectedIds, onUnselectItems } = useListContext();
  const [allMatching, setAllMatching] = useState<Matching>();
  const [isRetrying, setIsRetrying] = useState(false);
  const filtering = filteringWith({ ...(filterValues as GridFilters), fixed });
  // Other filters match other workflows, and an unselected row is no longer part of all.
  const isCurrent =
    allMatching?.ids === selectedIds && JSON.stringify(allMatching.filtering) === JSON.stringify(filtering);
  const matching = isCurrent ? allMatching : undefined;
  const count = matching?.total ?? selectedIds.length;
  if (count === 0) return null;
  const isWholePage = data.every(({ id }) => selectedIds.includes(id));
  const selection = matching ? { filtering: matching.filtering } : { workflowIds: selectedIds.map(String).toSorted() };
  return (
    <Box component="section" aria-label={translate('workflows.selection.title')} sx={selectionStyle}>
      <Typography variant="body2" component="output">
        {translate('workflows.selection.count', { smart_count: count, count: thousands.format(count) })}
      </Typography>
      <Button size="small" variant="contained" onClick={() => setIsRetrying(true)}>
        {translate('workflows.selection.retry')}
      </Button>
      {isWholePage && !matching && filtering.length > 0 && total > data.length && (
        <Button size="small" onClick={() => setAllMatching({ filtering, total, ids: selectedIds })}>
          {translate('workflows.selection.all', { total: thousands.format(total) })}
        </Button>
      )}
      <Button size="small" onClick={() => onUnselectItems()}>
        {translate('workflows.selection.none')}
      </Button>
      <Suspense fallback={null}>
        {isRetrying && (
          <RetryDialog selection={selection} onClose={() => setIsRetrying(false)} onStarted={() => onUnselectItems()} />
        )}
      </Suspense>
    </Box>
  );
};

const selectionStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  paddingX: 1.5,
  paddingY: 0.75,
  bgcolor: 'background.default',
  borderTop: 1,
  borderBottom: 1,
  borderColor: 'divider',
  position: 'sticky',
  top: 0,
  zIndex: 2,
};

type StepRow = WorkflowStep & { readonly id: string };

const stepLabel = (name: string) => `workflows.steps.${name}`;

/** The steps of a workflow with their durations (spec 1 sections 2 and 3); also sender, recipients and files by type. */
const WorkflowSteps = () => {
  const translate = useTranslate();
  const row = useRecordContext<WorkflowRow>();
  if (!row) return null;
  const { mailMessage, workflow } = row;
  const files = mailMessage.attachmentEvents.map(({ mimeType, previewStatus }) =>
    translate(stepLabel('file'), { kind: mimeType, preview: previewStatus }),
  );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, paddingX: { md: 1.5 }, paddingY: 1 }}>
      <LabeledValues>
        <LabeledValue label={stepLabel('from')}>{mailMessage.sender}</LabeledValue>
        <LabeledValue label={stepLabel('to')}>{mailMessage.mailTo}</LabeledValue>
        <LabeledValue label={stepLabel('origin')}>{mailMessage.origin}</LabeledValue>
        <LabeledValue label={stepLabel('total')}>
          <Duration ms={workflow.duration} precise />
        </LabeledValue>
        <LabeledValue label={stepLabel('files')}>{files.length === 0 ? '-' : files.join('; ')}</LabeledValue>
      </LabeledValues>
      <LocalList resource="workflowsteps" rows={workflow.steps.map((step) => ({ ...step, id: step.stepName }))}>
        <RelatedTable label={translate(stepLabel('table'), { number: messageOf(row) })}>
          <DataTable.Col source="stepName" label={stepLabel('step')} />
          <DataTable.Col<StepRow>
            source="status"
            label={stepLabel('status')}
            render={({ status, nextAttemptAt }) => (
              <>
                <StatusChip status={status} />
                {nextAttemptAt && (
                  <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
                    {translate(stepLabel('next'))} <DateTime value={nextAttemptAt} withSeconds />
                  </Box>
                )}
              </>
            )}
          />
          <DataTable.Col source="startTime" label={stepLabel('start')}>
            <DateTimeField source="startTime" withSeconds emptyText="-" />
          </DataTable.Col>
          <DataTable.Col source="endTime" label={stepLabel('end')}>
            <DateTimeField source="endTime" withSeconds emptyText="-" />
          </DataTable.Col>
          <DataTable.Col<StepRow>
            source="elapsed"
            label={stepLabel('elapsed')}
            render={({ elapsed }) => <Duration ms={elapsed} precise />}
          />
          <DataTable.Col source="attempts" label={stepLabel('attempts')} />
          <DataTable.Col<StepRow>
            source="error"
            label={stepLabel('problem')}
            render={({ error, errorCode }) => error ?? errorCode ?? '-'}
          />
        </RelatedTable>
      </LocalList>
    </Box>
  );
};
