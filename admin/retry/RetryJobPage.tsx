import Paper from '@mui/material/Paper';
import Link from '@mui/material/Link';
import { DataTable, LinkBase, SelectInput, useGetOne, useTranslate } from 'react-admin';
import type { RetryJob, RetryJobItem } from '../../shared/contract/retryjobs.ts';
import { retryItemStatusNames } from '../../shared/rules/exchange.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { DateTime, DateTimeField, dateTimeText } from '../components/DateTime.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { WayUp } from '../components/RecordPages.tsx';
import { unknownRecord } from '../components/serverError.ts';
import { RetryJobActions } from './RetryJobActions.tsx';
import { retryJobAddress, retryJobsPath } from './retryJobAddress.ts';
import { RetryItemStatus, RetryJobProgress, RetryJobState } from './RetryJobState.tsx';
import { isUnderWay, pollMs } from './retryProgress.ts';

/** One retry job: creator, reason, progress, and the result of each workflow. */
export const RetryJobPage = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const {
    data: job,
    error,
    refetch,
  } = useGetOne<RetryJob>(
    'retryjobs',
    { id },
    { refetchInterval: ({ state }) => state.data !== undefined && isUnderWay(state.data) && pollMs },
  );
  const text = (name: string, values = {}) => translate(label(name), values);
  const failure = unknownRecord(error, translate('records.unknown'));
  const title = job ? text('job', { time: dateTimeText(job.createdAt) }) : text('title');
  return (
    <>
      <WayUp name={title} list={{ to: retryJobsPath, title: label('title') }} />
      <PageHeader title={title} actions={job && <RetryJobActions job={job} />} />
      {failure && <ErrorState error={failure} onRetry={() => void refetch()} />}
      {!job && !failure && <LoadingRows rows={6} />}
      {job && (
        <>
          <Paper variant="outlined" sx={{ padding: 2, marginBottom: 1.5 }}>
            <JobSummary job={job} />
          </Paper>
          <RetryJobItems job={job} />
        </>
      )}
    </>
  );
};

const label = (name: string) => `retry.jobs.${name}`;
const counts = ['total', 'pending', 'retried', 'completed', 'failed', 'skipped'] as const;
const number = new Intl.NumberFormat('en-US');

const JobSummary = ({ job }: { job: RetryJob }) => {
  const translate = useTranslate();
  return (
    <LabeledValues>
      <LabeledValue label={label('state')}>
        <RetryJobState job={job} />
      </LabeledValue>
      <LabeledValue label={label('progress')}>
        <RetryJobProgress job={job} />
      </LabeledValue>
      {counts.map((name) => (
        <LabeledValue key={name} label={label(`counted.${name}`)}>
          {number.format(job[name])}
        </LabeledValue>
      ))}
      <LabeledValue label={label('by')}>{job.createdBy}</LabeledValue>
      <LabeledValue label={label('reason')}>{job.reason}</LabeledValue>
      <LabeledValue label={label('rate')}>{job.perSecond}</LabeledValue>
      <LabeledValue label={label('created')}>
        <DateTime value={job.createdAt} />
      </LabeledValue>
      {job.finishedAt && (
        <LabeledValue label={label('finished')}>
          <DateTime value={job.finishedAt} />
        </LabeledValue>
      )}
      {job.ofJobId && (
        <LabeledValue label={label('of')}>
          <Link component={LinkBase} to={retryJobAddress(job.ofJobId)}>
            {translate(label('open'))}
          </Link>
        </LabeledValue>
      )}
    </LabeledValues>
  );
};

type ItemRow = RetryJobItem & { readonly id: string };

const filters = [
  <SelectInput
    key="status"
    source="status"
    alwaysOn
    margin="none"
    label="retry.jobs.filter"
    emptyText="retry.jobs.any"
    helperText={false}
    choices={retryItemStatusNames.map((id) => ({ id, name: `retry.jobs.statuses.${id}` }))}
  />,
];
const addressFilters = ['status'];

/** The workflows of a retry job with the result of each. */
const RetryJobItems = ({ job }: { job: RetryJob }) => {
  const translate = useTranslate();
  return (
    <ListPage
      resource="retryjobitems"
      filter={{ retryJobId: job.id }}
      storeKey={false}
      filters={filters}
      addressFilters={addressFilters}
      queryOptions={{ refetchInterval: isUnderWay(job) && pollMs }}
    >
      <ListTable
        emptyText="retry.jobs.noItems"
        noMatch={<EmptyState text={translate('retry.jobs.noItems')} />}
        rowClick={false}
        aria-label={translate('retry.jobs.items')}
      >
        <DataTable.Col<ItemRow>
          source="mailMessageId"
          label="retry.fields.message"
          disableSort
          render={({ mailMessageId }) => (
            <Link component={LinkBase} to={`/admin/messages/${mailMessageId}`}>
              {mailMessageId}
            </Link>
          )}
        />
        <DataTable.Col<ItemRow>
          source="stepName"
          label="retry.fields.step"
          disableSort
          render={({ stepName }) => stepName ?? '-'}
        />
        <DataTable.Col<ItemRow>
          source="status"
          label="retry.fields.result"
          disableSort
          render={({ status }) => <RetryItemStatus status={status} />}
        />
        <DataTable.Col<ItemRow>
          source="reason"
          label="retry.fields.error"
          disableSort
          render={({ reason }) => (reason === null ? '' : translate(`retry.reasons.${reason}`, { _: reason }))}
        />
        <DataTable.Col source="at" label="retry.fields.at" disableSort field={DateTimeField} />
      </ListTable>
    </ListPage>
  );
};
