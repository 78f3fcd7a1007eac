import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useStore, useTranslate } from 'react-admin';
import { LabelButton } from '../../components/LabelButton.tsx';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { Resumed } from '../bulkProtocol.ts';
import type { BulkJob } from '../bulkRuns.ts';
import { BulkFailure, BulkPlanning, RunName } from '../bulkSteps.tsx';
import { number } from '../bulkTexts.ts';
import { listPathOf } from '../importLists.ts';
import { BulkWorkbench } from '../BulkWorkbench.tsx';
import {
  changeCountOf,
  isInOpenTab,
  isResumableAction,
  type RunSource,
  type StoredRun,
  storedRunKey,
} from '../storedRuns.ts';
import { useBulkJob, useBulkRuns } from '../useBulkRuns.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { statusOf } from '../../components/serverError.ts';
import { accessOf, mayCall } from '../../providers/access.ts';
import { useProfile } from '../../providers/appContext.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useSelectionPlan } from '../selection/useSelectionPlan.ts';
import { ImportFile } from './ImportFile.tsx';

/** Progress and results of a run of this browser tab, or an interrupted run, which can be resumed. */
export const BulkRunPage = () => {
  const { run = '' } = useParams();
  return <RunPage key={run} run={run} />;
};

const RunPage = ({ run }: { run: string }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const runs = useBulkRuns();
  const [runningJob] = useState(() => runs.find(run));
  // The value when the page was opened: a new run replaces it.
  const [stored] = useStore<StoredRun | null>(storedRunKey(run), null);
  const [interrupted] = useState(stored);
  const { job, state, failure } = useBulkJob(runningJob);
  const [hasRun, setHasRun] = useState(runningJob !== undefined);
  if (!hasRun && state.step === 'running') setHasRun(true);
  const action = 'plan' in state ? state.plan.head.action : interrupted?.action;
  const list = listPathOf(action ?? (pathname.startsWith('/account/') ? 'people.' : ''));
  return (
    <>
      <PageHeader
        title={translate('bulk.runPage.title', { action: action ?? '' }).trim()}
        actions={
          <Button component={LinkBase} to={list}>
            {translate(list === listPathOf('') ? 'imports.back' : 'records.back')}
          </Button>
        }
      />
      {!hasRun && (
        <Paper
          variant="outlined"
          sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, padding: 2, marginBottom: 2 }}
        >
          <RunName run={run} />
          {interrupted ? (
            <Interrupted run={run} stored={interrupted} job={job} />
          ) : (
            <Alert severity="info">{translate('bulk.runPage.unknown')}</Alert>
          )}
        </Paper>
      )}
      {(state.step !== 'idle' || failure !== null) && (
        <Paper variant="outlined" sx={{ padding: 2 }}>
          <BulkWorkbench
            job={job}
            state={state}
            failure={failure}
            maySkip={interrupted?.source?.kind === 'selection'}
          />
        </Paper>
      )}
    </>
  );
};

interface InterruptedProps {
  run: string;
  stored: StoredRun;
  job: BulkJob;
}

const Interrupted = ({ run, stored: { action, rows, source, earlier }, job }: InterruptedProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const readsAudit = mayCall(accessOf('audit', 'run'), useProfile().roles);
  const { data } = useQuery({
    queryKey: ['bulk', 'interrupted', run],
    queryFn: async ({ signal }) => {
      if (!readsAudit) return { done: null, lastAt: null, isRunning: await isInOpenTab(run) };
      const audit = provider.audit.run({ params: { runId: run } }, { signal });
      // A run without changes has no audit entries.
      const done = audit.then(changeCountOf, (error: unknown) => (statusOf(error) === 404 ? 0 : null));
      const last = audit.then(({ lastAt }) => lastAt).catch(() => null);
      return { done: await done, lastAt: await last, isRunning: await isInOpenTab(run) };
    },
    staleTime: 0,
  });
  if (!data) return null;
  if (data.isRunning) return <Alert severity="info">{translate('bulk.runPage.otherTab')}</Alert>;
  const { done, lastAt } = data;
  const runs = [run, ...earlier];
  return (
    <>
      <Alert severity="warning">
        {done === null
          ? translate('bulk.runPage.interrupted')
          : translate('bulk.runPage.interruptedAt', { done: number.format(done), total: number.format(rows) })}
        {lastAt !== null && (
          <div>
            {translate('bulk.runPage.lastChange')} <DateTime value={lastAt} />
          </div>
        )}
      </Alert>
      {source === null && (
        <Typography>{translate(`bulk.runPage.${isResumableAction(action) ? 'lost' : 'notResumable'}`)}</Typography>
      )}
      {source?.kind === 'file' && <ResumeFile action={action} source={source} runs={runs} job={job} />}
      {source?.kind === 'selection' && <ResumeSelection action={action} source={source} runs={runs} job={job} />}
    </>
  );
};

interface ResumeProps<Kind extends RunSource['kind']> {
  action: string;
  source: Extract<RunSource, { kind: Kind }>;
  runs: Resumed['runs'];
  job: BulkJob;
}

/** The browser does not store the file, so the user chooses it again. */
const ResumeFile = ({ action, source: { name, sha256, options }, runs, job }: ResumeProps<'file'>) => {
  const translate = useTranslate();
  const [file, setFile] = useState<File | null>(null);
  const choose = (next: File | null) => {
    setFile(next);
    if (next) void job.planFile({ action, file: next, options, resumed: { runs, sha256 } });
    else void job.reset();
  };
  return (
    <>
      <Typography>{translate('bulk.runPage.chooseFile', { file: name })}</Typography>
      <ImportFile file={file} onFile={choose} />
    </>
  );
};

const ResumeSelection = ({ action, source: { selected, cells }, runs, job }: ResumeProps<'selection'>) => {
  const { plan, collecting, error, stop } = useSelectionPlan(job, { bulkAction: action, cells }, selected, {
    runs,
    sha256: null,
  });
  const { step } = job.snapshot().state;
  return (
    <>
      {error !== null && <BulkFailure error={error} title="bulk.planning.failed" />}
      {collecting !== null && (
        <BulkPlanning title="selection.collecting" rows={collecting} total={null} onStop={stop} />
      )}
      {collecting === null && step === 'idle' && (
        <div>
          <LabelButton variant="contained" onClick={() => void plan()} label="bulk.runPage.previewRest" />
        </div>
      )}
    </>
  );
};
