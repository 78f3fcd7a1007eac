import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'react-admin';
import { useEffect, useId, useState } from 'react';
import type { Values } from '../../../shared/bulk/values.ts';
import { BulkFailure } from '../../bulk/BulkFailure.tsx';
import { BulkPlanning } from '../../bulk/BulkPlanning.tsx';
import { BulkWorkbench } from '../../bulk/BulkWorkbench.tsx';
import { number } from '../../bulk/bulkWords.ts';
import { useBulkJob } from '../../bulk/useBulkJob.ts';
import { useClosedByRoute } from '../../components/useClosedByRoute.ts';
import { ActivationOptions } from './ActivationOptions.tsx';
import { FeatureOptions } from './FeatureOptions.tsx';
import type { BulkDeed } from './organizationBulkDeeds.ts';
import type { Selected } from './useOrganizationSelection.ts';
import { useSelectionPlan } from './useSelectionPlan.ts';

interface OrganizationBulkDialogProps {
  deed: BulkDeed;
  selected: Selected;
  /** Whether a run was begun, so that the list may show other states now. */
  onClose: (ran: boolean) => void;
}

/** A deed over many organizations: what it needs to know, the preview, the run and its results, all in one place. */
const OrganizationBulkDialog = ({ deed, selected, onClose }: OrganizationBulkDialogProps) => {
  const translate = useTranslate();
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  const titleId = useId();
  const { job, state, error } = useBulkJob();
  const [ran, setRan] = useState(false);
  const [asks, setAsks] = useState(deed.asks === true);
  const { plan, collecting, failure, stopped, stop } = useSelectionPlan(job, deed, selected);
  const count = selected.kind === 'matching' ? selected.total : selected.names.size;
  const isBusy = state.step === 'running';
  const isBeforeRun = !ran && (state.step === 'refused' || state.step === 'planned');
  const close = () => {
    if (!isBusy) onClose(ran);
  };
  useClosedByRoute(() => onClose(ran));

  const begin = (cells: Values) => {
    setAsks(false);
    void plan(cells);
  };
  useEffect(() => {
    if (!deed.asks) void plan(deed.cells);
    // oxlint-disable-next-line react/exhaustive-deps -- begun once, when the dialog opens; what it is about never changes
  }, []);

  return (
    <Dialog
      open
      fullWidth
      fullScreen={narrow}
      maxWidth="lg"
      onClose={close}
      aria-labelledby={titleId}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <DialogTitle id={titleId}>
        {translate('selection.title', {
          smart_count: count,
          count: number.format(count),
          deed: translate(`selection.deeds.${deed.name}`),
        })}
      </DialogTitle>
      <DialogContent dividers>
        {asks && deed.name === 'activate' && <ActivationOptions deed={deed} onPreview={begin} />}
        {asks && deed.name === 'features' && <FeatureOptions onPreview={begin} />}
        {failure !== null && (
          <BulkFailure error={failure} title={translate('bulk.planning.failed')} onRetry={() => void plan()} />
        )}
        {collecting !== null && (
          <BulkPlanning title={translate('selection.collecting')} rows={collecting} total={count} onStop={stop} />
        )}
        {stopped && (
          <Button variant="contained" onClick={() => void plan()}>
            {translate('selection.preview')}
          </Button>
        )}
        <BulkWorkbench
          job={job}
          state={state}
          error={error}
          mayLeaveOut
          onPlanAgain={() => void plan()}
          onEnded={() => setRan(true)}
        />
      </DialogContent>
      <DialogActions>
        {deed.asks === true && !asks && isBeforeRun && (
          <Button
            onClick={() => {
              job.forget();
              setAsks(true);
            }}
          >
            {translate('selection.back')}
          </Button>
        )}
        {/* Not disabled while it works: a disabled button that has the focus would swallow every key. */}
        <Button onClick={close} aria-disabled={isBusy}>
          {translate('selection.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

export default OrganizationBulkDialog;
