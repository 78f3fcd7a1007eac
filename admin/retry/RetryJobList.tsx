import Link from '@mui/material/Link';
import { DataTable, LinkBase, useTranslate } from 'react-admin';
import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { ListPage } from '../components/ListPage.tsx';
import { actionsColumn, ListTable, wrappedCell } from '../components/ListTable.tsx';
import { type ListState, ListToolbar } from '../components/ListToolbar.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { RetryJobActions } from './RetryJobActions.tsx';
import { retryJobAddress } from './retryJobAddress.ts';
import { RetryJobProgress, RetryJobState } from './RetryJobState.tsx';
import { pollMs, isUnderWay } from './retryProgress.ts';

const label = (name: string) => `retry.jobs.${name}`;

/** The command has no pages: it lists the jobs up to the end of the page. */
const command = ({ page, perPage }: ListState): string => `carepost workflows jobs list --limit ${page * perPage}`;

/** Retry jobs of all users, newest first; those under way are refreshed. */
export const RetryJobList = () => {
  const translate = useTranslate();
  return (
    <ListPage
      resource="retryjobs"
      title={translate(label('title'))}
      actions={<ListToolbar command={command} />}
      queryOptions={{
        refetchInterval: ({ state }) => state.data?.data.some((job) => isUnderWay(job as RetryJob)) === true && pollMs,
      }}
    >
      <ListTable
        emptyText={label('none')}
        rowClick={({ id }) => retryJobAddress(String(id))}
        aria-label={translate(label('table'))}
      >
        <DataTable.Col<RetryJob>
          source="createdAt"
          label={label('created')}
          disableSort
          render={({ id, createdAt }) => (
            <Link component={LinkBase} to={retryJobAddress(id)} color="inherit">
              <DateTime value={createdAt} />
            </Link>
          )}
        />
        <DataTable.Col source="createdBy" label={label('by')} disableSort />
        <DataTable.Col source="reason" label={label('reason')} disableSort />
        <DataTable.Col<RetryJob>
          source="state"
          label={label('state')}
          disableSort
          render={(job) => <RetryJobState job={job} />}
        />
        <DataTable.Col<RetryJob>
          source="total"
          label={label('progress')}
          disableSort
          cellClassName={wrappedCell}
          render={(job) => <RetryJobProgress job={job} />}
        />
        <DataTable.Col<RetryJob>
          source={actionsColumn}
          label="components.table.actions"
          disableSort
          render={(job) => <RetryJobActions job={job} />}
        />
      </ListTable>
    </ListPage>
  );
};
