import type { ReactNode } from 'react';
import { accessAt, menuFor } from '../../../admin/pages.ts';
import { AppContext, type AppContextValue } from '../../../admin/providers/appContext.ts';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
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
  signOutAddress: () => Promise.resolve('/'),
  ...change,
});

interface Visit {
  routes: Readonly<Record<string, ReactNode>>;
  at: string;
  /** Nobody, where undefined. */
  profile: ProfileData | undefined;
  session?: Session;
  problem?: AppContextValue['problem'];
  tasks?: AppContextValue['tasks'];
  responses?: Responses;
  dataProvider?: Partial<AppDataProvider>;
}

/** Pages as a person sees them. */
export const renderFor = (visit: Visit) => {
  const tasks = visit.tasks ?? createTaskStore();
  const value: AppContextValue = {
    session: visit.session ?? openSession(),
    profile: visit.profile,
    problem: visit.problem,
    tasks,
    menu: menuFor(visit.profile?.roles),
    accessAt,
  };
  const routes: Record<string, ReactNode> = {};
  for (const [path, page] of Object.entries(visit.routes)) routes[path] = <AppContext value={value}>{page}</AppContext>;
  return renderAt({
    routes,
    at: visit.at,
    responses: visit.responses ?? {},
    tasks,
    ...(visit.dataProvider && { dataProvider: visit.dataProvider }),
  });
};
