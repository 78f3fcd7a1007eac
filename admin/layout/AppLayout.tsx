import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, Suspense, useState } from 'react';
import { TaskTray } from '../tasks/TaskTray.tsx';
import { Header } from './Header.tsx';
import { Navigation } from './Navigation.tsx';
import { NavigationState } from './navigationState.ts';
import { page } from './page.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { mainContentId, SkipLink } from './SkipLink.tsx';

const NavigationDrawer = page(() => import('./NavigationDrawer.tsx').then((module) => module.NavigationDrawer));
const sidebarWidth = 200;

/** Frame of every page behind the sign-in: header, navigation by role, the page, the task tray. */
export const AppLayout = ({ children }: { children?: ReactNode }) => {
  const theme = useTheme();
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const [open, setOpen] = useState(false);
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <SkipLink />
      <Header narrow={narrow} onMenu={() => setOpen(true)} />
      <Box sx={{ display: 'flex', flexGrow: 1, alignItems: 'stretch' }}>
        {!narrow && (
          <Box
            sx={{
              width: sidebarWidth,
              flexShrink: 0,
              borderRight: 1,
              borderColor: 'divider',
              bgcolor: 'background.paper',
            }}
          >
            <Box sx={{ position: 'sticky', top: 57 }}>
              <Navigation />
            </Box>
          </Box>
        )}
        {narrow && open && (
          <NavigationState value={() => setOpen(false)}>
            <Suspense fallback={null}>
              <NavigationDrawer />
            </Suspense>
          </NavigationState>
        )}
        <Box
          component="main"
          id={mainContentId}
          tabIndex={-1}
          sx={{ flexGrow: 1, minWidth: 0, paddingX: { xs: 1, sm: 2 }, paddingBottom: 4, outline: 'none' }}
        >
          <PageBoundary>{children}</PageBoundary>
        </Box>
      </Box>
      <TaskTray />
    </Box>
  );
};
