import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { FormText } from '../components/FormText.tsx';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { followRetryJob } from './followRetryJob.ts';
import { retryJobAddress } from './retryJobAddress.ts';

interface RetryFailedDialogProps {
  job: RetryJob;
  onClose: () => void;
}

/** A new job of those that failed again in this one. */
export const RetryFailedDialog = ({ job, onClose }: RetryFailedDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { tasks } = useApp();
  const [allowDuplicate, setAllowDuplicate] = useState(false);
  const start = async ({ reason }: { reason: string }) => {
    const input = { params: { id: job.id }, body: { reason: reason.trim(), allowDuplicate } };
    const next = await provider.call('retryjobs', 'retryFailed', input, { idempotencyKey: crypto.randomUUID() });
    followRetryJob(tasks, provider, next);
    notify('retry.started', { type: 'success' });
    await queries.invalidateQueries({ queryKey: ['retryjobs'] });
    navigate(retryJobAddress(next.id));
  };
  return (
    <FormDialog
      title={translate('retry.jobs.retryFailed')}
      submitLabel={translate('retry.submit', { smart_count: job.failed })}
      defaultValues={{ reason: '' }}
      onSubmit={start}
      onClose={onClose}
      failureText={translate('retry.failed')}
    >
      <FormText
        source="reason"
        label={translate('retry.reason')}
        helperText={translate('retry.reasonHint')}
        required
        maxLength={500}
      />
      <FormControlLabel
        control={<Checkbox checked={allowDuplicate} onChange={(_, allow) => setAllowDuplicate(allow)} />}
        label={translate('retry.allowDuplicate')}
      />
    </FormDialog>
  );
};
