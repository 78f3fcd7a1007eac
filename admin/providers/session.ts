import { ErrorResponse, OidcClient, type SigninResponse, WebStorageStateStore } from 'oidc-client-ts';
import type { Token } from '../../shared/client/token.ts';
import type { AppConfig } from './config.ts';
import { connectionName, forgetPerson, rememberWantedPage, storageKeys, takeWantedPage } from './returnAddress.ts';

/** The browser as the session sees it; tests give another one. */
export interface Browser {
  readonly origin: string;
  readonly local: Storage;
  /** Survives the redirect to the provider and nothing more. */
  readonly perTab: Storage;
  readonly fetch: typeof fetch;
  leaveFor(address: string): void;
}

export interface Session {
  readonly signedIn: boolean;
  /** Roles as the identity provider states them; the server's profile has the last word. */
  readonly claimedRoles: readonly string[];
  current(): Token | undefined;
  renew(): Promise<Token | undefined>;
  /** Takes the session up again after a reload, without a question to the person; false where nobody is signed in. */
  restore(): Promise<boolean>;
  /** Leaves for the provider; settles only where that is not possible. */
  signIn(options?: { connection?: string | undefined; wanted?: string; anotherPerson?: boolean }): Promise<never>;
  /** Ends a sign-in at /callback; gives the page the person wanted. */
  completeSignIn(address: string): Promise<string>;
  /** Forgets the person here and gives the address that ends the session at the provider. */
  signOutAddress(wanted?: string): Promise<string>;
}

const resource = 'urn:carepost:api';
const scope = 'openid profile email offline_access api';
const never = new Promise<never>(() => undefined);

/** The embedded provider's addresses are known, which saves the discovery call; any other provider is asked. */
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

/** What fetch throws where no answer came says nothing to people; the text is in the messages. */
const reachable = (error: unknown) =>
  error instanceof TypeError ? new Error('signIn.unreachable', { cause: error }) : error;

/**
 * Sign-in by code and PKCE with any OpenID provider. Tokens live in this closure only: no storage ever holds one, and a reload
 * asks the provider again (prompt=none), who answers by redirect. Where the provider shares our origin that answer is read with
 * fetch, so no frame is needed; elsewhere the browser goes there and comes back.
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
    const answer = await browser.fetch(request.url, { credentials: 'include' });
    // Only where it ended matters; the page itself is empty.
    void answer.body?.cancel();
    if (!answer.url.startsWith(silentCallback)) return undefined;
    return oidc.processSigninResponse(answer.url);
  };

  const byRefreshToken = async (kept: SigninResponse): Promise<SigninResponse | undefined> =>
    oidc.useRefreshToken({
      state: {
        refresh_token: kept.refresh_token ?? '',
        session_state: kept.session_state,
        scope,
        profile: kept.profile,
        ...(kept.id_token === undefined ? {} : { id_token: kept.id_token }),
        data: undefined,
      },
      resource,
    });

  const attempt = async (way: () => Promise<SigninResponse | undefined>): Promise<boolean> => {
    try {
      const answer = await way();
      if (!answer) return false;
      // Somebody else signed in meanwhile: what one person typed must not be saved in another one's name.
      if (signedInAs && answer.profile.sub !== signedInAs.profile.sub) return false;
      // A refreshed answer leaves out what did not change.
      signedInAs = Object.assign(answer, {
        id_token: answer.id_token ?? signedInAs?.id_token,
        refresh_token: answer.refresh_token ?? signedInAs?.refresh_token,
      });
      return true;
    } catch (error) {
      // The provider's "no" is an answer; a provider that cannot be reached is not the end of a session.
      if (error instanceof ErrorResponse) return false;
      throw reachable(error);
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
    current,
    restore,
    async renew() {
      const kept = signedInAs;
      if (kept?.refresh_token && (await attempt(() => byRefreshToken(kept)))) return current();
      return (await restore()) ? current() : undefined;
    },
    async signIn({ connection, wanted, anotherPerson } = {}) {
      if (wanted !== undefined) rememberWantedPage(wanted, browser.local);
      const named = connectionName(connection);
      if (named === undefined) browser.local.removeItem(storageKeys.ssoConnection);
      else browser.local.setItem(storageKeys.ssoConnection, named);
      const request = await oidc.createSigninRequest({
        ...(anotherPerson ? { prompt: 'login' } : {}),
        ...(named === undefined ? {} : { extraQueryParams: { connection: named } }),
      });
      browser.leaveFor(request.url);
      return never;
    },
    async completeSignIn(address) {
      signedInAs = await oidc.processSigninResponse(address).catch((error: unknown) => {
        throw reachable(error);
      });
      return takeWantedPage(browser.local, '/');
    },
    async signOutAddress(wanted) {
      const hint = signedInAs?.id_token;
      signedInAs = undefined;
      forgetPerson(browser.local);
      if (wanted !== undefined) rememberWantedPage(wanted, browser.local);
      const request = await oidc.createSignoutRequest({
        client_id: config.clientId,
        ...(hint === undefined ? {} : { id_token_hint: hint }),
      });
      return request.url;
    },
  };
};
