import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { type FormEvent, useState } from 'react';
import { serverMessages } from '../components/serverError.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { followRetryJob } from './followRetryJob.ts';
import type { RetryPlanned } from './RetryPlan.tsx';
import type { RetrySelection } from './retrySelection.ts';

/** Default of the retries a second: a relay that has just come back is not flooded. */
const defaultRate = '20';
const rateOf = (text: string): number | undefined => {
  const rate = Number(text);
  return text.trim() !== '' && rate >= 0.1 && rate <= 200 ? rate : undefined;
};

interface RetryFormProps {
  selection: RetrySelection;
  plan: RetryPlanned;
  allowDuplicate: boolean;
  onAllowDuplicate: (allow: boolean) => void;
  working: boolean;
  onWorking: (working: boolean) => void;
  onClose: () => void;
}

/** Why and how fast; then the job starts, and the task tray follows it. */
export const RetryForm = (props: RetryFormProps) => {
  const { selection, plan, allowDuplicate, onAllowDuplicate, working, onWorking, onClose } = props;
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { tasks } = useApp();
  const [reason, setReason] = useState('');
  const [rate, setRate] = useState(defaultRate);
  const [submitted, setSubmitted] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const perSecond = rateOf(rate);
  const isReasonMissing = reason.trim() === '';
  const mayDuplicate = allowDuplicate || plan.reasons.some((one) => one.reason === 'may-duplicate');

  const start = async () => {
    onWorking(true);
    setFailure(null);
    try {
      const body = { selection, reason: reason.trim(), allowDuplicate, perSecond };
      const job = await provider.call('retryjobs', 'create', { body }, { idempotencyKey });
      followRetryJob(tasks, provider, job);
      void queries.invalidateQueries({ queryKey: ['retryjobs'] });
      notify('retry.started', { type: 'success' });
      onClose();
    } catch (error) {
      setFailure([translate('retry.failed'), ...serverMessages(error)].join(' '));
      onWorking(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may stand inside a form, which hears of this one although it is drawn elsewhere.
    event.stopPropagation();
    setSubmitted(true);
    if (!working && !isReasonMissing && perSecond !== undefined && plan.eligible > 0) void start();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, paddingX: 3, paddingTop: 2 }}>
        {mayDuplicate && (
          <FormControlLabel
            control={<Checkbox checked={allowDuplicate} onChange={(_, allow) => onAllowDuplicate(allow)} />}
            label={translate('retry.allowDuplicate')}
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <TextField
            label={translate('retry.reason')}
            required
            value={reason}
            error={submitted && isReasonMissing}
            helperText={translate(submitted && isReasonMissing ? 'retry.reasonMissing' : 'retry.reasonHint')}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            sx={{ flex: '1 1 260px' }}
          />
          <TextField
            label={translate('retry.rate')}
            value={rate}
            error={perSecond === undefined}
            helperText={perSecond === undefined ? translate('retry.rateInvalid') : ' '}
            autoComplete="off"
            onChange={(event) => setRate(event.target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 6 } }}
            sx={{ flex: '0 1 160px' }}
          />
        </Box>
        {failure && <Alert severity="error">{failure}</Alert>}
      </Box>
      <DialogActions>
        <Button onClick={onClose} aria-disabled={working}>
          {translate('components.confirm.cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={plan.eligible === 0} aria-disabled={working || undefined}>
          {working
            ? translate('components.confirm.working')
            : translate('retry.submit', { smart_count: plan.eligible })}
        </Button>
      </DialogActions>
    </form>
  );
};
