import Add from '@mui/icons-material/Add';
import CallSplit from '@mui/icons-material/CallSplit';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/Edit';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import PlayArrow from '@mui/icons-material/PlayArrowOutlined';
import Remove from '@mui/icons-material/Remove';
import SkipNext from '@mui/icons-material/SkipNext';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import {
  DataTable,
  ListContextProvider,
  type ListControllerResult,
  type RaRecord,
  ResourceContextProvider,
  useList,
  useTranslate,
} from 'react-admin';
import { type ReactNode, useState } from 'react';
import type { RowStatus } from '../../shared/bulk/journal.ts';
import type { Verdict } from '../../shared/bulk/plan.ts';
import { FilterSelect } from '../components/FilterSelect.tsx';
import { ListTable, wrappedCell } from '../components/ListTable.tsx';
import { PagePagination } from '../components/PagePagination.tsx';
import { type Severity, StateChip } from '../components/StateChip.tsx';
import type { JobList, JobRows, PlanSummary } from './bulkProtocol.ts';
import type { BulkJob } from './bulkRuns.ts';
import { number } from './bulkTexts.ts';

const chips: Record<Verdict | RowStatus, readonly [icon: typeof Add, severity: Severity]> = {
  create: [Add, 'good'],
  update: [Edit, 'plain'],
  delete: [DeleteOutlined, 'bad'],
  do: [PlayArrow, 'plain'],
  unchanged: [Remove, 'plain'],
  conflict: [CallSplit, 'warning'],
  ok: [CheckCircle, 'good'],
  failed: [ErrorIcon, 'bad'],
  unknown: [HelpOutline, 'warning'],
  skipped: [SkipNext, 'plain'],
  not_run: [HourglassEmpty, 'plain'],
};

/** The planned change of a row, or its result. */
export const RowState = ({ state }: { state: Verdict | RowStatus }) => {
  const [icon, severity] = chips[state];
  return <StateChip icon={icon} severity={severity} label={useTranslate()(`bulk.states.${state}`)} />;
};

type RowCounts = readonly (readonly [state: Verdict | RowStatus, count: number])[];

/** Number of rows by state. */
export const RowStates = ({ counts }: { counts: RowCounts }) => (
  <Box
    component="ul"
    sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, listStyle: 'none', margin: 0, padding: 0 }}
  >
    {counts
      .filter(([, count]) => count > 0)
      .map(([state, count]) => (
        <Box component="li" key={state} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <RowState state={state} /> {number.format(count)}
        </Box>
      ))}
  </Box>
);

/** Name and line of a row of a plan. */
export const rowColumns = ({ source }: PlanSummary['head']) => [
  <DataTable.Col<JobRows['changes']>
    key="name"
    source="name"
    label="bulk.record"
    cellClassName={wrappedCell}
    render={({ name, key }) => name ?? key}
  />,
  <DataTable.NumberCol key="line" source="line" label={source.sha256 === null ? 'bulk.number' : 'bulk.line'} />,
];

interface BulkTableProps {
  job: BulkJob;
  list: JobList;
  label: string;
  /** Rows by state, for the filter; a list without it has no filter. */
  counts?: RowCounts;
  /** Columns. */
  children: ReactNode;
}

const perPage = 25;
/** The worker returns the rows in the order of the file, so the columns have no sort buttons. */
const unsorted: object = { sort: null };

/** A list of a job with a filter by state. Its rows are loaded page by page: the worker has all of them, which may be 100,000. */
export const BulkTable = ({ job, list, label, counts = [], children }: BulkTableProps) => {
  const translate = useTranslate();
  const [{ rowState, page }, setQuery] = useState<{ rowState: string | null; page: number }>({
    rowState: null,
    page: 1,
  });
  const { data, error } = useQuery({
    queryKey: ['bulk', job.id, list, rowState, page],
    queryFn: () => job.rows({ list, rowState, page, perPage }),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  });
  const total = data?.total ?? 0;
  const rows = useList<RaRecord>({ data: data?.data ?? [], isPending: !data, perPage, error });
  const setPage = (next: number) => setQuery({ rowState, page: next });
  const value = { ...rows, page, setPage, total } as ListControllerResult;
  const present = counts.filter(([, count]) => count > 0);
  const all = present.reduce((sum, [, count]) => sum + count, 0);
  return (
    <>
      {present.length > 1 && (
        <FilterSelect
          label={translate('bulk.filter')}
          value={rowState ?? 'all'}
          options={[
            { id: 'all', name: translate('bulk.allRows', { count: number.format(all) }) },
            ...present.map(([state, count]) => ({
              id: state,
              name: `${translate(`bulk.states.${state}`)} (${number.format(count)})`,
            })),
          ]}
          onChange={(state) => setQuery({ rowState: state === 'all' ? null : state, page: 1 })}
          sx={{ alignSelf: 'flex-start', minWidth: 200, maxWidth: '100%' }}
        />
      )}
      {/* Clipped, so that the pager does not cover the round corners; hidden overflow would have it stick to the box and not to the window. */}
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'clip' }}>
        <ResourceContextProvider value={`bulk${list}`}>
          <ListContextProvider value={value}>
            <ListTable emptyText="components.paging.none" rowClick={false} aria-label={translate(label)} {...unsorted}>
              {children}
            </ListTable>
            {total > perPage && <PagePagination sizes={[perPage]} />}
          </ListContextProvider>
        </ResourceContextProvider>
      </Box>
    </>
  );
};
