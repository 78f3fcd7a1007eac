import type { Client } from '../../shared/client/createClient.ts';
import type { ProfileData } from '../../shared/contract/profile.ts';
import { accessOf, mayCall } from './access.ts';
import { createApiClient } from './client.ts';
import { type AppConfig, fallbackConfig, loadConfig } from './config.ts';
import { createEarlyList, type EarlyList } from './earlyList.ts';
import { connectionName } from './returnAddress.ts';
import { type Browser, createSession, type Session } from './session.ts';

/** Everything known before the first page is drawn. */
export interface Startup {
  readonly config: AppConfig;
  readonly session: Session;
  readonly client: Client;
  readonly early: EarlyList;
  /** Who is signed in; undefined on the pages that need nobody. */
  readonly profile: ProfileData | undefined;
  /** What went wrong on the way, and whether signing in again would help. */
  readonly problem: { readonly text: string; readonly where: 'start' | 'signIn' } | undefined;
}

export interface Page {
  readonly pathname: string;
  readonly search: string;
  readonly href: string;
  /** Shows another address without loading it. */
  replace(address: string): void;
}

const textOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));
const statusOf = (thrown: unknown) =>
  typeof thrown === 'object' && thrown !== null && 'status' in thrown ? thrown.status : undefined;

/** Pages that are shown without a session. */
const isOpen = (pathname: string) => pathname === '/unauthorized' || pathname.startsWith('/account/log');

/**
 * Configuration, session, profile and the first list, each started as early as what it needs is there. Leaves for the identity
 * provider, and then never settles, where somebody has to sign in first (spec 2 section 2, login guard).
 */
export const start = async (browser: Browser, page: Page): Promise<Startup> => {
  let config = fallbackConfig;
  let problem: Startup['problem'];
  try {
    config = await loadConfig(browser.fetch);
  } catch (thrown) {
    problem = { text: textOf(thrown), where: 'start' };
  }
  const session = createSession(config, browser);
  const client = createApiClient(config, session);
  const early = createEarlyList(client);
  let profile: ProfileData | undefined;
  const settled = (): Startup => ({ config, session, client, early, profile, problem });
  const refuse = (thrown: unknown, where: 'start' | 'signIn') => {
    problem = { text: textOf(thrown), where };
    return settled();
  };
  if (problem) return settled();

  const [, , action, connection] = page.pathname.split('/');
  if (page.pathname === '/account/login' || page.pathname.startsWith('/account/login/')) {
    const asked = new URLSearchParams(page.search).get('ssoConnection');
    if (new URLSearchParams(page.search).has('reason')) return settled();
    try {
      return await session.signIn({ connection: connectionName(connection ?? asked) });
    } catch (thrown) {
      return refuse(thrown, 'signIn');
    }
  }

  try {
    if (page.pathname === '/callback') {
      page.replace(await session.completeSignIn(page.href));
    } else if (!(await session.restore())) {
      if (page.pathname === '/account/logout') browser.leaveFor(await session.signOutAddress());
      if (isOpen(page.pathname)) return settled();
      const asked = connectionName(new URLSearchParams(page.search).get('ssoConnection'));
      return await session.signIn({ wanted: page.pathname + page.search, connection: asked });
    }
  } catch (thrown) {
    page.replace('/account/login?reason=failed');
    return refuse(thrown, 'signIn');
  }

  if (page.pathname.startsWith('/account/logout') && action === 'logout') {
    browser.leaveFor(await session.signOutAddress());
    return new Promise<never>(() => undefined);
  }
  const { claimedRoles } = session;
  if (claimedRoles.length === 0 || mayCall(accessOf('organizations', 'list'), claimedRoles)) {
    early.start(page, browser.local);
  }
  try {
    profile = await client.profile.get();
    return settled();
  } catch (thrown) {
    if (statusOf(thrown) === 401) {
      page.replace('/account/login?reason=ended');
      return refuse(thrown, 'signIn');
    }
    return refuse(thrown, 'start');
  }
};
