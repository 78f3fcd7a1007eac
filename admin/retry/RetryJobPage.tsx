import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Fact, Facts } from '../components/Fact.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { Moment, momentText } from '../components/Moment.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { unknownRecord } from '../components/serverError.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { RetryJobDeeds } from './RetryJobDeeds.tsx';
import { RetryJobItems } from './RetryJobItems.tsx';
import { retryJobAddress, retryJobsPath } from './retryJobAddress.ts';
import { RetryJobProgress, RetryJobState } from './RetryJobState.tsx';
import { isUnderWay } from './retryProgress.ts';

/** One retry job: who started it and why, how far it is, and what came of each workflow. */
export const RetryJobPage = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const asked = useAnswer('retryjobs', 'get', { params: { id } }, { keepPrevious: true, isUnderWay });
  const job = asked.data;
  const word = (name: string, values = {}) => translate(`retry.jobs.${name}`, values);
  const failure = unknownRecord(asked.error, translate('records.unknown'));
  return (
    <>
      <PageHeader
        title={job ? word('job', { time: momentText(job.createdAt) }) : word('title')}
        actions={
          <>
            <Button size="small" component={LinkBase} to={retryJobsPath}>
              {word('back')}
            </Button>
            {job && <RetryJobDeeds job={job} />}
          </>
        }
      />
      {failure && <ErrorState error={failure} onRetry={() => void asked.refetch()} />}
      {!job && !failure && <LoadingRows rows={6} />}
      {job && (
        <>
          <Paper variant="outlined" sx={{ padding: 2, marginBottom: 1.5 }}>
            <JobFacts job={job} />
          </Paper>
          <RetryJobItems job={job} />
        </>
      )}
    </>
  );
};

const counts = ['total', 'pending', 'retried', 'completed', 'failed', 'skipped'] as const;
const number = new Intl.NumberFormat('en-US');

const JobFacts = ({ job }: { job: RetryJob }) => {
  const translate = useTranslate();
  const word = (name: string) => translate(`retry.jobs.${name}`);
  return (
    <Facts>
      <Fact label={word('state')}>
        <RetryJobState job={job} />
      </Fact>
      <Fact label={word('progress')}>
        <RetryJobProgress job={job} />
      </Fact>
      {counts.map((name) => (
        <Fact key={name} label={word(`counted.${name}`)}>
          {number.format(job[name])}
        </Fact>
      ))}
      <Fact label={word('by')}>{job.createdBy}</Fact>
      <Fact label={word('reason')}>{job.reason}</Fact>
      <Fact label={word('rate')}>{job.perSecond}</Fact>
      <Fact label={word('created')}>
        <Moment value={job.createdAt} />
      </Fact>
      {job.finishedAt && (
        <Fact label={word('finished')}>
          <Moment value={job.finishedAt} />
        </Fact>
      )}
      {job.ofJobId && (
        <Fact label={word('of')}>
          <Link component={LinkBase} to={retryJobAddress(job.ofJobId)}>
            {word('open')}
          </Link>
        </Fact>
      )}
    </Facts>
  );
};
