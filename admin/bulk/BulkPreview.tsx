import Download from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { saveFile } from '../components/saveFile.ts';
import { BulkChanges } from './BulkChanges.tsx';
import { counted, fileStem, shellWord } from './bulkWords.ts';
import { clashesOf } from './followUps.ts';
import { ConfirmApply } from './ConfirmApply.tsx';
import { PlanSummary } from './PlanSummary.tsx';
import { changesOf, planText, type Prepared, withReason } from './preparedPlan.ts';
import { StepHeading } from './StepHeading.tsx';

interface BulkPreviewProps {
  prepared: Prepared;
  onApply: (reason: string) => void;
  /** Plans the rows in conflict again, over what stands now. */
  onConflicts: () => void;
  /** Where the rows of a run are planned again: the way back to its results. */
  onBack?: () => void;
}

const titleOf = ({ undoOf, retryOf }: Prepared['plan']['head']): [key: string, values?: { run: string }] => {
  if (undoOf !== undefined) return ['bulk.preview.undoTitle', { run: undoOf }];
  return retryOf === undefined ? ['bulk.preview.title'] : ['bulk.preview.retryTitle', { run: retryOf }];
};

/** The dry run: what will change, what comes with it, and the ways on: apply here, or take the plan to the command line. */
export const BulkPreview = ({ prepared, onApply, onConflicts, onBack }: BulkPreviewProps) => {
  const translate = useTranslate();
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState(prepared.plan.head.reason ?? '');
  const { plan, rows, action } = prepared;
  const count = changesOf(plan);
  const clashing = plan.foot.counts.conflict;
  const mayGoOn = clashesOf(prepared).length > 0;
  return (
    <Box component="section" sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <StepHeading>{translate(...titleOf(plan.head))}</StepHeading>
      <PlanSummary prepared={prepared} />
      {count === 0 && clashing === 0 && <Alert severity="success">{translate('bulk.preview.nothing')}</Alert>}
      {count === 0 && clashing > 0 && (
        <Alert
          severity="warning"
          action={
            mayGoOn && (
              <Button color="inherit" size="small" onClick={onConflicts}>
                {translate('bulk.preview.planAgain')}
              </Button>
            )
          }
        >
          {translate(mayGoOn ? 'bulk.preview.onlyConflicts' : 'bulk.preview.noneSent')}
        </Alert>
      )}
      <BulkChanges isOfFile={plan.head.source.sha256 !== null} rows={rows} counts={plan.foot.counts} />
      {count > 0 && (
        <>
          <Typography color="textSecondary">
            {action.undoes === null
              ? translate('bulk.preview.noUndo')
              : translate('bulk.preview.undo', { text: action.undoes })}
          </Typography>
          <TextField
            fullWidth
            label={translate('bulk.preview.reason')}
            helperText={translate('bulk.preview.reasonHint')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: reasonMax, autoComplete: 'off' } }}
          />
          <PlanFile prepared={prepared} reason={reason} />
          <Box>
            <Button variant="contained" onClick={() => setAsks(true)}>
              {translate('bulk.preview.apply', counted(count))}
            </Button>
          </Box>
        </>
      )}
      {onBack && (
        <Box>
          <Button onClick={onBack}>{translate('bulk.results.back')}</Button>
        </Box>
      )}
      {asks && <ConfirmApply prepared={prepared} onConfirm={() => onApply(reason)} onClose={() => setAsks(false)} />}
    </Box>
  );
};

/** Longest reason the server keeps. */
const reasonMax = 500;

/** The plan as a file, and the command that applies it. */
const PlanFile = ({ prepared, reason }: { prepared: Prepared; reason: string }) => {
  const translate = useTranslate();
  const name = `${fileStem(prepared.action.name)}-plan.json`;
  const command = `carepost bulk apply --plan ${shellWord(name)}`;
  const download = async () =>
    saveFile(new Blob([planText(await withReason(prepared, reason))], { type: 'application/json' }), name);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Button variant="outlined" startIcon={<Download />} onClick={() => void download()}>
        {translate('bulk.preview.download')}
      </Button>
      <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}>
        <Box component="code" sx={{ fontSize: 13, overflowWrap: 'anywhere', userSelect: 'all' }}>
          {command}
        </Box>
        <CopyButton text={command} label="bulk.preview.copyCommand" />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ flexBasis: '100%' }}>
        {translate('bulk.preview.planHint')}
      </Typography>
    </Box>
  );
};
