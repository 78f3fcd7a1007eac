import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Block from '@mui/icons-material/Block';
import Downloading from '@mui/icons-material/Downloading';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { LinkBase, useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { useApp } from '../providers/appContext.ts';
import { percentOf, progressText, timeLeft } from './taskProgress.ts';
import type { Task } from './taskStore.ts';
import { useTrayTasks } from './TaskTray.tsx';

const icons = {
  running: { icon: Downloading, color: 'primary' },
  good: { icon: CheckCircle, color: 'success' },
  warning: { icon: Warning, color: 'warning' },
  bad: { icon: ErrorIcon, color: 'error' },
  failed: { icon: ErrorIcon, color: 'error' },
  canceled: { icon: Block, color: 'action' },
} as const;

/** A completed task may still have failed rows. */
const iconOf = ({ state, elsewhere }: Task) => icons[state === 'done' ? (elsewhere?.severity ?? 'good') : state];

const TaskLine = ({ task }: { task: Task }) => {
  const translate = useTranslate();
  const { tasks } = useApp();
  const name = translate(task.title, task.elsewhere?.values);
  const { icon: Icon, color } = iconOf(task);
  const running = task.state === 'running';
  const percent = percentOf(task);
  const left = running ? timeLeft(task) : undefined;
  const { key, values } = progressText(task);
  return (
    <Box
      component="li"
      sx={{ padding: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Icon fontSize="small" color={color} aria-hidden />
        <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="subtitle2" component="div">
            {name}
          </Typography>
          {task.problem === undefined ? (
            <Typography variant="body2" color="textSecondary" role={running ? undefined : 'status'}>
              {translate(key, values)}
              {left && ` · ${translate('tasks.left', { time: left })}`}
            </Typography>
          ) : (
            <Typography variant="body2" color="error" role="alert">
              {task.problem}
            </Typography>
          )}
        </Box>
      </Box>
      {running && (
        <LinearProgress
          aria-label={name}
          {...(percent === undefined ? {} : { variant: 'determinate', value: percent })}
          sx={{ marginTop: 1 }}
        />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, marginTop: 0.5 }}>
        {task.link !== undefined && (
          <Button size="small" component={LinkBase} to={task.link} aria-label={translate('tasks.showNamed', { name })}>
            {translate('tasks.show')}
          </Button>
        )}
        {task.state === 'failed' && (
          <Button
            size="small"
            onClick={() => tasks.again(task.id)}
            aria-label={translate('tasks.retryNamed', { name })}
          >
            {translate('tasks.retry')}
          </Button>
        )}
        {running ? (
          <Button
            size="small"
            onClick={() => tasks.cancel(task.id)}
            aria-label={translate('tasks.cancelNamed', { name })}
          >
            {translate('tasks.cancel')}
          </Button>
        ) : (
          <Button
            size="small"
            onClick={() => tasks.dismiss(task.id)}
            aria-label={translate('tasks.dismissNamed', { name })}
          >
            {translate('tasks.dismiss')}
          </Button>
        )}
      </Box>
    </Box>
  );
};

/** The browser asks for confirmation before the tab is closed during a download. */
const useLeaveGuard = (running: boolean) => {
  useEffect(() => {
    if (!running) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [running]);
};

export const TaskList = () => {
  const translate = useTranslate();
  const tasks = useTrayTasks();
  useLeaveGuard(tasks.some(({ state, elsewhere }) => state === 'running' && elsewhere === undefined));
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={translate('tasks.title')}
      sx={{ width: { sm: 360 }, maxHeight: '50vh', overflow: 'auto', boxShadow: 6 }}
    >
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {/* The newest one is in view. */}
        {tasks.toReversed().map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </Box>
    </Paper>
  );
};
