import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import { ageText } from '../../shared/rules/duration.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { RecordTable } from '../components/RecordTable.tsx';
import { numberText } from './dashboardModel.ts';
import { RefreshNote } from './RefreshNote.tsx';
import { QueryState } from './QueryState.tsx';
import { Section } from './Section.tsx';
import { TrafficStats } from './TrafficStats.tsx';
import { useWorkers } from './useDashboard.ts';
import { taskColumns, type Workers, workerColumns } from './workerColumns.tsx';

/** Worker statistics (spec 1 section 2): messages and conversions over time, the queue, its workers and tasks. */
export const WorkerStatistics = () => {
  const translate = useTranslate();
  const query = useWorkers();
  return (
    <Section title={translate('dashboard.workers.title')} tools={<RefreshNote updatedAt={query.dataUpdatedAt} />}>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <TrafficStats />
        <Paper variant="outlined" sx={{ padding: 2 }}>
          <QueryState query={query} failed="dashboard.workers.notLoaded" rows={5}>
            {(workers) => <QueueSummary workers={workers} />}
          </QueryState>
        </Paper>
      </Box>
      {query.data && <WorkerTables workers={query.data} />}
    </Section>
  );
};

const QueueSummary = ({ workers: { queue, documentThreads: threads } }: { workers: Workers }) => {
  const translate = useTranslate();
  const { oldestReadySeconds: oldest } = queue;
  return (
    <LabeledValues>
      {(['ready', 'scheduled', 'running', 'failed'] as const).map((name) => (
        <LabeledValue key={name} label={translate(`dashboard.workers.queue.${name}`)}>
          {numberText(queue[name])}
        </LabeledValue>
      ))}
      <LabeledValue label={translate('dashboard.workers.queue.oldest')}>
        {oldest === null ? translate('dashboard.workers.queue.nothing') : ageText(oldest * 1000)}
      </LabeledValue>
      <LabeledValue label={translate('dashboard.workers.threads')}>
        {translate('dashboard.workers.threadsText', { ...threads })}
      </LabeledValue>
    </LabeledValues>
  );
};

const WorkerTables = ({ workers: { workers, tasks } }: { workers: Workers }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2, marginTop: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Paper variant="outlined" sx={{ minWidth: 0 }}>
        {workers.length === 0 ? (
          <EmptyState text={translate('dashboard.workers.none')} />
        ) : (
          <RecordTable
            label="dashboard.workers.processes"
            columns={workerColumns}
            rows={workers}
            rowId={({ id }) => id}
          />
        )}
      </Paper>
      <Paper variant="outlined" sx={{ minWidth: 0 }}>
        {tasks.length === 0 ? (
          <EmptyState text={translate('dashboard.workers.noTasks')} />
        ) : (
          <RecordTable label="dashboard.workers.tasks" columns={taskColumns} rows={tasks} rowId={({ name }) => name} />
        )}
      </Paper>
    </Box>
  );
};
