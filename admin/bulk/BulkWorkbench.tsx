import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import { LabelButton } from '../components/LabelButton.tsx';
import { rowStatuses } from '../../shared/bulk/journal.ts';
import { wrappedCell } from '../components/ListTable.tsx';
import { saveFile } from '../components/saveFile.ts';
import { BulkPreview } from './BulkPreview.tsx';
import { type JobRows, type JobSnapshot, type JobState, maxRows } from './bulkProtocol.ts';
import { BulkResults } from './BulkResults.tsx';
import type { BulkJob } from './bulkRuns.ts';
import {
  BulkFailure,
  BulkPlanning,
  BulkProgress,
  BulkStep,
  DownloadButton,
  RunName,
  useTimeText,
} from './bulkSteps.tsx';
import { BulkTable, RowStates } from './BulkTable.tsx';
import { counted, fileStem, number } from './bulkTexts.ts';
import { isResumableAction } from './storedRuns.ts';

interface BulkWorkbenchProps extends JobSnapshot {
  job: BulkJob;
  /** Rows with problems may be skipped: the rows of a selection are independent. A file is corrected instead. */
  maySkip?: boolean;
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
  const { job, state, failure, maySkip = false, onPlanAgain, onPlanStopped } = props;
  const translate = useTranslate();
  const timeText = useTimeText();
  const stopPlanning = () => {
    void job.stop();
    onPlanStopped?.();
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {failure !== null && (
        <BulkFailure
          error={failure.error}
          title={failureTitles[failure.in]}
          {...(state.step === 'idle' && onPlanAgain && { onRetry: onPlanAgain })}
        />
      )}
      {state.step === 'checking' && (
        <BulkPlanning
          key="checking"
          title="imports.detected.checking"
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
          title="bulk.planning.title"
          rows={state.rows}
          total={state.total}
          details={[
            ...(state.leftMs === null ? [] : [translate('bulk.left', { time: timeText(state.leftMs) })]),
            translate('bulk.planning.unchanged'),
          ]}
          onStop={stopPlanning}
        />
      )}
      {state.step === 'refused' && <BulkProblems job={job} state={state} maySkip={maySkip} />}
      {state.step === 'planned' && <BulkPreview key={state.plan.run} job={job} state={state} />}
      {state.step === 'running' && <BulkRunning job={job} state={state} />}
      {state.step === 'ended' && <BulkResults job={job} state={state} />}
    </Box>
  );
};

interface BulkProblemsProps {
  job: BulkJob;
  state: Extract<JobState, { step: 'refused' }>;
  maySkip: boolean;
}

type ProblemRow = JobRows['problems'];

/** All problems of the rows, by line of the file; nothing was sent. */
const BulkProblems = ({ job, state, maySkip }: BulkProblemsProps) => {
  const translate = useTranslate();
  const { action, problems, badRows, isFile, hasOthers, hasResults } = state;
  const download = async () => saveFile(await job.file('validation'), `${fileStem(action)}-validation.csv`);
  return (
    <BulkStep
      title={translate(isFile ? 'bulk.problems.title' : 'bulk.problems.cannot', counted(isFile ? problems : badRows))}
    >
      <Typography color="textSecondary">{translate(isFile ? 'bulk.problems.text' : 'bulk.problems.rows')}</Typography>
      <BulkTable job={job} list="problems" label="bulk.problems.message">
        <DataTable.Col<ProblemRow>
          source="line"
          label={isFile ? 'bulk.line' : 'bulk.record'}
          render={({ line, name, row }) => (isFile ? <LineNumber line={line} /> : (name ?? row))}
        />
        <DataTable.Col<ProblemRow>
          source="column"
          label="bulk.problems.column"
          cellClassName={wrappedCell}
          render={({ column }) => (
            // Names of columns stay whole.
            <Box component="span" sx={{ overflowWrap: 'normal' }}>
              {column ?? translate('bulk.problems.wholeRow')}
            </Box>
          )}
        />
        <DataTable.Col source="message" label="bulk.problems.message" cellClassName={wrappedCell} />
        <DataTable.Col<ProblemRow>
          source="code"
          label="bulk.problems.code"
          render={({ code }) => <code>{code}</code>}
        />
      </BulkTable>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <DownloadButton variant="outlined" label="bulk.problems.download" onDownload={download} />
        {maySkip && hasOthers && (
          <LabelButton variant="contained" onClick={() => void job.planAgain('others')} label="bulk.problems.skip" />
        )}
        {hasResults && <LabelButton onClick={() => void job.back()} label="bulk.results.back" />}
      </Box>
    </BulkStep>
  );
};

/** In a table the number is under its heading; a card has no heading. */
const LineNumber = ({ line }: { line: number }) => {
  const translate = useTranslate();
  return (
    <>
      <Box component="span" sx={{ display: { sm: 'none' } }}>{`${translate('bulk.line')} `}</Box>
      {number.format(line)}
    </>
  );
};

interface BulkRunningProps {
  job: BulkJob;
  state: Extract<JobState, { step: 'running' }>;
}

/** A run in progress: completed rows by status, rate, time left, and the waits that the server requested. */
const BulkRunning = ({ job, state: { plan, progress, isStopping } }: BulkRunningProps) => {
  const translate = useTranslate();
  const timeText = useTimeText();
  const total = plan.foot.rows;
  const done = progress ? progress.rows - progress.counts.not_run : 0;
  const rate = progress?.rate ?? 0;
  const details = [
    translate('bulk.running.progress', { done: number.format(done), total: number.format(total) }),
    ...(rate > 0 ? [translate('bulk.running.rate', { rate: rate < 10 ? rate.toFixed(1) : Math.round(rate) })] : []),
    ...(progress?.leftMs ? [translate('bulk.left', { time: timeText(progress.leftMs) })] : []),
  ];
  const pausedText = progress?.pausedMs ? translate('bulk.running.paused', { time: timeText(progress.pausedMs) }) : '';
  return (
    <>
      <BulkProgress
        title="bulk.running.title"
        done={done}
        total={total}
        details={details}
        isStopping={isStopping}
        onStop={() => void job.stop()}
      >
        {progress && (
          <RowStates
            counts={rowStatuses
              .filter((status) => status !== 'not_run')
              .map((status) => [status, progress.counts[status]])}
          />
        )}
        <Typography component="output" color="textSecondary">
          {isStopping ? translate('bulk.running.stopping') : pausedText}
        </Typography>
      </BulkProgress>
      <RunName run={plan.run} />
      <Typography variant="body2" color="textSecondary">
        {translate(`bulk.running.${isResumableAction(plan.head.action) ? 'background' : 'thisTabOnly'}`)}
      </Typography>
    </>
  );
};
