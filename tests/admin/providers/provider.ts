import type { Browser } from '../../../admin/providers/session.ts';
import { fallbackConfig } from '../../../admin/providers/config.ts';
import type { Draft } from '../../../shared/contract/drafts.ts';
import type { ProfileData } from '../../../shared/contract/profile.ts';
import { user } from './person.ts';

export const origin = 'https://app.test';
export const config = { ...fallbackConfig, issuer: `${origin}/oidc`, apiBaseUrl: origin };

class Kept implements Storage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  clear = () => this.#items.clear();
  getItem = (key: string) => this.#items.get(key) ?? null;
  key = (index: number) => [...this.#items.keys()][index] ?? null;
  removeItem = (key: string) => void this.#items.delete(key);
  setItem = (key: string, value: string) => void this.#items.set(key, value);
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const bodyText = (body: unknown) =>
  body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : '';

export interface ProviderState {
  /** Whether the person has a session at the identity provider. */
  signedIn: boolean;
  /** Who has it. */
  subject: string;
  roles: ProfileData['roles'];
  expiresIn: number;
  refreshToken: string | undefined;
  /** Status the API answers calls with; 200 answers them. */
  api: number;
  configStatus: number;
  organizationId: string | null;
  /** Unsaved forms of the user in that organization. */
  drafts: readonly Draft[];
  /** Whether too many people of this address sign in. */
  limited: boolean;
  /** Whether the provider can be reached at all. */
  reachable: boolean;
}

/** Channels of the tabs of one browser, as BroadcastChannel connects them: a message reaches every tab but its own. */
export const createTabs = () => {
  const listeners = new Set<{ readonly tab: object; readonly listener: (event: { readonly data: unknown }) => void }>();
  return (): Browser['tabs'] => {
    const tab = {
      addEventListener: (_type: 'message', listener: (event: { readonly data: unknown }) => void) =>
        void listeners.add({ tab, listener }),
      postMessage: (data: string) => {
        for (const { tab: other, listener } of listeners) if (other !== tab) listener({ data });
      },
    };
    return tab;
  };
};

/** A browser in front of an identity provider and an API that behave as the state says; records what was asked of them. */
export const createFixture = (change: Partial<ProviderState> = {}) => {
  const state: ProviderState = {
    signedIn: true,
    subject: 'pat',
    roles: ['SysAdmin'],
    expiresIn: 900,
    refreshToken: undefined,
    api: 200,
    configStatus: 200,
    organizationId: null,
    drafts: [],
    limited: false,
    reachable: true,
    ...change,
  };
  const calls: string[] = [];
  const left: string[] = [];
  let issued = 0;

  const tokens = (form: URLSearchParams) => {
    issued += 1;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: config.issuer,
      aud: config.clientId,
      sub: state.subject,
      role: state.roles,
      exp: now + 900,
      iat: now,
    };
    if (form.get('grant_type') === 'refresh_token' && !state.signedIn) return json({ error: 'invalid_grant' }, 400);
    return json({
      access_token: `access-${issued}`,
      id_token: `${base64({ alg: 'ES256' })}.${base64(claims)}.signature`,
      ...(state.refreshToken === undefined ? {} : { refresh_token: state.refreshToken }),
      token_type: 'Bearer',
      expires_in: state.expiresIn,
    });
  };

  const response = (address: URL, body: string): Response => {
    if (address.pathname === '/config.json') return json(config, state.configStatus);
    if (!state.reachable) throw new TypeError('Failed to fetch');
    if (address.pathname === '/oidc/auth') {
      const back = new URL(address.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', address.searchParams.get('state') ?? '');
      if (state.signedIn) back.searchParams.set('code', 'code-1');
      else back.searchParams.set('error', 'login_required');
      return Object.defineProperty(new Response(''), 'url', { value: back.href });
    }
    if (state.limited && address.pathname === '/oidc/token')
      return json({ code: 'E-RATE-LIMITED', message: 'Too many requests.' }, 429);
    if (address.pathname === '/oidc/token') return tokens(new URLSearchParams(body));
    if (state.api !== 200)
      return json({ code: state.api === 401 ? 'E-TOKEN-REVOKED' : 'E-INTERNAL', message: 'No.' }, state.api);
    if (address.pathname === '/api/users/profiledata')
      return json(
        user({ roles: state.roles, organizationId: state.organizationId, hasDrafts: state.drafts.length > 0 }),
      );
    if (address.pathname === '/api/account/drafts')
      return json({ items: address.searchParams.get('organizationId') === state.organizationId ? state.drafts : [] });
    return json({ items: [], totalCount: 0 });
  };

  const fetchIn: typeof fetch = async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const address = new URL(input instanceof Request ? input.url : input, origin);
    const body = request ? await request.clone().text() : bodyText(init?.body);
    const method = request?.method ?? init?.method ?? 'GET';
    const grant = new URLSearchParams(body).get('grant_type');
    calls.push(`${method} ${address.pathname}${grant === null ? '' : ` ${grant}`}`);
    return response(address, body);
  };

  const browser: Browser = {
    origin,
    local: new Kept(),
    perTab: new Kept(),
    fetch: fetchIn,
    tabs: createTabs()(),
    leaveFor: (address) => void left.push(address),
  };
  return { browser, state, calls, left };
};
