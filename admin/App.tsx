import { AdminUI, CustomRoutes, Resource, type ResourceProps } from 'react-admin';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, Route, RouterProvider, Routes } from 'react-router-dom';
import { LoginPage } from './account/LoginPage.tsx';
import { LogoutPage } from './account/LogoutPage.tsx';
import { StartFailedPage } from './account/StartFailedPage.tsx';
import { UnauthorizedPage } from './account/UnauthorizedPage.tsx';
import { auditentries } from './audit/index.ts';
import { brands } from './brands/index.ts';
import { InterruptedRuns } from './bulk/InterruptedRuns.tsx';
import { eulas } from './eulas/index.ts';
import { identitylinks } from './identitylinks/index.ts';
import { messages } from './inspector/index.ts';
import { AppLayout } from './layout/AppLayout.tsx';
import { AppNotification } from './layout/AppNotification.tsx';
import { AppProviders } from './layout/AppProviders.tsx';
import { Landing } from './layout/Guarded.tsx';
import { NotFoundPage, PageFailed, PageLoading } from './layout/PageStates.tsx';
import { lockedusers } from './lockedusers/index.ts';
import { networks } from './networks/index.ts';
import { organizations } from './organizations/index.ts';
import { accessAt, customPages, menuFor, pageAt } from './pages.ts';
import { plans } from './plans/index.ts';
import type { FirstList } from './providers/earlyList.ts';
import type { Startup } from './providers/start.ts';
import { resellers } from './resellers/index.ts';
import { retryjobs } from './retry/index.ts';
import { retryJobsPath } from './retry/retryJobAddress.ts';
import { RetryJobsAgain } from './retry/RetryJobsAgain.tsx';
import { specialties } from './specialties/index.ts';

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

const { importPage: OrganizationImport, runPage: OrganizationRun, ...organizationPages } = organizations;
const { failures: FailureGroups, retries: RetryPages, ...messagePages } = messages;
const { dashboard: Dashboard, workflows: Workflows } = customPages;
const { reports: Reports, guid: Guid, home: Home, mailbox: Mailbox } = customPages;

/** The specification has new records at `add`, react-admin at `create`, which would otherwise be taken for the id of a record. */
const createOf = (name: string) => <Navigate to={`/admin/${name}/add`} replace />;

const resourceWithAdd = ({ add: Add, ...pages }: ResourceProps & { readonly add: ComponentType }) => (
  <Resource key={pages.name} {...pages} create={createOf(pages.name)}>
    <Route path="add/*" element={<Add />} />
  </Resource>
);

/** Resources whose records are part of the pages of organizations and messages. */
const withoutPages: readonly ResourceProps[] = [
  { name: 'oids', recordRepresentation: 'value' },
  { name: 'directoryentries', recordRepresentation: 'displayName' },
  { name: 'documentsources', recordRepresentation: 'displayName' },
  { name: 'faxaccounts', recordRepresentation: 'displayName' },
  { name: 'attachments', recordRepresentation: 'Name' },
  { name: 'events' },
  { name: 'conversions' },
];

/** The administration at /admin: every resource, and the pages that are none. AppLayout checks the role rule of each page. */
const Administration = () => (
  <AdminUI {...frame} dashboard={Landing}>
    <Resource {...organizationPages} create={createOf(organizationPages.name)}>
      <Route path="import" element={<OrganizationImport />} />
      <Route path="runs/:run" element={<OrganizationRun />} />
    </Resource>
    {[networks, resellers, plans, brands, specialties, eulas, identitylinks].map(resourceWithAdd)}
    <Resource {...lockedusers} />
    <Resource {...messagePages}>
      <Route path="failures" element={<FailureGroups />} />
      <Route path="retries/*" element={<RetryPages />} />
    </Resource>
    {withoutPages.map((resource) => (
      <Resource key={resource.name} {...resource}>
        <Route path="*" element={<NotFoundPage />} />
      </Resource>
    ))}
    <Resource {...auditentries} list={<Navigate to="/admin/audit" replace />} />
    <Resource {...retryjobs} list={<Navigate to={retryJobsPath} replace />} />
    <Resource name="workflows" list={<Navigate to="/admin/dashboard/messaging/workflows" replace />} />
    <Resource name="alerts" recordRepresentation="name" list={<Navigate to="/admin/dashboard/messaging" replace />} />
    <CustomRoutes>
      <Route path="dashboard/messaging" element={<Dashboard />} />
      <Route path="dashboard/messaging/workflows" element={<Workflows />} />
      <Route path="audit" element={<auditentries.list />} />
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
    <InterruptedRuns />
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
