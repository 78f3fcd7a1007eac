import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { BulkFailure } from './BulkFailure.tsx';
import type { BulkJob, EndedRun, JobSnapshot } from './bulkJob.ts';
import { BulkPlanning } from './BulkPlanning.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { BulkProblems } from './BulkProblems.tsx';
import { BulkResults } from './BulkResults.tsx';
import { BulkRunning } from './BulkRunning.tsx';
import { fileStem } from './bulkWords.ts';
import { conflictSource, retrySource, undoSource, withoutProblems } from './followUps.ts';
import { useBulkContext } from './useBulkJob.ts';
import { useLeaveGuard } from './useLeaveGuard.tsx';

interface BulkWorkbenchProps extends JobSnapshot {
  job: BulkJob;
  /** Called when a run ended, whatever became of it: the list may show other states now. */
  onEnded?: () => void;
  /** Rows that cannot be done may be left out: each stands for itself, as in a selection. A file is corrected instead. */
  mayLeaveOut?: boolean;
  /** Plans the same once more, where planning failed and nothing else on the page begins it. */
  onPlanAgain?: () => void;
  /** Called when somebody stopped the planning: its button, and with it the focus, is about to go. */
  onPlanStopped?: () => void;
}

/** A job from the reading of what stands to the results: each step takes the place of the one before. */
export const BulkWorkbench = (props: BulkWorkbenchProps) => {
  const { job, state, error, onEnded, mayLeaveOut = false, onPlanAgain, onPlanStopped } = props;
  const translate = useTranslate();
  const context = useBulkContext();
  const question = useLeaveGuard(state.step === 'running' ? state.prepared.run : null, job.stop);
  const run = async (work: () => Promise<void>) => {
    await work();
    onEnded?.();
  };
  const again = async (ended: EndedRun, sourceOf: typeof retrySource) => job.plan(await context(job), sourceOf(ended));
  const leaveOut =
    ({ source, problems }: Extract<typeof state, { step: 'refused' }>) =>
    () =>
      void (async () => job.plan(await context(job), withoutProblems(source, problems)))();
  const backTo = (of: EndedRun) => () => job.back(of);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {question}
      {error !== null && (
        <BulkFailure
          error={error}
          title={translate(state.step === 'idle' ? 'bulk.planning.failed' : 'bulk.preview.failed')}
          {...(state.step === 'idle' && onPlanAgain && { onRetry: onPlanAgain })}
        />
      )}
      {state.step === 'planning' && (
        <BulkPlanning
          title={translate('bulk.planning.title')}
          rows={state.rows}
          total={state.total}
          note={translate('bulk.planning.note')}
          leftMs={state.leftMs}
          onStop={() => {
            job.stop();
            onPlanStopped?.();
          }}
        />
      )}
      {state.step === 'refused' && (
        <BulkProblems
          problems={state.problems}
          warnings={state.warnings}
          nameOf={state.source.nameOf}
          stem={fileStem(state.source.action.name)}
          {...(mayLeaveOut && state.problems.length < (state.source.total ?? 0) && { onLeaveOut: leaveOut(state) })}
          {...(state.of && { onBack: backTo(state.of) })}
        />
      )}
      {state.step === 'planned' && (
        <BulkPreview
          key={state.prepared.run}
          prepared={state.prepared}
          {...(state.of && { onBack: backTo(state.of) })}
          onConflicts={() => void (async () => job.plan(await context(job), conflictSource(state.prepared)))()}
          onApply={(reason) => void run(async () => job.apply(await context(job), state.prepared, reason))}
        />
      )}
      {state.step === 'running' && (
        <BulkRunning
          run={state.prepared.run}
          total={state.prepared.plan.foot.rows}
          progress={state.progress}
          isStopping={state.isStopping}
          onStop={job.stop}
        />
      )}
      {state.step === 'ended' && (
        <BulkResults
          ended={state}
          onRetry={() => void again(state, retrySource)}
          onUndo={() => void again(state, undoSource)}
          onResume={() => void run(async () => job.resume(state, await context(job)))}
        />
      )}
    </Box>
  );
};
