import { ErrorResponse, OidcClient, type SigninResponse, WebStorageStateStore } from 'oidc-client-ts';
import { errorFromResponse } from '../../shared/client/apiError.ts';
import type { Token } from '../../shared/client/token.ts';
import type { AppConfig } from './config.ts';
import { storageKeys } from '../../shared/rules/session.ts';
import { clearSignIn, connectionName, storeReturnAddress, takeReturnAddress } from './returnAddress.ts';

/** The browser as the session sees it; tests give another one. */
export interface Browser {
  readonly origin: string;
  readonly local: Storage;
  /** Survives the redirect to the provider and nothing more. */
  readonly perTab: Storage;
  readonly fetch: typeof fetch;
  /** Reaches the other tabs of this browser. Its messages hold nothing of the user: signed out, idle, organization changed, and those of idleClock.ts. */
  readonly tabs: TabChannel;
  leaveFor(address: string): void;
}

export interface TabChannel {
  postMessage(message: string): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

interface SignInOptions {
  readonly connection?: string | undefined;
  readonly returnTo?: string;
  readonly anotherUser?: boolean;
  /** Of an account that was just registered: the sign-in page of this server fills it in, and forgets it. */
  readonly userName?: string;
}

export interface Session {
  readonly signedIn: boolean;
  /**
   * Settles with the address to open when the page has to go at once: the user signed out or changed the organization in another tab, or the
   * session ended for want of an action.
   */
  readonly pageIsOver: Promise<string>;
  /** Roles in the ID token; those of the server's profile decide. */
  readonly claimedRoles: readonly string[];
  current(): Token | undefined;
  renew(): Promise<Token | undefined>;
  /** Restores the session after a reload without a sign-in page; false where no user is signed in. */
  restore(): Promise<boolean>;
  /** Leaves for the provider; settles only where that is not possible. */
  signIn(options?: SignInOptions): Promise<never>;
  /** Completes a sign-in at /callback; returns the address requested before it. */
  completeSignIn(address: string): Promise<string>;
  /**
   * Clears the session of this tab and returns the address that ends it at the provider. Without a page to return to the user signs out, which
   * ends the session of every tab; a session that is over is noticed by each tab itself.
   */
  signOutAddress(returnTo?: string): Promise<string>;
  /** The page to return to after the sign-in: of the user of this page where there was one. */
  rememberPage(address: string): void;
  /** The session ended for want of an action, in every tab. */
  endIdle(): void;
  /** Takes the page down and opens another address, without a question about unsaved changes. */
  leaveFor(address: string): void;
  /** The user works in another organization now: what other tabs show is not of it. */
  tellOrganizationChanged(): void;
}

const resource = 'urn:carepost:api';
const scope = 'openid profile email offline_access api';
const never = new Promise<never>(() => undefined);
/** Messages to other tabs. */
const signedOut = 'signedOut';
const idle = 'idle';
const organizationChanged = 'organizationChanged';

/** Survives the way over the provider, whose address to return to names no reason. */
const endedKey = 'carepost.signIn.ended';

/** Whether this tab comes from a session that was found over; says it once. */
export const takeEnded = (perTab: Storage): boolean => {
  const isEnded = perTab.getItem(endedKey) !== null;
  perTab.removeItem(endedKey);
  return isEnded;
};

/** Where a page leads whose session is over for another reason than want of an action. */
export const endedAddress = '/account/login?reason=ended';

/** Where a page leads whose session ended for want of an action. */
export const idleAddress = '/account/login?reason=idle';

const addressAfter: ReadonlyMap<unknown, string> = new Map([
  [signedOut, '/account/login?reason=signed-out'],
  [idle, idleAddress],
  [organizationChanged, '/'],
]);

/** The embedded provider's addresses are known, which saves the discovery call; any other provider is discovered. */
const knownMetadata = (issuer: string, origin: string) =>
  issuer === `${origin}/oidc`
    ? {
        metadata: {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          end_session_endpoint: `${issuer}/session/end`,
          revocation_endpoint: `${issuer}/token/revocation`,
        },
      }
    : {};

const rolesOf = (profile: Record<string, unknown>): string[] => {
  const claim = profile['roles'] ?? profile['role'];
  return (Array.isArray(claim) ? claim : [claim]).filter((role): role is string => typeof role === 'string');
};

/** The error of fetch without a response has no text for users; this one is a key of i18n/. */
/** A provider that cannot be reached, or that refuses with a body of the API, such as a 429: oidc-client-ts appends it to its message as JSON. */
const failureOf = (error: unknown) => {
  if (error instanceof TypeError) return new Error('signIn.unreachable', { cause: error });
  const [, status = '', body] = (error instanceof Error && /^[^{]*\((\d{3})\): (\{.*\})$/s.exec(error.message)) || [];
  if (body === undefined) return error;
  const { messages, hint } = errorFromResponse({ status: Number(status), data: JSON.parse(body) });
  return new Error([...messages, hint].join(' '), { cause: error });
};

/**
 * Sign-in by code and PKCE with any OpenID provider. Tokens live in this closure only: no storage ever holds one, and a reload
 * asks the provider again (prompt=none), which responds with a redirect. Where the provider shares our origin fetch follows that
 * redirect, so no frame is needed; elsewhere the browser goes there and comes back.
 */
export const createSession = (config: AppConfig, browser: Browser): Session => {
  const callback = `${browser.origin}/callback`;
  const silentCallback = `${browser.origin}/silent.html`;
  const sameOrigin = new URL(config.issuer, browser.origin).origin === browser.origin;
  const oidc = new OidcClient({
    authority: config.issuer,
    ...knownMetadata(config.issuer, browser.origin),
    client_id: config.clientId,
    redirect_uri: callback,
    post_logout_redirect_uri: `${browser.origin}/account/login`,
    scope,
    resource,
    stateStore: new WebStorageStateStore({ store: browser.perTab, prefix: 'oidc.' }),
  });
  let signedInAs: SigninResponse | undefined;
  /** Of whom this page is, also after the session is over: a user with unsaved changes may stay. */
  let owner: string | undefined;
  const setSignedIn = (response: SigninResponse) => {
    signedInAs = response;
    owner = response.profile.sub;
  };
  const rememberPage = (address: string) => storeReturnAddress(address, browser.local, owner);
  const over = Promise.withResolvers<string>();
  browser.tabs.addEventListener('message', ({ data }) => {
    const address = addressAfter.get(data);
    if (address === undefined || signedInAs === undefined) return;
    if (data !== organizationChanged) signedInAs = undefined;
    over.resolve(address);
  });
  const tell = (message: string) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel has no target: only tabs of this origin listen.
    browser.tabs.postMessage(message);
  };

  const current = (): Token | undefined =>
    signedInAs?.access_token
      ? { accessToken: signedInAs.access_token, expiresAt: (signedInAs.expires_at ?? 0) * 1000 }
      : undefined;

  const bySilentRedirect = async (): Promise<SigninResponse | undefined> => {
    const request = await oidc.createSigninRequest({
      request_type: 'si:s',
      prompt: 'none',
      redirect_uri: silentCallback,
    });
    const response = await browser.fetch(request.url, { credentials: 'include' });
    // Only the final address matters; the page itself is empty.
    void response.body?.cancel();
    if (!response.url.startsWith(silentCallback)) return undefined;
    return oidc.processSigninResponse(response.url);
  };

  const byRefreshToken = async (previous: SigninResponse): Promise<SigninResponse | undefined> =>
    oidc.useRefreshToken({
      state: {
        refresh_token: previous.refresh_token ?? '',
        session_state: previous.session_state,
        scope,
        profile: previous.profile,
        ...(previous.id_token === undefined ? {} : { id_token: previous.id_token }),
        data: undefined,
      },
      resource,
    });

  const attempt = async (request: () => Promise<SigninResponse | undefined>): Promise<boolean> => {
    try {
      const response = await request();
      if (!response) return false;
      // Another user signed in meanwhile: what one user typed must not be saved in another one's name.
      if (owner !== undefined && response.profile.sub !== owner) return false;
      // The response to a refresh leaves out what did not change.
      setSignedIn(
        Object.assign(response, {
          id_token: response.id_token ?? signedInAs?.id_token,
          refresh_token: response.refresh_token ?? signedInAs?.refresh_token,
        }),
      );
      return true;
    } catch (error) {
      // A refusal by the provider ends the session; a provider that cannot be reached does not.
      if (error instanceof ErrorResponse) return false;
      throw failureOf(error);
    }
  };

  const restore = async (): Promise<boolean> => (sameOrigin ? attempt(bySilentRedirect) : false);

  return {
    get signedIn() {
      return signedInAs !== undefined;
    },
    get claimedRoles() {
      return signedInAs ? rolesOf(signedInAs.profile) : [];
    },
    pageIsOver: over.promise,
    current,
    restore,
    async renew() {
      const previous = signedInAs;
      if (previous?.refresh_token && (await attempt(() => byRefreshToken(previous)))) return current();
      return (await restore()) ? current() : undefined;
    },
    async signIn({ connection, returnTo, anotherUser, userName } = {}) {
      if (userName !== undefined) browser.perTab.setItem('carepost.signIn.registered', userName);
      if (returnTo !== undefined) rememberPage(returnTo);
      const named = connectionName(connection);
      if (named === undefined) browser.local.removeItem(storageKeys.ssoConnection);
      else browser.local.setItem(storageKeys.ssoConnection, named);
      const request = await oidc.createSigninRequest({
        ...(anotherUser ? { prompt: 'login' } : {}),
        ...(named === undefined ? {} : { extraQueryParams: { connection: named } }),
      });
      browser.leaveFor(request.url);
      return never;
    },
    async completeSignIn(address) {
      const response = await oidc.processSigninResponse(address).catch((error: unknown) => {
        throw failureOf(error);
      });
      setSignedIn(response);
      return takeReturnAddress(browser.local, '/', response.profile.sub);
    },
    async signOutAddress(returnTo) {
      const hint = signedInAs?.id_token;
      signedInAs = undefined;
      // Another tab may have found the session over before: the page that it remembered is the one with the last action.
      const remembered = browser.local.getItem(storageKeys.redirectUrl);
      for (const storage of [browser.local, browser.perTab]) clearSignIn(storage);
      if (returnTo === undefined) {
        browser.perTab.removeItem(endedKey);
        tell(signedOut);
      } else {
        rememberPage(remembered ?? returnTo);
        browser.perTab.setItem(endedKey, 'true');
      }
      const request = await oidc.createSignoutRequest({
        client_id: config.clientId,
        ...(hint === undefined ? {} : { id_token_hint: hint }),
      });
      return request.url;
    },
    rememberPage,
    endIdle() {
      if (signedInAs === undefined) return;
      signedInAs = undefined;
      tell(idle);
      over.resolve(idleAddress);
    },
    leaveFor: over.resolve,
    tellOrganizationChanged: () => tell(organizationChanged),
  };
};
