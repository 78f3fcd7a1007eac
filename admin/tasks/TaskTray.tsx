import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useLocation } from 'react-admin';
import { Suspense, useSyncExternalStore } from 'react';
import { page } from '../layout/page.tsx';
import { useApp } from '../providers/appContext.ts';

const TaskList = page(async () => (await import('./TaskList.tsx')).TaskList);

/** The last lines of a page can be scrolled out from under the tray. */
const roomForTray = { '#main-content': { paddingBottom: 160 } };

export const useTasks = () => {
  const { tasks } = useApp();
  return useSyncExternalStore(tasks.subscribe, tasks.list);
};

/** The tasks of the tray: the page of a task shows it itself. */
export const useTrayTasks = () => {
  const tasks = useTasks();
  const { pathname } = useLocation();
  return tasks.filter(({ link }) => link !== pathname);
};

/** Long work of this tab, on every page until it is dismissed; loaded with the first task. */
export const TaskTray = () => {
  if (useTrayTasks().length === 0) return null;
  return (
    <Box sx={{ position: 'fixed', bottom: 16, right: 16, left: { xs: 16, sm: 'auto' }, zIndex: 'snackbar' }}>
      <GlobalStyles styles={roomForTray} />
      <Suspense fallback={null}>
        <TaskList />
      </Suspense>
    </Box>
  );
};
