import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { QueryClient } from '@tanstack/react-query';
import { AdminContext } from 'react-admin';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { AppContext, type AppContextValue, ConfigContext } from '../providers/appContext.ts';
import { createAuthProvider } from '../providers/authProvider.ts';
import { asHttp } from '../providers/httpErrors.ts';
import { createDataProvider } from '../providers/dataProvider.ts';
import { i18nProvider } from '../i18n/i18nProvider.ts';
import { DraftContext } from '../providers/drafts.ts';
import type { FirstList } from '../providers/earlyList.ts';
import type { Startup } from '../providers/start.ts';
import { createStore } from '../providers/store.ts';
import { createTaskStore } from '../tasks/taskStore.ts';
import { themeFor } from './theme.ts';

/** The page's nonce allows our style elements; without one the server's policy allows them otherwise. */
const styleCache = () => {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) });
};

interface ProvidersProps {
  startup: Startup;
  firstList: FirstList | undefined;
  pages: Pick<AppContextValue, 'menu' | 'accessAt'>;
  children: ReactNode;
}

/** Created once per browser tab. */
const createParts = ({ startup, firstList, pages }: Omit<ProvidersProps, 'children'>) => {
  const { config, session, idle, profile, stored, problem, client, early } = startup;
  const tasks = createTaskStore();
  const queryClient = new QueryClient({
    // What was fetched while the page was loading is still fresh when the page requests it.
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 1000 } },
  });
  if (firstList) queryClient.setQueryData(firstList.key, firstList.data);
  // Known already; react-admin would draw every page once more when the auth provider responds.
  if (profile) queryClient.setQueryData(['auth', 'getPermissions', {}], profile.roles);
  const app = { session, idle, problem, tasks, ...pages };
  const authProvider = createAuthProvider(session, profile);
  // Once: a user who stays with unsaved changes is not led away again with each draft.
  void startup.refused.then((error) => authProvider.checkError(error)).catch(() => undefined);
  return {
    cache: styleCache(),
    app,
    dataProvider: createDataProvider(client, early, tasks),
    authProvider,
    queryClient,
    store: createStore(stored, profile ? client : undefined),
    lightTheme: themeFor('light', config.brand.primaryColor),
    darkTheme: themeFor('dark', config.brand.primaryColor),
  };
};

/** Contexts of all pages, created once from what was loaded before the first page. */
export const AppProviders = ({ startup, firstList, pages, children }: ProvidersProps) => {
  const [{ cache, app, ...parts }] = useState(() => createParts({ startup, firstList, pages }));
  const [profile, setProfile] = useState(startup.profile);
  const { client } = startup;
  const refreshProfile = useCallback(async () => {
    const loaded = await asHttp(client.profile.get());
    setProfile(loaded);
    return loaded;
  }, [client]);
  const value: AppContextValue = useMemo(() => ({ ...app, profile, refreshProfile }), [app, profile, refreshProfile]);
  return (
    <CacheProvider value={cache}>
      <ConfigContext value={startup.config}>
        <AppContext value={value}>
          <DraftContext value={profile ? startup.drafts : undefined}>
            <AdminContext basename="/admin" i18nProvider={i18nProvider} {...parts}>
              {children}
            </AdminContext>
          </DraftContext>
        </AppContext>
      </ConfigContext>
    </CacheProvider>
  );
};
