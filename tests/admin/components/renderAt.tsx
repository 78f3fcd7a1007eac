import { render } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { AdminContext, type AuthProvider, memoryStore, type Store } from 'react-admin';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { UnsavedChanges } from '../../../admin/components/UnsavedChanges.tsx';
import { AppNotification } from '../../../admin/layout/AppNotification.tsx';
import { messages } from '../../../admin/i18n/en.ts';
import { ConfigContext } from '../../../admin/providers/appContext.ts';
import { createApiClient } from '../../../admin/providers/client.ts';
import { type AppConfig, fallbackConfig } from '../../../admin/providers/config.ts';
import { createDataProvider } from '../../../admin/providers/dataProvider.ts';
import { createEarlyList } from '../../../admin/providers/earlyList.ts';
import { createI18nProvider } from '../../../admin/i18n/i18nProvider.ts';
import { createTaskStore, type TaskStore } from '../../../admin/tasks/taskStore.ts';
import { contractApi, type Responses } from '../../support/contractApi.ts';

const i18nProvider = createI18nProvider(messages);

interface Screen {
  /** Path pattern to page, as the router takes them. */
  routes: Readonly<Record<string, ReactNode>>;
  at: string;
  /** Responses of the API; a request without one fails the test. */
  responses?: Responses;
  tasks?: TaskStore;
  features?: Partial<AppConfig['features']>;
  store?: Store;
  authProvider?: AuthProvider | undefined;
}

const token = { accessToken: 'token-of-the-test', expiresAt: Number.POSITIVE_INFINITY };
const session = { current: () => token, renew: () => Promise.resolve(token) };

/** The data provider of the application over prepared responses. A failed request is not repeated: no test waits for retries. */
export const dataProviderOver = (responses: Responses, tasks = createTaskStore()) => {
  const { origin, ...recorded } = contractApi(responses);
  const client = createApiClient({ ...fallbackConfig, apiBaseUrl: origin }, session, { retry: { attempts: 1 } });
  return { provider: createDataProvider(client, createEarlyList(client), tasks), ...recorded };
};

/** A page inside the application's own providers, at an address. */
export const renderAt = ({
  routes,
  at,
  responses = {},
  tasks,
  features = {},
  authProvider,
  store = memoryStore(),
}: Screen) => {
  const { provider, ...recorded } = dataProviderOver(responses, tasks);
  const config: AppConfig = { ...fallbackConfig, features: { ...fallbackConfig.features, ...features } };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const inside = (page: ReactNode) => (
    <ConfigContext value={config}>
      <AdminContext
        basename="/admin"
        authProvider={authProvider}
        dataProvider={provider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={store}
      >
        <UnsavedChanges>{page}</UnsavedChanges>
        <AppNotification />
      </AdminContext>
    </ConfigContext>
  );
  const router = createMemoryRouter(
    Object.entries(routes).map(([path, page]) => ({ path, element: inside(page) })),
    { initialEntries: [at] },
  );
  const view = render(<RouterProvider router={router} />);
  const address = () => router.state.location.pathname + router.state.location.search;
  return { ...view, ...recorded, router, address };
};
