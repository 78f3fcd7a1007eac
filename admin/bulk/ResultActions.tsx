import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { failedLines, resultsLines } from '../../shared/bulk/results.ts';
import { undoable } from '../../shared/bulk/undoing.ts';
import { saveFile } from '../components/saveFile.ts';
import { textOf } from './breathing.ts';
import type { EndedRun } from './bulkJob.ts';
import { counted } from './bulkWords.ts';

export interface ResultActionsProps {
  ended: EndedRun;
  onRetry: () => void;
  onUndo: () => void;
  onResume: () => void;
}

/** What can be done with a run that ended: its files, going on, trying again what failed, taking it back. */
export const ResultActions = ({ ended, onRetry, onUndo, onResume }: ResultActionsProps) => {
  const translate = useTranslate();
  const { prepared, result } = ended;
  const { counts, outcomes, end } = result;
  const failed = counts.failed + counts.conflict;
  const missed = failed + counts.unknown;
  const save = async (lines: AsyncIterable<string>, name: string) =>
    saveFile(new Blob([await textOf(lines)], { type: 'text/csv;charset=utf-8' }), `${prepared.run}-${name}.csv`);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {end !== 'finished' && end !== 'forbidden' && (
        <Button variant="contained" onClick={onResume}>
          {translate('bulk.results.resume')}
        </Button>
      )}
      {failed > 0 && (
        <Button variant="outlined" onClick={onRetry}>
          {translate('bulk.results.retry', counted(failed))}
        </Button>
      )}
      {counts.ok > 0 &&
        (undoable(prepared.action) ? (
          <Button variant="outlined" onClick={onUndo}>
            {translate('bulk.results.undo')}
          </Button>
        ) : (
          <Typography variant="body2" color="textSecondary">
            {translate('bulk.results.noUndo')}
          </Typography>
        ))}
      <Button startIcon={<Download />} onClick={() => void save(resultsLines(prepared.plan, outcomes), 'results')}>
        {translate('bulk.results.download')}
      </Button>
      {missed > 0 && (
        <Button startIcon={<Download />} onClick={() => void save(failedLines(prepared.plan, outcomes), 'failed')}>
          {translate('bulk.results.downloadFailed')}
        </Button>
      )}
    </Box>
  );
};
