import { AdminUI, CustomRoutes, Resource } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, Route, RouterProvider, Routes } from 'react-router-dom';
import { LoginPage } from './account/LoginPage.tsx';
import { LogoutPage } from './account/LogoutPage.tsx';
import { StartFailedPage } from './account/StartFailedPage.tsx';
import { UnauthorizedPage } from './account/UnauthorizedPage.tsx';
import { brands } from './brands/index.ts';
import { eulas } from './eulas/index.ts';
import { messages } from './inspector/index.ts';
import { AppLayout } from './layout/AppLayout.tsx';
import { AppNotification } from './layout/AppNotification.tsx';
import { AppProviders } from './layout/AppProviders.tsx';
import { Landing } from './layout/Guarded.tsx';
import { NotFoundPage, PageFailed, PageLoading } from './layout/PageStates.tsx';
import { networks } from './networks/index.ts';
import { organizations } from './organizations/index.ts';
import { accessAt, customPages, menuFor, pageAt } from './pages.ts';
import { plans } from './plans/index.ts';
import type { FirstList } from './providers/earlyList.ts';
import type { Startup } from './providers/start.ts';
import { resellers } from './resellers/index.ts';
import { RetryJobsAgain } from './retry/RetryJobsAgain.tsx';

const frame = {
  disableTelemetry: true,
  layout: AppLayout,
  notification: AppNotification,
  loading: PageLoading,
  catchAll: NotFoundPage,
  error: PageFailed,
  accessDenied: () => <Navigate to="/unauthorized" replace />,
  loginPage: false,
  authCallbackPage: false,
} as const;

const { importPage: OrganizationImport, ...organizationPages } = organizations;
const { add: NetworkCreate, ...networkPages } = networks;
const { add: ResellerCreate, ...resellerPages } = resellers;
const { add: PlanCreate, ...planPages } = plans;
const { add: BrandCreate, ...brandPages } = brands;
const { add: EulaCreate, ...eulaPages } = eulas;
const { dashboard: Dashboard, workflows: Workflows, audit: Audit } = customPages;
const { reports: Reports, guid: Guid, home: Home, mailbox: Mailbox } = customPages;

/** The administration at /admin: every resource, and the pages that are none. AppLayout checks the role rule of each page. */
const Administration = () => (
  <AdminUI {...frame} dashboard={Landing}>
    <Resource {...organizationPages} hasCreate>
      <Route path="import" element={<OrganizationImport />} />
    </Resource>
    <Resource {...networkPages} hasCreate>
      <Route path="add/*" element={<NetworkCreate />} />
    </Resource>
    <Resource {...resellerPages} hasCreate>
      <Route path="add/*" element={<ResellerCreate />} />
    </Resource>
    <Resource {...planPages} hasCreate>
      <Route path="add/*" element={<PlanCreate />} />
    </Resource>
    <Resource {...brandPages} hasCreate>
      <Route path="add/*" element={<BrandCreate />} />
    </Resource>
    <Resource {...eulaPages} hasCreate>
      <Route path="add/*" element={<EulaCreate />} />
    </Resource>
    <Resource {...messages} />
    <CustomRoutes>
      <Route path="dashboard/messaging" element={<Dashboard />} />
      <Route path="dashboard/messaging/workflows" element={<Workflows />} />
      <Route path="audit" element={<Audit />} />
      <Route path="reports" element={<Reports />} />
      <Route path="guid" element={<Guid />} />
    </CustomRoutes>
  </AdminUI>
);

/** The pages outside /admin: sign-in, start pages of organizations, demo tools. */
const OtherPages = () => (
  <AdminUI {...frame} dashboard={Landing}>
    <CustomRoutes noLayout>
      <Route path="/login" element={<Navigate to="/account/login?reason=ended" replace />} />
      <Route path="/account/login/:connection?" element={<LoginPage />} />
      <Route path="/account/logout" element={<LogoutPage />} />
      <Route path="/unauthorized" element={<UnauthorizedPage />} />
    </CustomRoutes>
    <CustomRoutes>
      <Route path="/account/dashboard" element={<Home />} />
      <Route path="/intake" element={<Home />} />
      <Route path="/dev/mailbox" element={<Mailbox />} />
    </CustomRoutes>
  </AdminUI>
);

const App = ({ startup, firstList }: { startup: Startup; firstList: FirstList | undefined }) => (
  <AppProviders
    startup={startup}
    firstList={firstList}
    pages={{ menu: menuFor(startup.profile?.roles, startup.config), accessAt }}
  >
    {startup.problem?.where === 'start' ? (
      <StartFailedPage />
    ) : (
      <Routes>
        <Route path="/admin/*" element={<Administration />} />
        <Route path="/*" element={<OtherPages />} />
      </Routes>
    )}
    <RetryJobsAgain />
  </AppProviders>
);

/** Loads the page of the address bar; a page that cannot be loaded reports it itself when it is drawn. */
const preloadPage = () =>
  pageAt(window.location.pathname)
    ?.preload()
    .catch(() => undefined);

/** A list that takes longer arrives after the page, which shows that it is loading. */
const maxWaitForListMs = 250;

/** Draws the application when session and first page are loaded, so that nothing is drawn twice. */
export const mount = async (root: HTMLElement, started: Promise<Startup>): Promise<void> => {
  const [startup] = await Promise.all([started, preloadPage()]);
  // The session may have led back to the page that was requested before the sign-in.
  await preloadPage();
  const firstList = await startup.early.ready(maxWaitForListMs);
  const router = createBrowserRouter([{ path: '*', element: <App startup={startup} firstList={firstList} /> }]);
  createRoot(root).render(<RouterProvider router={router} />);
};
