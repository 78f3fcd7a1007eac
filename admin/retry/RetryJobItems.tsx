import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import type { RetryJob, RetryJobItem } from '../../shared/contract/retryjobs.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { FilterSelect } from '../components/FilterSelect.tsx';
import { Moment } from '../components/Moment.tsx';
import { ServerList } from '../components/ServerList.tsx';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { RetryItemStatus } from './RetryJobState.tsx';
import { isUnderWay } from './retryProgress.ts';

const statuses: readonly RetryJobItem['status'][] = ['Pending', 'Retried', 'Completed', 'Failed', 'Skipped'];

/** The workflows of a retry job with what came of each. */
export const RetryJobItems = ({ job }: { job: RetryJob }) => {
  const translate = useTranslate();
  const address = usePageAddress();
  const status = statuses.find((one) => one === address.filter('status'));
  const query = { pageNumber: address.page, pageSize: address.size, ...(status ? { status } : {}) };
  const asked = useAnswer(
    'retryjobs',
    'items',
    { params: { id: job.id }, query },
    { keepPrevious: true, isUnderWay: () => isUnderWay(job) },
  );
  const word = (name: string) => translate(`retry.jobs.${name}`);
  return (
    <ServerList<RetryJobItem>
      address={address}
      label="retry.jobs.items"
      searchLabel={null}
      page={asked.data}
      // Asking again and again must not make the list flicker.
      isFetching={asked.isFetching && !isUnderWay(job)}
      error={asked.error}
      onRetry={() => void asked.refetch()}
      rowId={({ workflowId }) => workflowId}
      filters={
        <FilterSelect
          label={word('filter')}
          value={status ?? ''}
          options={[{ id: '', name: word('any') }, ...statuses.map((id) => ({ id, name: word(`statuses.${id}`) }))]}
          onChange={(next) => address.setFilter('status', next)}
        />
      }
      columns={[
        {
          name: 'message',
          label: 'retry.fields.message',
          render: ({ mailMessageId }) => (
            <Link component={LinkBase} to={`/admin/messages/${mailMessageId}`}>
              {mailMessageId}
            </Link>
          ),
        },
        { name: 'step', label: 'retry.fields.step', render: ({ stepName }) => stepName ?? '-' },
        { name: 'status', label: 'retry.fields.result', render: (item) => <RetryItemStatus status={item.status} /> },
        {
          name: 'reason',
          label: 'retry.fields.error',
          render: ({ reason }) => (reason === null ? '' : translate(`retry.reasons.${reason}`, { _: reason })),
        },
        { name: 'at', label: 'retry.fields.at', render: ({ at }) => at && <Moment value={at} /> },
      ]}
      empty={<EmptyState text={word('noItems')} />}
    />
  );
};
