import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { useDeed } from '../components/useDeed.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { RetryFailedDialog } from './RetryFailedDialog.tsx';

const offered = {
  pause: { when: ({ state }: RetryJob) => state === 'Running', done: 'retry.jobs.paused' },
  resume: { when: ({ state }: RetryJob) => state === 'Paused', done: 'retry.jobs.resumed' },
  cancel: { when: ({ state }: RetryJob) => state === 'Running' || state === 'Paused', done: 'retry.jobs.canceled' },
} as const;
const names = ['pause', 'resume', 'cancel'] as const;

/** What can be done with a retry job in its present state. */
export const RetryJobDeeds = ({ job }: { job: RetryJob }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { run, working } = useDeed({ aloud: true });
  const [retrying, setRetrying] = useState(false);
  const change = async (name: (typeof names)[number]) => {
    const input = { params: { id: job.id } };
    await run({
      run: () => provider.call('retryjobs', name, input),
      done: offered[name].done,
      failed: 'retry.jobs.deedFailed',
    });
    await queries.invalidateQueries({ queryKey: ['retryjobs'] });
  };
  const mayRetryFailed = job.failed > 0 && (job.state === 'Completed' || job.state === 'Canceled');
  return (
    <>
      {names
        .filter((name) => offered[name].when(job))
        .map((name) => (
          <Button key={name} size="small" disabled={working} onClick={() => void change(name)}>
            {translate(`retry.jobs.${name}`)}
          </Button>
        ))}
      {mayRetryFailed && (
        <Button size="small" onClick={() => setRetrying(true)}>
          {translate('retry.jobs.retryFailed')}
        </Button>
      )}
      {retrying && <RetryFailedDialog job={job} onClose={() => setRetrying(false)} />}
    </>
  );
};
