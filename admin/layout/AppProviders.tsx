import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, localStorageStore, useStore } from 'react-admin';
import { type ReactNode, useMemo, useState } from 'react';
import { messages } from '../messages/en.ts';
import {
  AppContext,
  type AppContextValue,
  ConfigContext,
  type MenuEntry,
  useAppConfig,
} from '../providers/appContext.ts';
import { createAuthProvider } from '../providers/authProvider.ts';
import { createDataProvider } from '../providers/dataProvider.ts';
import { createI18nProvider } from '../providers/i18nProvider.ts';
import type { FirstList } from '../providers/earlyList.ts';
import type { Startup } from '../providers/start.ts';
import { createTaskStore } from '../tasks/taskStore.ts';
import { themeFor } from './theme.ts';

/** The page's nonce allows our style elements; without one the server's policy allows them otherwise. */
const styleCache = () => {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) });
};

export type Appearance = 'light' | 'dark';

/** Light or dark: what the person chose, else what the device says. */
export const useAppearance = (): [Appearance, (appearance: Appearance) => void] => {
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  return useStore<Appearance>('theme', prefersDark ? 'dark' : 'light');
};

const Themed = ({ children }: { children: ReactNode }) => {
  const [appearance] = useAppearance();
  const { brand } = useAppConfig();
  const theme = useMemo(() => createTheme(themeFor(appearance, brand.primaryColor)), [appearance, brand.primaryColor]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  );
};

const store = localStorageStore();
const i18nProvider = createI18nProvider(messages);

interface ProvidersProps {
  startup: Startup;
  firstList: FirstList | undefined;
  menu: readonly MenuEntry[];
  children: ReactNode;
}

/** What lives as long as the tab does. */
const createParts = ({ startup, firstList, menu }: Omit<ProvidersProps, 'children'>) => {
  const { session, profile, problem, client, early } = startup;
  const tasks = createTaskStore();
  const queryClient = new QueryClient({
    // What was fetched while the page was loading counts as fresh when the page asks for it.
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 1000 } },
  });
  if (firstList) queryClient.setQueryData(firstList.key, firstList.data);
  const app: AppContextValue = { session, profile, problem, tasks, menu };
  return {
    cache: styleCache(),
    app,
    dataProvider: createDataProvider(client, early, tasks),
    authProvider: createAuthProvider(session, profile),
    queryClient,
  };
};

/** Everything the pages stand on, made once from what was learned before the first page. */
export const AppProviders = ({ startup, firstList, menu, children }: ProvidersProps) => {
  const [{ cache, app, dataProvider, authProvider, queryClient }] = useState(() =>
    createParts({ startup, firstList, menu }),
  );
  return (
    <CacheProvider value={cache}>
      <ConfigContext value={startup.config}>
        <AppContext value={app}>
          <CoreAdminContext
            authProvider={authProvider}
            dataProvider={dataProvider}
            i18nProvider={i18nProvider}
            queryClient={queryClient}
            store={store}
          >
            <Themed>{children}</Themed>
          </CoreAdminContext>
        </AppContext>
      </ConfigContext>
    </CacheProvider>
  );
};
