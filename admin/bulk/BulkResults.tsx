import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DataTable, LinkBase, useTranslate } from 'react-admin';
import { LabelButton } from '../components/LabelButton.tsx';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { rowStatuses } from '../../shared/bulk/journal.ts';
import { undoable } from '../../shared/bulk/undoing.ts';
import { wrappedCell } from '../components/ListTable.tsx';
import { saveFile } from '../components/saveFile.ts';
import type { JobRows, JobState } from './bulkProtocol.ts';
import type { BulkJob } from './bulkRuns.ts';
import { BulkStep, DownloadButton, RunName } from './bulkSteps.tsx';
import { BulkTable, rowColumns, RowState, RowStates } from './BulkTable.tsx';
import { counted } from './bulkTexts.ts';

interface BulkResultsProps {
  job: BulkJob;
  state: Extract<JobState, { step: 'ended' }>;
}

type ResultRow = JobRows['results'];

/** The end of a run: summary, number of rows by status, rows, and the actions on it. */
export const BulkResults = ({ job, state }: BulkResultsProps) => {
  const counts = rowStatuses.map((status) => [status, state.result.counts[status]] as const);
  return (
    <BulkStep title="bulk.results.title">
      <RunEndAlert result={state.result} />
      <RowStates counts={counts} />
      <RunName run={state.plan.run} />
      <ResultActions job={job} state={state} />
      <BulkTable job={job} list="results" counts={counts} label="bulk.results.title">
        {rowColumns(state.plan.head)}
        <DataTable.Col<ResultRow>
          source="status"
          label="bulk.results.status"
          render={({ status }) => <RowState state={status} />}
        />
        <DataTable.Col<ResultRow>
          source="message"
          label="bulk.results.message"
          cellClassName={wrappedCell}
          render={({ outcome }) => (
            <>
              {outcome?.message ?? (outcome?.code ? null : '-')}
              {outcome?.code && (
                <Box component="code" sx={{ display: 'block', color: 'text.secondary' }}>
                  {outcome.code}
                </Box>
              )}
            </>
          )}
        />
      </BulkTable>
    </BulkStep>
  );
};

const RunEndAlert = ({ result }: Pick<BulkResultsProps['state'], 'result'>) => {
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

/** Resume, retry, undo, and the files of the run. */
const ResultActions = ({ job, state: { plan, result } }: BulkResultsProps) => {
  const translate = useTranslate();
  const { counts, end } = result;
  const failed = counts.failed + counts.conflict;
  const action = bulkActionNamed(plan.head.action);
  const save = async (name: 'results' | 'failed') => saveFile(await job.file(name), `${plan.run}-${name}.csv`);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {end !== 'finished' && end !== 'forbidden' && (
        <LabelButton variant="contained" onClick={() => void job.resume()} label="bulk.results.resume" />
      )}
      {failed > 0 && (
        <Button variant="outlined" onClick={() => void job.planAgain('retry')}>
          {translate('bulk.results.retry', counted(failed))}
        </Button>
      )}
      {counts.ok > 0 &&
        (action && undoable(action) ? (
          <LabelButton variant="outlined" onClick={() => void job.planAgain('undo')} label="bulk.results.undo" />
        ) : (
          <Typography variant="body2" color="textSecondary">
            {translate('bulk.results.noUndo')}
          </Typography>
        ))}
      <DownloadButton label="bulk.results.download" onDownload={() => save('results')} />
      {failed + counts.unknown > 0 && (
        <DownloadButton label="bulk.results.downloadFailed" onDownload={() => save('failed')} />
      )}
    </Box>
  );
};
