import Link from '@mui/material/Link';
import { DataTable, LinkBase, SelectInput, useTranslate } from 'react-admin';
import type { RetryJob, RetryJobItem } from '../../shared/contract/retryjobs.ts';
import { retryItemStatusNames } from '../../shared/rules/exchange.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { RetryItemStatus } from './RetryJobState.tsx';
import { pollMs, isUnderWay } from './retryProgress.ts';

type Row = RetryJobItem & { readonly id: string };

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
export const RetryJobItems = ({ job }: { job: RetryJob }) => {
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
        <DataTable.Col<Row>
          source="mailMessageId"
          label="retry.fields.message"
          disableSort
          render={({ mailMessageId }) => (
            <Link component={LinkBase} to={`/admin/messages/${mailMessageId}`}>
              {mailMessageId}
            </Link>
          )}
        />
        <DataTable.Col<Row>
          source="stepName"
          label="retry.fields.step"
          disableSort
          render={({ stepName }) => stepName ?? '-'}
        />
        <DataTable.Col<Row>
          source="status"
          label="retry.fields.result"
          disableSort
          render={({ status }) => <RetryItemStatus status={status} />}
        />
        <DataTable.Col<Row>
          source="reason"
          label="retry.fields.error"
          disableSort
          render={({ reason }) => (reason === null ? '' : translate(`retry.reasons.${reason}`, { _: reason }))}
        />
        <DataTable.Col<Row>
          source="at"
          label="retry.fields.at"
          disableSort
          render={({ at }) => at && <DateTime value={at} />}
        />
      </ListTable>
    </ListPage>
  );
};
