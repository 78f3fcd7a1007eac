import { AdminUI, BasenameContextProvider, CustomRoutes, Resource, type ResourceProps } from 'react-admin';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, Route, RouterProvider, Routes, useParams } from 'react-router-dom';
import { LoginPage } from './account/LoginPage.tsx';
import { LogoutPage } from './account/LogoutPage.tsx';
import { StartFailedPage } from './account/StartFailedPage.tsx';
import { UnauthorizedPage } from './account/UnauthorizedPage.tsx';
import { apps } from './apps/index.ts';
import { auditentries } from './audit/index.ts';
import { brands } from './brands/index.ts';
import { InterruptedRuns } from './bulk/InterruptedRuns.tsx';
import { certificates } from './certificates/index.ts';
import { connections } from './connections/index.ts';
import { contacts } from './contacts/index.ts';
import { documentsources } from './documentsources/index.ts';
import { emergencies } from './emergencies/index.ts';
import { eulas } from './eulas/index.ts';
import { identitylinks } from './identitylinks/index.ts';
import { idproofing } from './idproofing/index.ts';
import { integrations } from './integrations/index.ts';
import { integrationwhitelist } from './integrationwhitelist/index.ts';
import { messages } from './inspector/index.ts';
import { AppLayout } from './layout/AppLayout.tsx';
import { AppNotification } from './layout/AppNotification.tsx';
import { AppProviders } from './layout/AppProviders.tsx';
import { Landing } from './layout/Guarded.tsx';
import { IdleWarning } from './layout/IdleWarning.tsx';
import { NotFoundPage, PageFailed, PageLoading } from './layout/PageStates.tsx';
import { registrations } from './registrations/index.ts';
import { lockedusers } from './lockedusers/index.ts';
import { networks } from './networks/index.ts';
import { Onboarding } from './onboarding/Onboarding.tsx';
import { organizations } from './organizations/index.ts';
import { accessAt, customPages, menuFor, pageAt } from './pages.ts';
import { people } from './people/index.ts';
import { plans } from './plans/index.ts';
import type { FirstList } from './providers/earlyList.ts';
import { registerPath, termsPath } from './providers/openPages.ts';
import { watchGestures } from './providers/idleClock.ts';
import { idleAddress } from './providers/session.ts';
import type { Startup } from './providers/start.ts';
import { reservedwords } from './reservedwords/index.ts';
import { resellers } from './resellers/index.ts';
import { retryjobs } from './retry/index.ts';
import { retryJobsPath } from './retry/retryJobAddress.ts';
import { RetryJobsAgain } from './retry/RetryJobsAgain.tsx';
import { sourceproviders } from './sourceproviders/index.ts';
import { specialties } from './specialties/index.ts';
import { users } from './users/index.ts';
import { webhooks } from './webhooks/index.ts';

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
const { fax: FaxSources, ...sourcePages } = documentsources;
const { organizations: EmergencyOrganizations, ...emergencyPages } = emergencies;
const { dashboard: Dashboard, workflows: Workflows } = customPages;
const {
  account: MyAccount,
  directory: Directory,
  reports: Reports,
  guid: Guid,
  home: Home,
  mailbox: Mailbox,
  organizationHome: OrganizationHome,
  overview: Overview,
  register: Register,
  subscription: Subscription,
  terms: Terms,
} = customPages;

/** The specification has new records at `add`, react-admin at `create`, which would otherwise be taken for the id of a record. */
const createOf = (name: string) => <Navigate to={`/admin/${name}/add`} replace />;

const ids = {
  record: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  recordOrAdd: /^(?:add|[\da-f-]{36})$/i,
  message: /^\d{1,15}$/,
};

/** The page of a record at `:id`; an address with another text has no page, and nothing is requested from the server. */
const RecordAt = ({ page: Page, id: pattern = ids.record }: { page: ComponentType; id?: RegExp }) => {
  const { id = '' } = useParams();
  return pattern.test(id) ? <Page /> : <NotFoundPage />;
};

interface PagesWithAdd extends Omit<ResourceProps, 'edit'> {
  readonly edit: ComponentType;
  readonly add: ComponentType;
}

const { clashes: ReservedWordClashes, ...reservedWordPages } = reservedwords;

const resourceWithAdd = ({ add: Add, edit, children, ...pages }: PagesWithAdd) => (
  <Resource key={pages.name} {...pages} edit={<RecordAt page={edit} />} create={createOf(pages.name)}>
    <Route path="add/*" element={<Add />} />
    {children}
  </Resource>
);

/** Resources whose records are part of the pages of organizations and messages. */
const withoutPages: readonly ResourceProps[] = [
  { name: 'oids', recordRepresentation: 'value' },
  { name: 'directoryentries', recordRepresentation: 'displayName' },
  { name: 'faxaccounts', recordRepresentation: 'displayName' },
  { name: 'emergencyorganizations', recordRepresentation: 'name' },
  { name: 'attachments', recordRepresentation: 'Name' },
  { name: 'events' },
  { name: 'integrationorganizations', recordRepresentation: 'name' },
  { name: 'conversions' },
  { name: 'webhookdeliveries' },
  { name: 'webhookevents', recordRepresentation: 'name' },
  { name: 'webhookauthenticationtypes', recordRepresentation: 'name' },
];

/** The administration at /admin: every resource, and the pages that are none. AppLayout checks the role rule of each page. */
const Administration = () => (
  <AdminUI {...frame} dashboard={Landing}>
    <Resource
      {...organizationPages}
      edit={<RecordAt page={organizationPages.edit} id={ids.recordOrAdd} />}
      create={createOf(organizationPages.name)}
    >
      <Route path="import" element={<OrganizationImport />} />
      <Route path="runs/:run" element={<OrganizationRun />} />
    </Resource>
    {[
      networks,
      resellers,
      plans,
      brands,
      specialties,
      apps,
      eulas,
      identitylinks,
      connections,
      users,
      integrationwhitelist,
      webhooks,
    ].map(resourceWithAdd)}
    {resourceWithAdd({
      ...reservedWordPages,
      children: <Route path="clashes" element={<ReservedWordClashes />} />,
    })}
    <Resource {...idproofing} edit={<RecordAt page={idproofing.edit} />} />
    <Resource {...registrations} />
    <Resource {...lockedusers} />
    <Resource {...certificates} />
    <Resource {...contacts} />
    <Resource {...sourceproviders} />
    <Resource {...sourcePages}>
      <Route path="fax" element={<FaxSources />} />
      <Route path="*" element={<NotFoundPage />} />
    </Resource>
    <Resource {...emergencyPages}>
      <Route path="organizations" element={<EmergencyOrganizations />} />
      <Route path="*" element={<NotFoundPage />} />
    </Resource>
    <Resource {...integrations} edit={<RecordAt page={integrations.edit} />} />
    <Resource {...messagePages} edit={<RecordAt page={messagePages.edit} id={ids.message} />}>
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
      <Route path="home" element={<Overview />} />
      <Route path="dashboard/messaging" element={<Dashboard />} />
      <Route path="dashboard/messaging/workflows" element={<Workflows />} />
      <Route path="audit" element={<auditentries.list />} />
      <Route path="reports" element={<Reports />} />
      <Route path="guid" element={<Guid />} />
    </CustomRoutes>
  </AdminUI>
);

const {
  add: PersonAdd,
  edit: PersonEdit,
  importPage: PeopleImport,
  runPage: PeopleRun,
  path: _path,
  ...peoplePages
} = people;

/** People of the own organization: records outside /admin. */
const People = () => (
  <BasenameContextProvider basename="/account">
    <Resource
      {...peoplePages}
      edit={<RecordAt page={PersonEdit} />}
      create={<Navigate to={`${people.path}/add`} replace />}
    >
      <Route path="add/*" element={<PersonAdd />} />
      <Route path="import" element={<PeopleImport />} />
      <Route path="runs/:run" element={<PeopleRun />} />
    </Resource>
  </BasenameContextProvider>
);

/** The pages outside /admin: sign-in, start pages of organizations, demo tools. */
const OtherPages = () => (
  <AdminUI {...frame} dashboard={Landing}>
    <CustomRoutes noLayout>
      <Route path="/login" element={<Navigate to="/account/login?reason=ended" replace />} />
      <Route path="/account/login/:connection?" element={<LoginPage />} />
      <Route path="/account/logout" element={<LogoutPage />} />
      <Route path="/unauthorized" element={<UnauthorizedPage />} />
      <Route path={registerPath} element={<Register />} />
      <Route path={termsPath} element={<Terms />} />
    </CustomRoutes>
    <CustomRoutes>
      <Route path="/account/dashboard" element={<OrganizationHome />} />
      <Route path="/account/profile" element={<MyAccount />} />
      <Route path="/account/subscription" element={<Subscription />} />
      <Route path="/account/directory" element={<Directory />} />
      <Route path={`${people.path}/*`} element={<People />} />
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
    <Onboarding />
    <IdleWarning />
  </AppProviders>
);

/** Loads the page of the address bar; a page that cannot be loaded reports it itself when it is drawn. */
const preloadPage = () =>
  pageAt(window.location.pathname)
    ?.preload()
    .catch(() => undefined);

/**
 * Of several tabs the one with the user's last action is the page to return to. What that tab stores may not be seen here yet: the others store
 * nothing.
 */
const rememberPage = ({ idle, session }: Startup) => {
  if (!idle.wasElsewhere()) session.rememberPage(window.location.pathname + window.location.search);
};

/** Time for the last drafts to arrive before the session ends. */
const lastSaveMs = 3000;

/** Keeps what was typed before the session ends for want of an action, and takes the page down then (quality SS-1). */
const endWhenIdle = ({ session, idle, drafts }: Startup) => {
  watchGestures(idle);
  const save = () => void drafts.saveAll();
  for (const ms of [idle.warningMs, lastSaveMs]) idle.whenLeft(ms, save);
  // A computer that sleeps runs no timers.
  document.addEventListener('visibilitychange', () => (document.hidden ? save() : idle.check()));
  idle.whenLeft(0, () => session.endIdle());
};

/** A list that takes longer arrives after the page, which shows that it is loading. */
const maxWaitForListMs = 250;

/** Draws the application when session and first page are loaded, so that nothing is drawn twice. */
export const mount = async (root: HTMLElement, started: Promise<Startup>): Promise<void> => {
  const [startup] = await Promise.all([started, preloadPage()]);
  // The session may have led back to the page that was requested before the sign-in.
  await preloadPage();
  const firstList = await startup.early.ready(maxWaitForListMs);
  const router = createBrowserRouter([{ path: '*', element: <App startup={startup} firstList={firstList} /> }]);
  const reactRoot = createRoot(root);
  reactRoot.render(<RouterProvider router={router} />);
  endWhenIdle(startup);
  const address = await startup.session.pageIsOver;
  startup.idle.stop();
  if (address === idleAddress) rememberPage(startup);
  // The forms are read before they go; without a session there is no call, and what was typed is on the server already.
  const saved = startup.session.signedIn ? startup.drafts.saveAll() : undefined;
  startup.drafts.close();
  // Taken down before the browser leaves: what is on the page goes at once, and a form with unsaved changes does not hold it back.
  reactRoot.unmount();
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, lastSaveMs))]);
  window.location.replace(address);
};
