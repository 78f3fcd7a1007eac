import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { DataTable, useFieldValue, useTranslate } from 'react-admin';
import { useMemo, useState } from 'react';
import type { diagnostics } from '../../shared/contract/diagnostics.ts';
import type { ResponseOf } from '../../shared/contract/endpoint.ts';
import { statsWindowHours } from '../../shared/rules/diagnostics.ts';
import { ageText } from '../../shared/rules/duration.ts';
import { DateTimeField } from '../components/DateTime.tsx';
import { FilterSelect } from '../components/FilterSelect.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { stateField } from '../components/StateChip.tsx';
import { numberText } from './dashboardModel.ts';
import { Section, UpdatedAt } from './Section.tsx';
import type { TimeSeries } from './TimeChart.tsx';
import { TrafficChart } from './TrafficChart.tsx';
import { useTrafficStats, useWorkers } from './useDashboard.ts';

type Workers = ResponseOf<typeof diagnostics.worker>;

const label = (name: string) => `dashboard.workers.${name}`;

/** Worker statistics (spec 1 section 2): messages and conversions over time, the queue, its workers and tasks. */
export const WorkerStatistics = () => {
  const translate = useTranslate();
  const query = useWorkers();
  return (
    <Section title={translate(label('title'))} tools={<UpdatedAt at={query.dataUpdatedAt} />}>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <TrafficStats />
        <Paper variant="outlined" sx={{ padding: 2 }}>
          <QueryState query={query} failed={label('notLoaded')} rows={5}>
            {(workers) => <QueueSummary workers={workers} />}
          </QueryState>
        </Paper>
      </Box>
      {query.data && <WorkerTables workers={query.data} />}
    </Section>
  );
};

const windows = [statsWindowHours, 3, 24, 168] as const;

/** Messages and conversions of the last hours. */
const TrafficStats = () => {
  const translate = useTranslate();
  const [hours, setHours] = useState<number>(statsWindowHours);
  const query = useTrafficStats(hours);
  return (
    <Paper variant="outlined" sx={{ padding: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 1 }}>
        <Typography variant="subtitle1" component="h3" sx={{ flexGrow: 1, fontWeight: 600 }}>
          {translate('dashboard.stats.title')}
        </Typography>
        <FilterSelect
          label={translate('dashboard.stats.window')}
          value={String(hours)}
          options={windows.map((window) => ({
            id: String(window),
            name: translate('dashboard.stats.hours', { smart_count: window }),
          }))}
          onChange={(value) => setHours(Number(value))}
          sx={{ minWidth: 140 }}
        />
      </Box>
      <QueryState query={query} failed="dashboard.stats.failed" rows={4}>
        {({ messages, conversions }) => <StatsChart messages={messages} conversions={conversions} hours={hours} />}
      </QueryState>
    </Paper>
  );
};

interface StatsChartProps {
  messages: TimeSeries['points'];
  conversions: TimeSeries['points'];
  hours: number;
}

const sumOf = (points: TimeSeries['points']): string => numberText(points.reduce((sum, { value }) => sum + value, 0));

const StatsChart = ({ messages, conversions, hours }: StatsChartProps) => {
  const translate = useTranslate();
  const series = useMemo<readonly TimeSeries[]>(
    () => [
      { id: 'messages', label: 'dashboard.chart.messages', severity: 'info', points: messages },
      { id: 'conversions', label: 'dashboard.chart.conversions', severity: 'success', points: conversions },
    ],
    [messages, conversions],
  );
  const summary = translate('dashboard.stats.summary', {
    smart_count: hours,
    messages: sumOf(messages),
    conversions: sumOf(conversions),
  });
  return <TrafficChart summary={summary} tableLabel={summary} height={200} series={series} />;
};

const QueueSummary = ({ workers: { queue, documentThreads: threads } }: { workers: Workers }) => {
  const translate = useTranslate();
  const { oldestReadySeconds: oldest } = queue;
  return (
    <LabeledValues>
      {(['ready', 'scheduled', 'running', 'failed'] as const).map((name) => (
        <LabeledValue key={name} label={label(`queue.${name}`)}>
          {numberText(queue[name])}
        </LabeledValue>
      ))}
      <LabeledValue label={label('queue.oldest')}>
        {oldest === null ? translate(label('queue.nothing')) : ageText(oldest * 1000)}
      </LabeledValue>
      <LabeledValue label={label('threads')}>{translate(label('threadsText'), { ...threads })}</LabeledValue>
    </LabeledValues>
  );
};

const CountField = ({ source }: { source: string }) => numberText(useFieldValue({ source }) as number);
const countColumn = (name: string) => (
  <DataTable.Col key={name} source={name} label={label(name)} align="right" field={CountField} />
);

const AliveField = stateField(
  { icon: CheckCircle, severity: 'good', label: label('alive') },
  { icon: ErrorIcon, severity: 'bad', label: label('gone') },
);

const WorkerTables = ({ workers: { workers, tasks } }: { workers: Workers }) => (
  <Box sx={{ display: 'grid', gap: 2, marginTop: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <Paper variant="outlined" sx={{ minWidth: 0 }}>
      <LocalList resource="workers" rows={workers} empty={label('none')}>
        <RelatedTable label={label('processes')}>
          <DataTable.Col source="host" label={label('host')} />
          <DataTable.Col source="isAlive" label={label('state')} field={AliveField} />
          <DataTable.Col source="startedAt" label={label('startedAt')} field={DateTimeField} />
          <DataTable.Col source="lastSeenAt" label={label('lastSeenAt')} field={DateTimeField} />
          {['running', 'done', 'failed'].map(countColumn)}
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
          {['waiting', 'running', 'failed'].map(countColumn)}
        </RelatedTable>
      </LocalList>
    </Paper>
  </Box>
);
