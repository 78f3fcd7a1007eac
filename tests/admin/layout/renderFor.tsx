import type { ReactNode } from 'react';
import type { Store } from 'react-admin';
import { accessAt, menuFor } from '../../../admin/pages.ts';
import { AppContext, type AppContextValue } from '../../../admin/providers/appContext.ts';
import { createIdleClock, type IdleClock } from '../../../admin/providers/idleClock.ts';
import type { Session } from '../../../admin/providers/session.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import type { ProfileData } from '../../../shared/contract/profile.ts';
import type { Responses } from '../../support/contractApi.ts';
import { renderAt } from '../components/renderAt.tsx';

const never = new Promise<never>(() => undefined);

export const openSession = (change: Partial<Session> = {}): Session => ({
  signedIn: true,
  claimedRoles: [],
  current: () => undefined,
  renew: () => Promise.resolve(undefined),
  restore: () => Promise.resolve(true),
  signIn: () => never,
  completeSignIn: () => Promise.resolve('/'),
  pageIsOver: never,
  rememberPage: () => undefined,
  endIdle: () => undefined,
  leaveFor: () => undefined,
  tellOrganizationChanged: () => undefined,
  signOutAddress: () => Promise.resolve('/'),
  ...change,
});

const silentTabs = { postMessage: () => undefined, addEventListener: () => undefined };

/** The clock of an installation whose sessions do not end by themselves. */
export const noIdleClock = () => createIdleClock(null, silentTabs);

interface Visit {
  routes: Readonly<Record<string, ReactNode>>;
  at: string;
  /** Undefined where no user is signed in. */
  profile: ProfileData | undefined;
  session?: Session;
  idle?: IdleClock;
  problem?: AppContextValue['problem'];
  tasks?: AppContextValue['tasks'];
  responses?: Responses;
  store?: Store;
}

/** Pages as a user sees them. */
export const renderFor = ({ routes, at, responses = {}, tasks = createTaskStore(), store, ...user }: Visit) => {
  const { profile, session = openSession(), idle = noIdleClock(), problem } = user;
  const value: AppContextValue = {
    session,
    idle,
    profile,
    refreshProfile: () => (profile ? Promise.resolve(profile) : never),
    problem,
    tasks,
    menu: menuFor(profile?.roles),
    accessAt,
  };
  const pages: Record<string, ReactNode> = {};
  for (const [path, page] of Object.entries(routes)) pages[path] = <AppContext value={value}>{page}</AppContext>;
  return renderAt({ routes: pages, at, responses, tasks, ...(store && { store }) });
};
