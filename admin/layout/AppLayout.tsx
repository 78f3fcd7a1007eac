import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect } from 'react';
import {
  Layout,
  LayoutClasses,
  type LayoutProps,
  Sidebar,
  type SidebarProps,
  useNotify,
  useRemoveFromStore,
  useStore,
} from 'react-admin';
import { useLocation } from 'react-router-dom';
import { UnsavedChanges } from '../components/UnsavedChanges.tsx';
import { useApp } from '../providers/appContext.ts';
import { saveFailureKey } from '../providers/store.ts';
import { drawerKey } from '../providers/storedItems.ts';
import { TaskTray } from '../tasks/TaskTray.tsx';
import { AppBar } from './AppBar.tsx';
import { AppMenu } from './AppMenu.tsx';
import { Guarded } from './Guarded.tsx';
import { PageFailed } from './PageStates.tsx';

/** Reports settings that the server did not store; they last until the tab closes. */
const SaveFailure = () => {
  const notify = useNotify();
  const [failure] = useStore<string | null>(saveFailureKey, null);
  useEffect(() => {
    if (failure !== null) notify('layout.settingsNotSaved', { type: 'warning', messageArgs: { reason: failure } });
  }, [failure, notify]);
  return null;
};

/**
 * Drawn anew when the window becomes narrow: react-admin would open the drawer with the state of the sidebar, a modal over one that is open.
 * A drawer that was left open is closed the next time.
 */
const AppSidebar = (props: SidebarProps) => {
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'), { noSsr: true });
  const removeItem = useRemoveFromStore();
  useEffect(() => (isNarrow ? () => removeItem(drawerKey) : undefined), [isNarrow, removeItem]);
  return <Sidebar key={String(isNarrow)} {...props} />;
};

/** A page is as wide as the window leaves it: wide tables scroll by themselves. */
const frameStyle = {
  minWidth: 0,
  [`& .${LayoutClasses.content}`]: { minWidth: 0, paddingX: { xs: 1, sm: 2 }, paddingBottom: 4 },
};

/** Frame of every page behind the sign-in: bar, menu by role, the page, the task tray. */
export const AppLayout = ({ children, ...props }: LayoutProps & { children: ReactNode }) => {
  const { accessAt } = useApp();
  const access = accessAt(useLocation().pathname);
  return (
    <Layout
      {...props}
      appBar={AppBar}
      appBarAlwaysOn
      menu={AppMenu}
      sidebar={AppSidebar}
      error={PageFailed}
      sx={frameStyle}
    >
      <UnsavedChanges>{access ? <Guarded access={access}>{children}</Guarded> : children}</UnsavedChanges>
      <TaskTray />
      <SaveFailure />
    </Layout>
  );
};
