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
import { FilterSelect } from '../components/FilterSelect.tsx';
import { ListTable, wrappedCell } from '../components/ListTable.tsx';
import { PagePagination } from '../components/PagePagination.tsx';
import type { JobList, JobRows, PlanSummary } from './bulkProtocol.ts';
import type { BulkJob } from './bulkRuns.ts';
import { number } from './bulkTexts.ts';

interface BulkTableProps {
  job: BulkJob;
  list: JobList;
  label: string;
  /** Columns. */
  children: ReactNode;
}

interface FilteredTableProps extends BulkTableProps {
  /** Rows by verdict or status, in the order of the filter. */
  counts: readonly (readonly [name: string, count: number])[];
  /** Prefix of their texts. */
  texts: 'bulk.verdicts' | 'bulk.statuses';
}

const perPage = 25;

/** The rows of a plan or run with a filter for their verdict or status. */
export const FilteredTable = ({ counts, texts, ...table }: FilteredTableProps) => {
  const translate = useTranslate();
  const [only, setOnly] = useState('all');
  const present = counts.filter(([, count]) => count > 0);
  const total = present.reduce((sum, [, count]) => sum + count, 0);
  const options = [
    { id: 'all', name: translate('bulk.allRows', { count: number.format(total) }) },
    ...present.map(([id, count]) => ({ id, name: `${translate(`${texts}.${id}`)} (${number.format(count)})` })),
  ];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      {present.length > 1 && (
        <Box>
          <FilterSelect label={translate('bulk.filter')} value={only} options={options} onChange={setOnly} />
        </Box>
      )}
      <BulkTable key={only} only={only === 'all' ? null : only} {...table} />
    </Box>
  );
};

/** Name and line of a row of a plan. */
export const rowColumns = ({ source }: PlanSummary['head']) => [
  <DataTable.Col<JobRows['changes']>
    key="name"
    source="name"
    label="bulk.record"
    disableSort
    cellClassName={wrappedCell}
    render={({ name, key }) => name ?? key}
  />,
  <DataTable.NumberCol
    key="line"
    source="line"
    label={source.sha256 === null ? 'bulk.number' : 'bulk.line'}
    disableSort
  />,
];

/** The rows of a job, page by page: the worker has all of them, which may be 100,000. */
export const BulkTable = ({ job, list, only = null, label, children }: BulkTableProps & { only?: string | null }) => {
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: ['bulk', job.id, list, only, page],
    queryFn: () => job.rows({ list, only, page, perPage }),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  });
  const total = data?.total ?? 0;
  const rows = useList<RaRecord>({ data: data?.data ?? [], isPending: !data, perPage, error });
  const value = { ...rows, page, setPage, total } as ListControllerResult;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <ResourceContextProvider value={`bulk${list}`}>
        <ListContextProvider value={value}>
          <ListTable emptyText="components.paging.none" rowClick={false} aria-label={label}>
            {children}
          </ListTable>
          {total > perPage && <PagePagination sizes={[perPage]} />}
        </ListContextProvider>
      </ResourceContextProvider>
    </Box>
  );
};
