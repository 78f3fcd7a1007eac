import { CoreAdminUI, CustomRoutes, Resource } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router-dom';
import { LoginPage } from './account/LoginPage.tsx';
import { LogoutPage } from './account/LogoutPage.tsx';
import { StartFailedPage } from './account/StartFailedPage.tsx';
import { UnauthorizedPage } from './account/UnauthorizedPage.tsx';
import { AppLayout } from './layout/AppLayout.tsx';
import { AppProviders } from './layout/AppProviders.tsx';
import { Guarded, Landing } from './layout/Guarded.tsx';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { Notifications } from './layout/Notifications.tsx';
import { PageFailed, PageLoading } from './layout/PageBoundary.tsx';
import { organizations } from './organizations/index.ts';
import { menuFor, pageAt, pages } from './pages.ts';
import { accessOf } from './providers/access.ts';
import type { FirstList } from './providers/earlyList.ts';
import type { Startup } from './providers/start.ts';
import { RetryJobsAgain } from './retry/RetryJobsAgain.tsx';

const ToUnauthorized = () => <Navigate to="/unauthorized" replace />;
const { list: OrganizationList, edit: OrganizationEdit, name: organizationsName } = organizations;

/** Table of contents of the application: pages without the frame, resources, pages with the frame. */
const Pages = () => (
  <CoreAdminUI
    disableTelemetry
    layout={AppLayout}
    loading={PageLoading}
    catchAll={NotFoundPage}
    error={PageFailed}
    accessDenied={ToUnauthorized}
    loginPage={false}
    authCallbackPage={false}
  >
    <CustomRoutes noLayout>
      <Route path="/login" element={<Navigate to="/account/login?reason=ended" replace />} />
      <Route path="/account/login/:connection?" element={<LoginPage />} />
      <Route path="/account/logout" element={<LogoutPage />} />
      <Route path="/unauthorized" element={<UnauthorizedPage />} />
    </CustomRoutes>
    <Resource
      name={organizationsName}
      recordRepresentation={organizations.recordRepresentation}
      hasCreate
      list={
        <Guarded access={accessOf('organizations', 'list')}>
          <OrganizationList />
        </Guarded>
      }
      edit={
        <Guarded access={accessOf('organizations', 'get')}>
          <OrganizationEdit />
        </Guarded>
      }
    />
    <CustomRoutes>
      <Route path="/" element={<Landing />} />
      <Route path="/admin" element={<Landing />} />
      {pages
        .filter(({ path }) => path !== `/${organizationsName}`)
        .map(({ path, access, hasRecords, page: Page }) => (
          <Route
            key={path}
            path={hasRecords ? `${path}/*` : path}
            element={
              <Guarded access={access}>
                <Page />
              </Guarded>
            }
          />
        ))}
    </CustomRoutes>
  </CoreAdminUI>
);

const App = ({ startup, firstList }: { startup: Startup; firstList: FirstList | undefined }) => (
  <AppProviders startup={startup} firstList={firstList} menu={menuFor(startup.profile?.roles, startup.config)}>
    {startup.problem?.where === 'start' ? <StartFailedPage /> : <Pages />}
    <Notifications />
    <RetryJobsAgain />
  </AppProviders>
);

/** Loads the page the address bar names; a page that cannot be loaded says so itself when it is drawn. */
const preloadPage = () =>
  pageAt(window.location.pathname)
    ?.preload()
    .catch(() => undefined);

/** A list that takes longer comes when it comes: its page shows that it is loading. */
const longestWaitForListMs = 250;

/** Draws the application once session and first page are there, so that nothing has to be shown twice. */
export const mount = async (root: HTMLElement, started: Promise<Startup>): Promise<void> => {
  const [startup] = await Promise.all([started, preloadPage()]);
  // The session may have led back to the page that was wanted before the sign-in.
  await preloadPage();
  const firstList = await startup.early.ready(longestWaitForListMs);
  const router = createBrowserRouter([{ path: '*', element: <App startup={startup} firstList={firstList} /> }]);
  createRoot(root).render(<RouterProvider router={router} />);
};
