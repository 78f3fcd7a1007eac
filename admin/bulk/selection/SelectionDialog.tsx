import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useResourceContext, useTranslate } from 'react-admin';
import { Suspense, useEffect, useState } from 'react';
import type { Values } from '../../../shared/bulk/values.ts';
import { BulkFailure, BulkPlanning } from '../bulkSteps.tsx';
import { BulkWorkbench } from '../BulkWorkbench.tsx';
import { number } from '../bulkTexts.ts';
import type { Selected } from '../storedRuns.ts';
import { useBulkJob } from '../useBulkRuns.ts';
import { LabelButton } from '../../components/LabelButton.tsx';
import { DialogFrame } from '../../components/DialogFrame.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import type { SelectionAction } from './selectionAction.ts';
import { useSelectionPlan } from './useSelectionPlan.ts';

interface SelectionDialogProps {
  action: SelectionAction;
  selected: Selected;
  /** `ran`: a run was started, so the list may have changed. */
  onClose: (ran: boolean) => void;
}

/** A change of many records: its options, the preview, the run and its results in one dialog. */
const SelectionDialog = ({ action, selected, onClose }: SelectionDialogProps) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  const { job, state, failure } = useBulkJob();
  const [ran, setRan] = useState(false);
  if (!ran && state.step === 'running') setRan(true);
  const { Options } = action;
  const [inOptions, setInOptions] = useState(Options !== undefined);
  const { plan, collecting, error, stopped, stop } = useSelectionPlan(job, action, selected);
  const count = selected.kind === 'matching' ? selected.total : selected.ids.length;
  const isBeforeRun = !ran && (state.step === 'refused' || state.step === 'planned');
  // A run continues in the task tray.
  const close = () => onClose(ran);

  const begin = (cells: Values) => {
    setInOptions(false);
    void plan(cells);
  };
  useEffect(() => {
    if (!Options) void plan(action.cells);
    // oxlint-disable-next-line react/exhaustive-deps -- planned once, when the dialog opens; its action never changes
  }, []);

  return (
    <DialogFrame
      fullScreen={narrow}
      isAtTop
      maxWidth="lg"
      title={translate(`selection.titles.${resource}`, {
        smart_count: count,
        count: number.format(count),
        action: translate(`selection.actions.${action.name}`),
      })}
      actions={
        <>
          {Options && !inOptions && isBeforeRun && (
            <LabelButton
              label="selection.back"
              onClick={() => {
                void job.reset();
                setInOptions(true);
              }}
            />
          )}
          <LabelButton label="selection.close" onClick={close} />
        </>
      }
      onClose={close}
    >
      {inOptions && Options && (
        <Suspense fallback={<LoadingRows rows={4} />}>
          <Options cells={action.cells} onPreview={begin} />
        </Suspense>
      )}
      {error !== null && <BulkFailure error={error} title="bulk.planning.failed" onRetry={() => void plan()} />}
      {collecting !== null && (
        <BulkPlanning title="selection.collecting" rows={collecting} total={count} onStop={stop} />
      )}
      {stopped && <LabelButton variant="contained" label="selection.preview" onClick={() => void plan()} />}
      <BulkWorkbench job={job} state={state} failure={failure} maySkip onPlanAgain={() => void plan()} />
    </DialogFrame>
  );
};

export default SelectionDialog;
