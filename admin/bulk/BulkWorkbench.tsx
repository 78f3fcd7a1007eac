import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { BulkPreview } from './BulkPreview.tsx';
import { BulkProblems } from './BulkProblems.tsx';
import { type JobSnapshot, maxRows } from './bulkProtocol.ts';
import { BulkResults } from './BulkResults.tsx';
import type { BulkJob } from './bulkRuns.ts';
import { BulkFailure, BulkPlanning, BulkRunning } from './bulkSteps.tsx';
import { number } from './bulkTexts.ts';

interface BulkWorkbenchProps extends JobSnapshot {
  job: BulkJob;
  /** Rows with problems may be left out: the rows of a selection are independent. A file is corrected instead. */
  mayLeaveOut?: boolean;
  /** Retries a failed planning, where nothing else on the page does. */
  onPlanAgain?: () => void;
  /** Called when the planning is stopped: the button with the focus disappears. */
  onPlanStopped?: () => void;
}

const failureTitles = {
  check: 'imports.detected.checkFailed',
  plan: 'bulk.planning.failed',
  apply: 'bulk.preview.failed',
} as const;

/** A job from the check of its rows to the results; each step replaces the one before. */
export const BulkWorkbench = (props: BulkWorkbenchProps) => {
  const { job, state, failure, mayLeaveOut = false, onPlanAgain, onPlanStopped } = props;
  const translate = useTranslate();
  const stopPlanning = () => {
    void job.stop();
    onPlanStopped?.();
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {failure !== null && (
        <BulkFailure
          error={failure.error}
          title={translate(failureTitles[failure.in])}
          {...(state.step === 'idle' && onPlanAgain && { onRetry: onPlanAgain })}
        />
      )}
      {state.step === 'checking' && (
        <BulkPlanning
          key="checking"
          title={translate('imports.detected.checking')}
          rows={state.rows}
          total={null}
          onStop={stopPlanning}
        />
      )}
      {state.step === 'tooManyRows' && (
        <Alert severity="error">{translate('imports.detected.tooMany', { count: number.format(maxRows) })}</Alert>
      )}
      {state.step === 'planning' && (
        <BulkPlanning
          key="planning"
          title={translate('bulk.planning.title')}
          rows={state.rows}
          total={state.total}
          note={translate('bulk.planning.unchanged')}
          leftMs={state.leftMs}
          onStop={stopPlanning}
        />
      )}
      {state.step === 'refused' && <BulkProblems job={job} state={state} mayLeaveOut={mayLeaveOut} />}
      {state.step === 'planned' && <BulkPreview key={state.plan.run} job={job} state={state} />}
      {state.step === 'running' && <BulkRunning state={state} onStop={() => void job.stop()} />}
      {state.step === 'ended' && <BulkResults job={job} state={state} />}
    </Box>
  );
};
