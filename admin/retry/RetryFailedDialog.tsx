import { useQueryClient } from '@tanstack/react-query';
import { BooleanInput, TextInput, useNavigate, useNotify, useTranslate } from 'react-admin';
import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { inputAt, textAt, useRequired } from '../components/RecordForm.tsx';
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
  const required = useRequired();
  const start = async ({ reason, allowDuplicate }: { reason: string; allowDuplicate: boolean }) => {
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
      defaultValues={{ reason: '', allowDuplicate: false }}
      onSubmit={start}
      onClose={onClose}
      failureText={translate('retry.failed')}
    >
      <TextInput
        {...textAt('reason', 500)}
        label="retry.reason"
        helperText="retry.reasonHint"
        validate={required('retry.reason')}
      />
      <BooleanInput {...inputAt('allowDuplicate')} label="retry.allowDuplicate" helperText={false} />
    </FormDialog>
  );
};
