import Link from '@mui/material/Link';
import { LinkBase, useNavigate, useTranslate } from 'react-admin';
import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Moment } from '../components/Moment.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { ListKeys } from '../components/ListKeys.tsx';
import { ServerList } from '../components/ServerList.tsx';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { RetryJobDeeds } from './RetryJobDeeds.tsx';
import { retryJobAddress } from './retryJobAddress.ts';
import { RetryJobProgress, RetryJobState } from './RetryJobState.tsx';
import { isUnderWay } from './retryProgress.ts';

const deeds = (job: RetryJob) => <RetryJobDeeds job={job} />;

/** Retry jobs of everybody, newest first, with what is under way followed as it goes. */
export const RetryJobs = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const address = usePageAddress();
  const asked = useAnswer(
    'retryjobs',
    'list',
    { query: { pageNumber: address.page, pageSize: address.size } },
    { keepPrevious: true, isUnderWay: ({ items }) => items.some(isUnderWay) },
  );
  const word = (name: string) => translate(`retry.jobs.${name}`);
  return (
    <ListKeys>
      <PageHeader title={word('title')} />
      <ServerList<RetryJob>
        address={address}
        label="retry.jobs.table"
        searchLabel={null}
        page={asked.data}
        // Asking again and again must not make the list flicker.
        isFetching={asked.isFetching && !asked.data?.items.some(isUnderWay)}
        error={asked.error}
        onRetry={() => void asked.refetch()}
        rowId={({ id }) => id}
        onOpen={({ id }) => navigate(retryJobAddress(id))}
        columns={[
          {
            name: 'created',
            label: word('created'),
            render: ({ id, createdAt }) => (
              <Link component={LinkBase} to={retryJobAddress(id)} color="inherit">
                <Moment value={createdAt} />
              </Link>
            ),
          },
          { name: 'by', label: word('by'), render: ({ createdBy }) => createdBy },
          { name: 'reason', label: word('reason'), render: ({ reason }) => reason },
          { name: 'state', label: word('state'), render: (job) => <RetryJobState job={job} /> },
          { name: 'progress', label: word('progress'), render: (job) => <RetryJobProgress job={job} /> },
        ]}
        actions={deeds}
        empty={<EmptyState text={word('none')} />}
      />
    </ListKeys>
  );
};
