import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { DataTable, useFieldValue, useTranslate } from 'react-admin';
import type { diagnostics } from '../../shared/contract/diagnostics.ts';
import type { AnswerOf } from '../../shared/contract/endpoint.ts';
import { ageText } from '../../shared/rules/duration.ts';
import { DateTimeField } from '../components/DateTime.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { numberText } from './dashboardModel.ts';
import { RefreshNote } from './RefreshNote.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { Section } from './Section.tsx';
import { TrafficStats } from './TrafficStats.tsx';
import { useWorkers } from './useDashboard.ts';

type Workers = AnswerOf<typeof diagnostics.worker>;
type Worker = Workers['workers'][number];

const workerCounts = ['running', 'done', 'failed'] as const;
const taskCounts = ['waiting', 'running', 'failed'] as const;
const label = (name: string) => `dashboard.workers.${name}`;

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
        <LocalList resource="workers" rows={workers} empty={label('none')}>
          <RelatedTable label={label('processes')}>
            <DataTable.Col source="host" label={label('host')} />
            <DataTable.Col<Worker>
              source="isAlive"
              label={label('state')}
              render={({ isAlive }) =>
                isAlive ? (
                  <StateChip icon={CheckCircle} severity="good" label={translate(label('alive'))} />
                ) : (
                  <StateChip icon={ErrorIcon} severity="bad" label={translate(label('gone'))} />
                )
              }
            />
            <DataTable.Col source="startedAt" label={label('startedAt')} field={DateTimeField} />
            <DataTable.Col source="lastSeenAt" label={label('lastSeenAt')} field={DateTimeField} />
            {workerCounts.map((name) => (
              <DataTable.Col key={name} source={name} label={label(name)} align="right" field={CountField} />
            ))}
          </RelatedTable>
        </LocalList>
      </Paper>
      <Paper variant="outlined" sx={{ minWidth: 0 }}>
        <LocalList
          resource="workertasks"
          rows={tasks.map((task) => ({ ...task, id: task.name }))}
          empty={label('noTasks')}
        >
          <RelatedTable label={label('tasks')}>
            <DataTable.Col source="name" label={label('task')} />
            {taskCounts.map((name) => (
              <DataTable.Col key={name} source={name} label={label(name)} align="right" field={CountField} />
            ))}
          </RelatedTable>
        </LocalList>
      </Paper>
    </Box>
  );
};

const CountField = ({ source }: { source: string }) => numberText(useFieldValue({ source }) as number);
