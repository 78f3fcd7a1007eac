import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Form, useTranslate } from 'react-admin';
import { type FormEvent, useEffect, useState } from 'react';
import type { Values } from '../../../shared/bulk/values.ts';
import { BulkFailure, BulkPlanning } from '../../bulk/bulkSteps.tsx';
import { BulkWorkbench } from '../../bulk/BulkWorkbench.tsx';
import { number } from '../../bulk/bulkTexts.ts';
import type { Selected } from '../../bulk/storedRuns.ts';
import { useBulkJob } from '../../bulk/useBulkRuns.ts';
import { LabelButton } from '../../components/LabelButton.tsx';
import { DialogFrame } from '../../components/DialogFrame.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { ActivationOptionsInput, activationOptions } from '../OrganizationDialogs.tsx';
import { useLookup } from '../LookupInput.tsx';
import type { SelectionAction } from './selectionActions.ts';
import { useSelectionPlan } from './useSelectionPlan.ts';

interface OrganizationBulkDialogProps {
  action: SelectionAction;
  selected: Selected;
  /** `ran`: a run was started, so the list may have changed. */
  onClose: (ran: boolean) => void;
}

/** A change of many organizations: its options, the preview, the run and its results in one dialog. */
const OrganizationBulkDialog = ({ action, selected, onClose }: OrganizationBulkDialogProps) => {
  const translate = useTranslate();
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  const { job, state, failure } = useBulkJob();
  const [ran, setRan] = useState(false);
  if (!ran && state.step === 'running') setRan(true);
  const [inOptions, setInOptions] = useState(action.hasOptions === true);
  const { plan, collecting, error, stopped, stop } = useSelectionPlan(job, action.bulkAction, selected, action.cells);
  const count = selected.kind === 'matching' ? selected.total : selected.ids.length;
  const isBeforeRun = !ran && (state.step === 'refused' || state.step === 'planned');
  // A run continues in the task tray.
  const close = () => onClose(ran);

  const begin = (cells: Values) => {
    setInOptions(false);
    void plan(cells);
  };
  useEffect(() => {
    if (!action.hasOptions) void plan(action.cells);
    // oxlint-disable-next-line react/exhaustive-deps -- planned once, when the dialog opens; its action never changes
  }, []);

  return (
    <DialogFrame
      fullScreen={narrow}
      isAtTop
      maxWidth="lg"
      title={translate('selection.title', {
        smart_count: count,
        count: number.format(count),
        action: translate(`selection.actions.${action.name}`),
      })}
      actions={
        <>
          {action.hasOptions === true && !inOptions && isBeforeRun && (
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
      {inOptions && action.name === 'activate' && <ActivationOptions action={action} onPreview={begin} />}
      {inOptions && action.name === 'features' && <FeatureOptions onPreview={begin} />}
      {error !== null && <BulkFailure error={error} title="bulk.planning.failed" onRetry={() => void plan()} />}
      {collecting !== null && (
        <BulkPlanning title="selection.collecting" rows={collecting} total={count} onStop={stop} />
      )}
      {stopped && <LabelButton variant="contained" label="selection.preview" onClick={() => void plan()} />}
      <BulkWorkbench job={job} state={state} failure={failure} maySkip onPlanAgain={() => void plan()} />
    </DialogFrame>
  );
};

interface ActivationOptionsProps {
  action: SelectionAction;
  onPreview: (cells: Values) => void;
}

/** Options of an activation. */
const ActivationOptions = ({ action, onPreview }: ActivationOptionsProps) => (
  <Form
    defaultValues={{ options: activationOptions }}
    onSubmit={({ options }: { options?: string[] }) => {
      const has = (option: string) => (options ?? []).includes(option);
      onPreview({ ...action.cells, send_email: has('sendEmail'), seed_records: has('seedRecords') });
    }}
  >
    <ActivationOptionsInput />
    <Box sx={{ marginTop: 1 }}>
      <Button type="submit" variant="contained">
        {useTranslate()('selection.preview')}
      </Button>
    </Box>
  </Form>
);

type Choice = 'leave' | 'on' | 'off';

const choiceTexts: Record<Choice, string> = {
  leave: 'selection.featuresLeave',
  on: 'selection.featuresOn',
  off: 'selection.featuresOff',
};

/** Which features are switched on and off; the others stay as each organization has them. */
const FeatureOptions = ({ onPreview }: { onPreview: (cells: Values) => void }) => {
  const translate = useTranslate();
  const { items, error, isPending, retry } = useLookup('features');
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const [isSubmitted, setIsSubmitted] = useState(false);
  const offered = items?.filter(({ isEnabled, isOrganizationFeature }) => isEnabled && isOrganizationFeature) ?? [];
  const named = (choice: Choice) => Object.keys(chosen).filter((id) => chosen[id] === choice);
  const [add, remove] = [named('on'), named('off')];
  const isEmpty = add.length + remove.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isEmpty) return;
    onPreview({ ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) });
  };
  if (isPending) return <LoadingRows rows={4} />;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 2, paddingTop: 1 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }}>
        {offered.map(({ id, name, description }) => (
          <TextField
            key={id}
            select
            label={name}
            helperText={description}
            value={chosen[id] ?? 'leave'}
            onChange={(event) => setChosen({ ...chosen, [id]: event.target.value as Choice })}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            {(['leave', 'on', 'off'] as const).map((choice) => (
              <option key={choice} value={choice}>
                {translate(choiceTexts[choice])}
              </option>
            ))}
          </TextField>
        ))}
      </Box>
      {isSubmitted && isEmpty && <FormHelperText error>{translate('selection.featuresNone')}</FormHelperText>}
      <Box>
        <Button type="submit" variant="contained">
          {translate('selection.preview')}
        </Button>
      </Box>
    </Box>
  );
};

export default OrganizationBulkDialog;
