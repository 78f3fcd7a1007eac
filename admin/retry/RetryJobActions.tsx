import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { failureText } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { RetryFailedDialog } from './RetryFailedDialog.tsx';

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
  const [isRetrying, setIsRetrying] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name }: (typeof commands)[number]) => provider.call('retryjobs', name, { params: { id: job.id } }),
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
        <Button size="small" onClick={() => setIsRetrying(true)}>
          {translate('retry.jobs.retryFailed')}
        </Button>
      )}
      {isRetrying && <RetryFailedDialog job={job} onClose={() => setIsRetrying(false)} />}
    </>
  );
};
