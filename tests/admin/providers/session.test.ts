import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeReturnAddress, takeReturnAddress } from '../../../admin/providers/returnAddress.ts';
import { createSession } from '../../../admin/providers/session.ts';
import { config, createFixture, createTabs, origin, type ProviderState } from './provider.ts';

const open = (change: Partial<ProviderState> = {}) => {
  const fixture = createFixture(change);
  vi.stubGlobal('fetch', fixture.browser.fetch);
  return { ...fixture, session: createSession(config, fixture.browser) };
};
afterEach(() => {
  vi.unstubAllGlobals();
});
const contents = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')).join('\n');

describe('session', () => {
  it('is taken up again after a reload without a question, and keeps its token out of every storage', async () => {
    const { session, browser, calls } = open();
    expect(await session.restore()).toBe(true);
    expect(session.current()?.accessToken).toBe('access-1');
    expect(session.claimedRoles).toEqual(['SysAdmin']);
    expect(calls).toEqual(['GET /oidc/auth', 'POST /oidc/token authorization_code']);
    expect(contents(browser.local) + contents(browser.perTab)).not.toContain('access-1');
  });
  it('is not taken up where nobody is signed in at the provider', async () => {
    const { session } = open({ signedIn: false });
    expect(await session.restore()).toBe(false);
    expect(session.signedIn).toBe(false);
  });
  it('asks the person nothing in a frame: another origin is visited, not framed', async () => {
    const { browser, calls } = createFixture();
    const session = createSession({ ...config, issuer: 'https://login.elsewhere.test' }, browser);
    expect(await session.restore()).toBe(false);
    expect(calls).toEqual([]);
  });
  it('renews by refresh token where it has one, and by the session at the provider where that is refused', async () => {
    const { session, calls, state } = open({ refreshToken: 'refresh-1' });
    await session.restore();
    calls.length = 0;
    expect((await session.renew())?.accessToken).toBe('access-2');
    expect(calls).toEqual(['POST /oidc/token refresh_token']);
    state.signedIn = false;
    expect(await session.renew()).toBeUndefined();
  });
  it('does not go on as somebody else who signed in meanwhile', async () => {
    const { session, state } = open();
    await session.restore();
    state.subject = 'robin';
    expect(await session.renew()).toBeUndefined();
    // A user who stays on the page with unsaved changes goes on as the same user only.
    await session.signOutAddress('/admin/plans/add');
    expect(await session.renew()).toBeUndefined();
    state.subject = 'pat';
    expect(await session.renew()).toBeDefined();
  });
  it('keeps the id token over a renewal, so that signing out needs no second click', async () => {
    const { session } = open({ refreshToken: 'refresh-1' });
    await session.restore();
    await session.renew();
    expect(new URL(await session.signOutAddress()).searchParams.get('id_token_hint')).toMatch(/signature$/);
  });
});

describe('signing in', () => {
  let fixture: ReturnType<typeof open>;
  beforeEach(() => {
    fixture = open();
  });
  const leave = async (options: Parameters<typeof fixture.session.signIn>[0]) => {
    void fixture.session.signIn(options);
    await vi.waitFor(() => expect(fixture.left).toHaveLength(1), 10_000);
    return new URL(fixture.left[0] ?? '');
  };

  it('leaves with code, PKCE and the audience of the API', async () => {
    const { searchParams, pathname } = await leave({});
    expect(pathname).toBe('/oidc/auth');
    expect(searchParams.get('response_type')).toBe('code');
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('resource')).toBe('urn:carepost:api');
    expect(searchParams.get('redirect_uri')).toBe(`${origin}/callback`);
  });
  it('names a single sign-on connection and keeps its name', async () => {
    const { searchParams } = await leave({ connection: 'mercy-idp' });
    expect(searchParams.get('connection')).toBe('mercy-idp');
    expect(fixture.browser.local.getItem('ssoConnection')).toBe('mercy-idp');
  });
  it('takes nothing for a connection that could be more than a name', async () => {
    const { searchParams } = await leave({ connection: 'x&prompt=none' });
    expect(searchParams.has('connection')).toBe(false);
  });
  it('returns to the requested page once', async () => {
    const request = await leave({ returnTo: '/admin/organizations?page=3' });
    const back = `${origin}/callback?code=code-1&state=${request.searchParams.get('state')}`;
    expect(await fixture.session.completeSignIn(back)).toBe('/admin/organizations?page=3');
    expect(fixture.browser.local.getItem('redirectUrl')).toBeNull();
  });
  it.each([
    ['leads the user back to it', 'pat', '/account/people/add'],
    ['is no page of another user, who lands on the own start page', 'robin', '/'],
  ])('after a session that ended on a page %s', async (_name, subject, landing) => {
    const { session, state, browser } = fixture;
    await session.restore();
    session.endIdle();
    session.rememberPage('/account/people/add');
    state.subject = subject;
    // The page of the sign-in is loaded anew.
    const next = createSession(config, browser);
    void next.signIn();
    await vi.waitFor(() => expect(fixture.left).toHaveLength(1), 10_000);
    const requested = new URL(fixture.left[0] ?? '').searchParams.get('state');
    expect(await next.completeSignIn(`${origin}/callback?code=code-1&state=${requested}`)).toBe(landing);
    expect(browser.local.length).toBe(0);
  });
  it('refuses an answer it did not ask for', async () => {
    await expect(fixture.session.completeSignIn(`${origin}/callback?code=x&state=forged`)).rejects.toThrow(
      'No matching state',
    );
  });
});

describe('signing out', () => {
  it('clears user, return address and connection, and names the address to return to', async () => {
    const { session, browser } = open();
    await session.restore();
    const keys = ['redirectUrl', 'ProfileData', 'releaseTab', 'draftsPage', 'ssoConnection'];
    for (const key of keys) for (const storage of [browser.local, browser.perTab]) storage.setItem(key, 'x');
    const address = new URL(await session.signOutAddress());
    expect(address.pathname).toBe('/oidc/session/end');
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/account/login`);
    expect(session.signedIn).toBe(false);
    expect(browser.local.length).toBe(0);
    for (const key of keys) expect(browser.perTab.getItem(key)).toBeNull();
  });

  const openTabs = async () => {
    const { browser } = createFixture();
    vi.stubGlobal('fetch', browser.fetch);
    const newTab = createTabs();
    const messages: unknown[] = [];
    newTab().addEventListener('message', ({ data }) => messages.push(data));
    const [first, second] = [newTab(), newTab()].map((tabs) => createSession(config, { ...browser, tabs }));
    if (!first || !second) throw new Error('There are two tabs.');
    await Promise.all([first.restore(), second.restore()]);
    return { first, second, messages };
  };

  it('reaches the other tabs with a message that has nothing of the user or the session', async () => {
    const { first, second, messages } = await openTabs();
    await first.signOutAddress();
    expect(await second.pageIsOver).toBe('/account/login?reason=signed-out');
    expect(second.current()).toBeUndefined();
    expect(second.signedIn).toBe(false);
    expect(messages).toEqual(['signedOut']);
  });
  it('by an idle session takes down every tab, each with a page that says why, and needs no second message', async () => {
    const { first, second, messages } = await openTabs();
    first.endIdle();
    for (const tab of [first, second]) {
      expect(await tab.pageIsOver).toBe('/account/login?reason=idle');
      expect([tab.current(), tab.signedIn]).toEqual([undefined, false]);
    }
    second.endIdle();
    expect(messages).toEqual(['idle']);
  });
  it('is not what a change of organization means: other tabs begin anew, signed in', async () => {
    const { first, second } = await openTabs();
    first.tellOrganizationChanged();
    expect(await second.pageIsOver).toBe('/');
    expect(second.signedIn).toBe(true);
  });
  it('leads back to the page that the tab with the last action has remembered, whichever tab notices the end later', async () => {
    const { browser, session } = open();
    await session.restore();
    storeReturnAddress('/admin/specialties/add', browser.local);
    await session.signOutAddress('/admin/dashboard/messaging');
    expect(takeReturnAddress(browser.local, '/', 'pat')).toBe('/admin/specialties/add');
    await session.signOutAddress('/admin/dashboard/messaging');
    expect(takeReturnAddress(browser.local, '/', 'pat')).toBe('/admin/dashboard/messaging');
  });
  it('does not take other tabs down where a session is over, which they notice themselves', async () => {
    const { first, second, messages } = await openTabs();
    await first.signOutAddress('/admin/guid');
    expect(messages).toEqual([]);
    expect(second.signedIn).toBe(true);
  });
});
