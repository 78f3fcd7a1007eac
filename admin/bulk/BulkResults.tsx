import Box from '@mui/material/Box';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { LinkBase, useTranslate } from 'react-admin';
import { useState } from 'react';
import { rowStatuses } from '../../shared/bulk/journal.ts';
import { RowState } from './bulkStates.tsx';
import type { EndedRun } from './bulkJob.ts';
import { number } from './bulkWords.ts';
import { FilterSelect } from '../components/FilterSelect.tsx';
import { PagedRecords } from './PagedRecords.tsx';
import { ResultActions, type ResultActionsProps } from './ResultActions.tsx';
import { RunName } from './RunName.tsx';
import { StepHeading } from './StepHeading.tsx';

/** How a run ended: in a sentence, in numbers, row by row, and what can be done about it. */
export const BulkResults = (props: ResultActionsProps) => {
  const translate = useTranslate();
  const { ended } = props;
  const { counts } = ended.result;
  const present = rowStatuses.filter((status) => counts[status] > 0);
  return (
    <Box component="section" sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <StepHeading>{translate('bulk.results.title')}</StepHeading>
      <RunEndAlert ended={ended} />
      <Box
        component="ul"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, listStyle: 'none', margin: 0, padding: 0 }}
      >
        {present.map((status) => (
          <Box component="li" key={status} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <RowState status={status} /> {number.format(counts[status])}
          </Box>
        ))}
      </Box>
      <RunName run={ended.prepared.run} />
      <ResultActions {...props} />
      <ResultRows ended={ended} />
    </Box>
  );
};

const RunEndAlert = ({ ended: { result } }: { ended: EndedRun }) => {
  const translate = useTranslate();
  const { failed, conflict, unknown } = result.counts;
  const isClean = failed + conflict + unknown === 0;
  if (result.end === 'finished') {
    return (
      <Alert severity={isClean ? 'success' : 'warning'}>
        {translate(isClean ? 'bulk.results.finished' : 'bulk.results.partial')}
      </Alert>
    );
  }
  return (
    <Alert
      severity="warning"
      sx={{ overflowWrap: 'anywhere' }}
      action={
        result.end === 'auth' && (
          <Button component={LinkBase} to="/" target="_blank" rel="noopener" color="inherit" size="small">
            {translate('bulk.results.signIn')}
          </Button>
        )
      }
    >
      {translate(`bulk.ends.${result.end}`)}
      {result.message !== null && <div>{result.message}</div>}
    </Alert>
  );
};

const ResultRows = ({ ended: { prepared, result } }: { ended: EndedRun }) => {
  const translate = useTranslate();
  const [shown, setShown] = useState('all');
  const lineLabel = prepared.plan.head.source.sha256 === null ? 'bulk.number' : 'bulk.line';
  const rows = prepared.rows.map((row) => {
    const outcome = result.outcomes.get(row.row);
    return { ...row, status: outcome?.status ?? ('not_run' as const), outcome };
  });
  const present = rowStatuses.filter((status) => result.counts[status] > 0);
  const options = [
    { id: 'all', name: translate('bulk.results.all', { count: number.format(rows.length) }) },
    ...present.map((status) => ({
      id: status,
      name: `${translate(`bulk.statuses.${status}`)} (${number.format(result.counts[status])})`,
    })),
  ];
  return (
    <>
      {present.length > 1 && (
        <Box>
          <FilterSelect label={translate('bulk.results.filter')} value={shown} options={options} onChange={setShown} />
        </Box>
      )}
      <PagedRecords
        label="bulk.results.title"
        rows={shown === 'all' ? rows : rows.filter(({ status }) => status === shown)}
        rowId={({ row }) => String(row)}
        columns={[
          { name: 'record', label: 'bulk.record', render: ({ name, key }) => name ?? key },
          { name: 'line', label: lineLabel, align: 'right', render: ({ line }) => number.format(line) },
          { name: 'status', label: 'bulk.results.status', render: ({ status }) => <RowState status={status} /> },
          {
            name: 'message',
            label: 'bulk.results.message',
            render: ({ outcome }) => (
              <>
                {outcome?.message ?? (outcome?.code ? null : '-')}
                {outcome?.code && (
                  <Box component="code" sx={{ display: 'block', color: 'text.secondary' }}>
                    {outcome.code}
                  </Box>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  );
};
