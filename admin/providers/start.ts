import type { Client } from '../../shared/client/createClient.ts';
import type { Draft } from '../../shared/contract/drafts.ts';
import type { ProfileData } from '../../shared/contract/profile.ts';
import { landingFor } from '../../shared/rules/landing.ts';
import { accessOf, mayCall } from './access.ts';
import { createApiClient } from './client.ts';
import { type AppConfig, fallbackConfig, loadConfig } from './config.ts';
import { createDraftStore, type DraftStore } from './drafts.ts';
import { createEarlyList, type EarlyList } from './earlyList.ts';
import { toHttpError } from './httpErrors.ts';
import { createIdleClock, type IdleClock } from './idleClock.ts';
import { connectionName } from './returnAddress.ts';
import { isOpenPage } from './openPages.ts';
import { type Browser, createSession, endedAddress, type Session, takeEnded } from './session.ts';
import { loadStoredItems, type StoredItems } from './storedItems.ts';

/** Everything known before the first page is drawn. */
export interface Startup {
  readonly config: AppConfig;
  readonly session: Session;
  readonly client: Client;
  readonly early: EarlyList;
  readonly idle: IdleClock;
  readonly drafts: DraftStore;
  /** Settles with the refusal of the first call that no user made and that found the session over: no page handles it. */
  readonly refused: Promise<unknown>;
  /** The signed-in user; undefined on the pages that need none. */
  readonly profile: ProfileData | undefined;
  /** The user's items of react-admin's store. */
  readonly stored: StoredItems;
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

const isLogin = (pathname: string) => pathname === '/account/login' || pathname.startsWith('/account/login/');
const isLanding = (pathname: string) => pathname === '/' || pathname === '/admin' || pathname === '/admin/';
const connectionOf = ({ pathname, search }: Pick<Page, 'pathname' | 'search'>) =>
  connectionName(
    (isLogin(pathname) ? pathname.split('/')[3] : undefined) ?? new URLSearchParams(search).get('ssoConnection'),
  );

/** The page to return to, without the parameter of the sign-in. */
const returnAddressOf = ({ pathname, search }: Page) => {
  const query = new URLSearchParams(search);
  query.delete('ssoConnection');
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`;
};

type Outcome = {
  readonly profile?: ProfileData;
  readonly drafts?: readonly Draft[];
  readonly stored?: StoredItems;
  readonly problem?: Startup['problem'];
};
const failed = (thrown: unknown, where: 'start' | 'signIn'): Outcome => ({ problem: { text: textOf(thrown), where } });

/** Restores the session or completes a sign-in; returns the address to open, or undefined where no user is signed in. */
const enter = async (session: Session, page: Page): Promise<string | undefined> => {
  if (page.pathname === '/callback') return session.completeSignIn(page.href);
  return (await session.restore()) ? page.pathname + page.search : undefined;
};

/** Settings that cannot be loaded are no reason to keep the user out. */
const storedItems = (client: Client): Promise<StoredItems> => loadStoredItems(client).catch(() => ({}));

/** Profile, settings and first list side by side, all as soon as there is a token. */
const loadUser = async (client: Client, early: EarlyList, session: Session, page: Page, address: string) => {
  const roles = session.claimedRoles;
  const [path = '', search = ''] = address.split('?', 2);
  const pathname = isLanding(path) && roles.length > 0 ? landingFor(roles) : path;
  const list = mayCall(accessOf('organizations', 'list'), roles) ? { pathname, search } : undefined;
  if (list) early.start(list, {});
  const loading = storedItems(client).then((items) => {
    // Another page size than the default makes another request.
    if (list) early.start(list, items);
    return items;
  });
  const [profile, stored] = await Promise.all([client.profile.get(), loading]);
  const opened = isLanding(path) ? landingFor(profile.roles) : address;
  if (opened !== page.pathname + page.search) page.replace(opened);
  // What was typed before comes back where that is possible; a failure is no reason to keep the user out.
  const drafts = profile.hasDrafts
    ? await client.drafts
        .list({ query: profile.organizationId === null ? {} : { organizationId: profile.organizationId } })
        .then(
          ({ items }) => items,
          () => [],
        )
    : [];
  return { profile, stored, drafts };
};

const never = new Promise<never>(() => undefined);

/**
 * Configuration, session, profile and the first list, each started as early as what it needs is there. Leaves for the identity
 * provider, and then never settles, where the user has to sign in first (spec 2 section 2, login guard).
 */
export const start = async (browser: Browser, page: Page): Promise<Startup> => {
  let config = fallbackConfig;
  let outcome: Outcome = {};
  try {
    config = await loadConfig(browser.fetch);
  } catch (thrown) {
    outcome = failed(thrown, 'start');
  }
  const session = createSession(config, browser);
  const idle = createIdleClock(config.idleSeconds, browser.tabs);
  const client = createApiClient(config, session, { idle });
  const early = createEarlyList(client);
  if (!outcome.problem) outcome = await begin({ session, client, early, browser, page });
  const { profile } = outcome;
  const refused = Promise.withResolvers<unknown>();
  const onFailure = (thrown: unknown) => {
    if (statusOf(thrown) === 401) refused.resolve(toHttpError(thrown));
  };
  if (profile)
    idle.start(profile.idleSecondsLeft, () =>
      client.account.session().catch((thrown: unknown) => {
        onFailure(thrown);
        throw thrown;
      }),
    );
  return {
    config,
    session,
    client,
    early,
    idle,
    drafts: createDraftStore(client, outcome.drafts, { organizationId: profile?.organizationId, onFailure }),
    refused: refused.promise,
    profile: outcome.profile,
    stored: outcome.stored ?? {},
    problem: outcome.problem,
  };
};

interface Parts {
  readonly session: Session;
  readonly client: Client;
  readonly early: EarlyList;
  readonly browser: Browser;
  readonly page: Page;
}

const begin = async ({ session, client, early, browser, page }: Parts): Promise<Outcome> => {
  const { pathname, search } = page;
  try {
    if (isLogin(pathname)) {
      // With a reason the page shows a message before the browser leaves for the provider.
      if (new URLSearchParams(search).has('reason')) return {};
      if (takeEnded(browser.perTab)) {
        page.replace(endedAddress);
        return {};
      }
      return await session.signIn({ connection: connectionOf(page) });
    }
    const address = await enter(session, page);
    if (pathname === '/account/logout') {
      browser.leaveFor(await session.signOutAddress());
      return await never;
    }
    if (address !== undefined) return await loadUser(client, early, session, page, address);
    if (isOpenPage(pathname)) return {};
    return await session.signIn({ returnTo: returnAddressOf(page), connection: connectionOf(page) });
  } catch (thrown) {
    const ended = statusOf(thrown) === 401;
    // The API answered, but with something else than a refusal of the session: another sign-in would not help.
    if (session.signedIn && !ended) return failed(thrown, 'start');
    session.rememberPage(returnAddressOf(page));
    if (!isLogin(pathname)) page.replace(ended ? endedAddress : '/account/login?reason=failed');
    return failed(thrown, 'signIn');
  }
};
