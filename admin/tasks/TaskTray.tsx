import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useLocation } from 'react-admin';
import { Suspense, useSyncExternalStore } from 'react';
import { page } from '../layout/page.tsx';
import { useApp } from '../providers/appContext.ts';

const TaskList = page(async () => (await import('./TaskList.tsx')).TaskList);

/** Space below the page, so that it can be scrolled above the tray. */
const trayPadding = { '#main-content': { paddingBottom: 160 } };

export const useTasks = () => {
  const { tasks } = useApp();
  return useSyncExternalStore(tasks.subscribe, tasks.list);
};

/** Tasks of the tray, without the task whose own page is open. */
export const useTrayTasks = () => {
  const tasks = useTasks();
  const { pathname } = useLocation();
  return tasks.filter(({ link }) => link !== pathname);
};

/** Long-running tasks of this tab, on every page until they are dismissed; loaded with the first task. */
export const TaskTray = () => {
  if (useTrayTasks().length === 0) return null;
  return (
    <Box sx={{ position: 'fixed', bottom: 16, right: 16, left: { xs: 16, sm: 'auto' }, zIndex: 'snackbar' }}>
      <GlobalStyles styles={trayPadding} />
      <Suspense fallback={null}>
        <TaskList />
      </Suspense>
    </Box>
  );
};
