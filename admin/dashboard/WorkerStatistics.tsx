import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import { ageText } from '../../shared/rules/duration.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Fact, Facts } from '../components/Fact.tsx';
import { RecordTable } from '../components/RecordTable.tsx';
import { Asked } from './Asked.tsx';
import { numberText } from './dashboardModel.ts';
import { RefreshNote } from './RefreshNote.tsx';
import { Section } from './Section.tsx';
import { TrafficStats } from './TrafficStats.tsx';
import { useWorkers } from './useDashboard.ts';
import { taskColumns, type Workers, workerColumns } from './workerColumns.tsx';

/** Worker statistics (spec 1 section 2): messages and conversions over time, the queue, its workers and tasks. */
export const WorkerStatistics = () => {
  const translate = useTranslate();
  const asked = useWorkers();
  return (
    <Section title={translate('dashboard.workers.title')} tools={<RefreshNote updatedAt={asked.dataUpdatedAt} />}>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <TrafficStats />
        <Paper variant="outlined" sx={{ padding: 2 }}>
          <Asked asked={asked} failed="dashboard.workers.notLoaded" rows={5}>
            {(workers) => <QueueFacts workers={workers} />}
          </Asked>
        </Paper>
      </Box>
      {asked.data && <WorkerTables workers={asked.data} />}
    </Section>
  );
};

const QueueFacts = ({ workers: { queue, documentThreads: threads } }: { workers: Workers }) => {
  const translate = useTranslate();
  const { oldestReadySeconds: oldest } = queue;
  return (
    <Facts>
      {(['ready', 'scheduled', 'running', 'failed'] as const).map((name) => (
        <Fact key={name} label={translate(`dashboard.workers.queue.${name}`)}>
          {numberText(queue[name])}
        </Fact>
      ))}
      <Fact label={translate('dashboard.workers.queue.oldest')}>
        {oldest === null ? translate('dashboard.workers.queue.nothing') : ageText(oldest * 1000)}
      </Fact>
      <Fact label={translate('dashboard.workers.threads')}>
        {translate('dashboard.workers.threadsText', { ...threads })}
      </Fact>
    </Facts>
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
