import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Replay from '@mui/icons-material/Replay';
import Schedule from '@mui/icons-material/Schedule';
import Sync from '@mui/icons-material/Sync';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { OutboundJob } from '../../../shared/contract/organizationActivity.ts';
import { Moment } from '../../components/Moment.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { RecordTable } from '../../components/RecordTable.tsx';
import { StateChip, type Tone } from '../../components/StateChip.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useAnswer } from '../../providers/useAnswer.ts';
import { ActivityBox, AskedContent } from './ActivityBox.tsx';

const pageSize = 10;

/** Calls to other systems about the organization and where they stand. */
export const JobList = ({ id }: { id: string }) => (
  <ActivityBox name="jobs">
    <JobRows id={id} />
  </ActivityBox>
);

const signs: Record<OutboundJob['status'], { icon: typeof Sync; tone: Tone }> = {
  Pending: { icon: Schedule, tone: 'plain' },
  'In Progress': { icon: Sync, tone: 'plain' },
  Completed: { icon: CheckCircle, tone: 'good' },
  Failed: { icon: ErrorOutlined, tone: 'bad' },
  Retrying: { icon: Replay, tone: 'warning' },
};

const underWay: ReadonlySet<OutboundJob['status']> = new Set(['Pending', 'In Progress']);

const JobRows = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const [page, setPage] = useState(1);
  const [working, setWorking] = useState(false);
  const asked = useAnswer(
    'organizations',
    'jobs',
    { params: { id }, query: { pageNumber: page, pageSize } },
    { keepPrevious: true, isUnderWay: ({ items: jobs }) => jobs.some(({ status }) => underWay.has(status)) },
  );
  const { items = [], totalCount = 0 } = asked.data ?? {};
  const label = (name: string) => translate(`activity.jobs.${name}`);
  const sync = async () => {
    setWorking(true);
    try {
      await provider.syncOrganization(id);
      notify('organizations.sync.started', { type: 'success' });
      await asked.refetch();
    } catch {
      notify('organizations.sync.failed', { type: 'error' });
    }
    setWorking(false);
  };
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, marginBottom: 1 }}>
        <Button type="button" variant="outlined" disabled={working} onClick={() => void sync()}>
          {label('again')}
        </Button>
        <Button type="button" disabled={asked.isFetching} onClick={() => void asked.refetch()}>
          {label('refresh')}
        </Button>
      </Box>
      <AskedContent asked={asked} isEmpty={totalCount === 0} none="activity.jobs.none">
        <RecordTable<OutboundJob>
          label={label('table')}
          rows={items}
          rowId={(job) => job.id}
          columns={[
            {
              name: 'kind',
              label: label('kind'),
              render: ({ kind }) => translate(`activity.jobs.kinds.${kind.replace('.', '_')}`, { _: kind }),
            },
            {
              name: 'status',
              label: label('status'),
              render: ({ status }) => (
                <StateChip
                  icon={signs[status].icon}
                  tone={signs[status].tone}
                  label={translate(`activity.jobs.statuses.${status}`)}
                />
              ),
            },
            { name: 'attempts', label: label('attempts'), align: 'right', render: ({ attempts }) => attempts },
            { name: 'asked', label: label('asked'), render: ({ createdAt }) => <Moment value={createdAt} /> },
            {
              name: 'next',
              label: label('next'),
              render: ({ nextAttemptAt }) => (nextAttemptAt ? <Moment value={nextAttemptAt} /> : ''),
            },
            {
              name: 'finished',
              label: label('finished'),
              render: ({ finishedAt }) => (finishedAt ? <Moment value={finishedAt} /> : ''),
            },
            { name: 'error', label: label('error'), render: ({ lastError }) => lastError ?? '' },
          ]}
        />
        <Pagination page={page} pageCount={Math.ceil(totalCount / pageSize)} onPage={setPage} />
      </AskedContent>
    </>
  );
};
