import Box from '@mui/material/Box';
import { Suspense, useSyncExternalStore } from 'react';
import { page } from '../layout/page.tsx';
import { useApp } from '../providers/appContext.ts';

const TaskList = page(async () => (await import('./TaskList.tsx')).TaskList);

export const useTasks = () => {
  const { tasks } = useApp();
  return useSyncExternalStore(tasks.subscribe, tasks.list);
};

/** Long work of this tab, on every page until it is dismissed; loaded with the first task. */
export const TaskTray = () => {
  const tasks = useTasks();
  if (tasks.length === 0) return null;
  return (
    <Box sx={{ position: 'fixed', bottom: 16, right: 16, left: { xs: 16, sm: 'auto' }, zIndex: 'snackbar' }}>
      <Suspense fallback={null}>
        <TaskList />
      </Suspense>
    </Box>
  );
};
