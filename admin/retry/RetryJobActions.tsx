import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BooleanInput, TextInput, useNavigate, useNotify, useTranslate } from 'react-admin';
import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { DialogButton } from '../components/actions.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { inputAt, textAt, useRequired } from '../components/RecordForm.tsx';
import { failureText } from '../components/serverError.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { followRetryJob, refreshRetried } from './followRetryJob.ts';
import { retryJobAddress } from './retryJobAddress.ts';

const commands = [
  { name: 'pause', states: ['Running'], done: 'retry.jobs.paused' },
  { name: 'resume', states: ['Paused'], done: 'retry.jobs.resumed' },
  { name: 'cancel', states: ['Running', 'Paused'], done: 'retry.jobs.canceled' },
] as const;

/** Commands that the state of a retry job allows. */
export const RetryJobActions = ({ job }: { job: RetryJob }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name }: (typeof commands)[number]) => provider.retryjobs[name]({ params: { id: job.id } }),
    onSuccess: (_job, { done }) => notify(done, { type: 'success' }),
    onError: (error) => notify(failureText(translate('retry.jobs.commandFailed'), error), { type: 'error' }),
    onSettled: () =>
      Promise.all(
        ['retryjobs', 'retryjobitems'].map((resource) => queries.invalidateQueries({ queryKey: [resource] })),
      ),
  });
  const mayRetryFailed = job.failed > 0 && (job.state === 'Completed' || job.state === 'Canceled');
  return (
    <>
      {commands
        .filter(({ states }) => states.some((state) => state === job.state))
        .map((command) => (
          <Button key={command.name} size="small" disabled={isPending} onClick={() => mutate(command)}>
            {translate(`retry.jobs.${command.name}`)}
          </Button>
        ))}
      {mayRetryFailed && (
        <DialogButton
          label="retry.jobs.retryFailed"
          size="small"
          renderDialog={(close) => <RetryFailedDialog job={job} onClose={close} />}
        />
      )}
    </>
  );
};

interface RetryFailedDialogProps {
  job: RetryJob;
  onClose: () => void;
}

/** Starts a new job of the workflows that failed in this one. */
const RetryFailedDialog = ({ job, onClose }: RetryFailedDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { tasks } = useApp();
  const required = useRequired();
  const start = async ({ reason, allowDuplicate }: { reason: string; allowDuplicate: boolean }) => {
    const input = { params: { id: job.id }, body: { reason: reason.trim(), allowDuplicate } };
    const next = await provider.retryjobs.retryFailed(input, { idempotencyKey: crypto.randomUUID() });
    followRetryJob(tasks, provider, next, { onEnd: () => refreshRetried(queries) });
    notify('retry.started', { type: 'success' });
    await queries.invalidateQueries({ queryKey: ['retryjobs'] });
    navigate(retryJobAddress(next.id));
  };
  return (
    <FormDialog
      title="retry.jobs.retryFailed"
      submitLabel={translate('retry.submit', { smart_count: job.failed })}
      defaultValues={{ reason: '', allowDuplicate: false }}
      onSubmit={start}
      onClose={onClose}
      failureText="retry.failed"
    >
      <TextInput
        {...textAt('reason', 500, required('retry.reason'))}
        label="retry.reason"
        helperText="retry.reasonHint"
      />
      <BooleanInput {...inputAt('allowDuplicate')} label="retry.allowDuplicate" helperText={false} />
    </FormDialog>
  );
};
