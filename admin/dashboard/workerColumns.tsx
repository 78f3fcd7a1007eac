import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import { useTranslate } from 'react-admin';
import type { diagnostics } from '../../shared/contract/diagnostics.ts';
import type { AnswerOf } from '../../shared/contract/endpoint.ts';
import { DateTime } from '../components/DateTime.tsx';
import type { RecordColumn } from '../components/RecordTable.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { numberText } from './dashboardModel.ts';

export type Workers = AnswerOf<typeof diagnostics.worker>;
type Worker = Workers['workers'][number];
type Task = Workers['tasks'][number];

const Alive = ({ worker: { isAlive } }: { worker: Worker }) => {
  const translate = useTranslate();
  return isAlive ? (
    <StateChip icon={CheckCircle} severity="good" label={translate('dashboard.workers.alive')} />
  ) : (
    <StateChip icon={ErrorIcon} severity="bad" label={translate('dashboard.workers.gone')} />
  );
};

const workerCount = (name: 'running' | 'done' | 'failed'): RecordColumn<Worker> => ({
  name,
  label: `dashboard.workers.${name}`,
  align: 'right',
  render: (worker) => numberText(worker[name]),
});

export const workerColumns: readonly RecordColumn<Worker>[] = [
  { name: 'host', label: 'dashboard.workers.host', render: ({ host }) => host },
  { name: 'isAlive', label: 'dashboard.workers.state', render: (worker) => <Alive worker={worker} /> },
  {
    name: 'startedAt',
    label: 'dashboard.workers.startedAt',
    render: ({ startedAt }) => <DateTime value={startedAt} />,
  },
  {
    name: 'lastSeenAt',
    label: 'dashboard.workers.lastSeenAt',
    render: ({ lastSeenAt }) => <DateTime value={lastSeenAt} />,
  },
  workerCount('running'),
  workerCount('done'),
  workerCount('failed'),
];

const taskCount = (name: 'waiting' | 'running' | 'failed'): RecordColumn<Task> => ({
  name,
  label: `dashboard.workers.${name}`,
  align: 'right',
  render: (task) => numberText(task[name]),
});

export const taskColumns: readonly RecordColumn<Task>[] = [
  { name: 'name', label: 'dashboard.workers.task', render: ({ name }) => name },
  taskCount('waiting'),
  taskCount('running'),
  taskCount('failed'),
];
