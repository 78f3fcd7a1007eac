import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { type PlanRow, type VerdictCounts, verdicts } from '../../shared/bulk/plan.ts';
import { VerdictState } from './bulkStates.tsx';
import { number } from './bulkWords.ts';
import { ChangeList } from './ChangeList.tsx';
import { FilterSelect } from '../components/FilterSelect.tsx';
import { PagedRecords } from './PagedRecords.tsx';

interface BulkChangesProps {
  /** Rows of a file have lines, others only a number. */
  isOfFile: boolean;
  rows: readonly PlanRow[];
  counts: VerdictCounts;
}

/** The rows of a plan with the cells that change; those that need a look come first by choice. */
export const BulkChanges = ({ isOfFile, rows, counts }: BulkChangesProps) => {
  const translate = useTranslate();
  const lineLabel = isOfFile ? 'bulk.line' : 'bulk.number';
  const [shown, setShown] = useState('all');
  const present = verdicts.filter((verdict) => counts[verdict] > 0);
  const options = [
    { id: 'all', name: translate('bulk.preview.all', { count: number.format(rows.length) }) },
    ...present.map((verdict) => ({
      id: verdict,
      name: `${translate(`bulk.verdicts.${verdict}`)} (${number.format(counts[verdict])})`,
    })),
  ];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      {present.length > 1 && (
        <Box>
          <FilterSelect label={translate('bulk.preview.filter')} value={shown} options={options} onChange={setShown} />
        </Box>
      )}
      <PagedRecords
        label="bulk.preview.changes"
        rows={shown === 'all' ? rows : rows.filter(({ verdict }) => verdict === shown)}
        rowId={({ row }) => String(row)}
        columns={[
          { name: 'record', label: 'bulk.record', render: ({ name, key }) => name ?? key },
          { name: 'line', label: lineLabel, align: 'right', render: ({ line }) => number.format(line) },
          {
            name: 'verdict',
            label: 'bulk.results.status',
            render: ({ verdict }) => <VerdictState verdict={verdict} />,
          },
          { name: 'changes', label: 'bulk.preview.changes', render: (row) => <ChangeList row={row} /> },
        ]}
      />
    </Box>
  );
};
