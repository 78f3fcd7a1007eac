import { afterEach, describe, expect, it, vi } from 'vitest';
import { start } from '../../../admin/providers/start.ts';
import { createSession } from '../../../admin/providers/session.ts';
import { errorCatalogue } from '../../../shared/contract/errors.ts';
import { config, createFixture, origin, type ProviderState } from './provider.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const at = (address: string, change: Partial<ProviderState> = {}) => {
  const fixture = createFixture(change);
  vi.stubGlobal('fetch', fixture.browser.fetch);
  const { pathname, search, href } = new URL(address, origin);
  const visible: string[] = [];
  const started = start(fixture.browser, { pathname, search, href, replace: (to) => void visible.push(to) });
  return { ...fixture, started, shown: visible };
};
const list = 'GET /api/organizations';
const profile = 'GET /api/users/profiledata';
const preferences = 'GET /api/users/current/preferences/store';

describe('start of the application', () => {
  it('asks for profile and first list side by side, and hands the list to the page', async () => {
    const { started, calls } = at('/admin/organizations?page=2');
    const { profile: who, early } = await started;
    expect(who?.fullName).toBe('Pat Rivers');
    expect(calls.filter((call) => call.startsWith('GET /api')).toSorted()).toEqual([list, preferences, profile]);
    const requested = { cancelling: 'false', sortDir: 'asc' as const, pageNumber: 2, pageSize: 10 };
    expect(await early.take(requested)).toEqual({ items: [], totalCount: 0 });
    expect(early.take(requested)).toBeUndefined();
  });
  it('loads unsaved forms of the user in the current organization, and only where there are some', async () => {
    const place = { page: '/admin/plans/add', form: 'plans' };
    const draft = { ...place, value: { fields: { name: 'Half' } }, savedAt: '2026-11-26T10:00:00.000Z' };
    const withDraft = at('/admin/guid', { drafts: [draft] });
    expect((await withDraft.started).drafts.take(place)).toEqual(draft.value);
    const organizationId = '0191c2a0-0000-7000-8000-000000000002';
    const inOrganization = at('/admin/guid', { drafts: [draft], organizationId });
    expect((await inOrganization.started).drafts.take(place)).toEqual(draft.value);
    const without = at('/admin/guid');
    expect((await without.started).drafts.take(place)).toBeUndefined();
    expect(without.calls).not.toContain('GET /api/account/drafts');
  });
  it('gives a list that came in time to the first drawing, under the key of react-admin', async () => {
    const { early } = await at('/admin/organizations?page=2').started;
    expect(await early.ready(1000)).toEqual({
      key: [
        'organizations',
        'getList',
        { pagination: { page: 2, perPage: 10 }, sort: { field: 'name', order: 'ASC' }, filter: {}, meta: undefined },
      ],
      data: { data: [], total: 0 },
    });
    expect(await early.ready(1000)).toBeUndefined();
  });
  it('asks for no list where the role may not see it', async () => {
    const { started, calls } = at('/admin/organizations', { roles: ['User'] });
    await started;
    expect(calls).toContain(profile);
    expect(calls).not.toContain(list);
  });
  it.each([
    ['/', 'SysAdmin', '/admin/dashboard/messaging'],
    ['/admin', 'SysAdminReporting', '/admin/dashboard/messaging'],
    ['/', 'Administrator', '/account/dashboard'],
    ['/', 'User', '/intake'],
  ] as const)('shows %s to %s as %s', async (address, role, landing) => {
    const { started, shown: visible } = at(address, { roles: [role] });
    await started;
    expect(visible).toEqual([landing]);
  });
  it('sends whoever is not signed in to the provider and remembers the page', async () => {
    const { left, browser, calls } = at('/admin/reports?x=1&ssoConnection=mercy', { signedIn: false });
    await vi.waitFor(() => expect(left).toHaveLength(1), 10_000);
    expect(browser.local.getItem('redirectUrl')).toBe('/admin/reports?x=1');
    expect(new URL(left[0] ?? '').searchParams.get('connection')).toBe('mercy');
    expect(calls.some((call) => call.includes('/api/'))).toBe(false);
  });
  it('takes the connection of /account/login/{connection}', async () => {
    const { left } = at('/account/login/mercy', { signedIn: false });
    await vi.waitFor(() => expect(left).toHaveLength(1), 10_000);
    expect(new URL(left[0] ?? '').searchParams.get('connection')).toBe('mercy');
  });
  it('stays on the login page where it has a reason to show', async () => {
    const { started, left } = at('/account/login?reason=ended');
    expect((await started).problem).toBeUndefined();
    expect(left).toEqual([]);
  });
  it('says once why the user is there, where the session was found over and ended at the provider', async () => {
    const { browser, left } = createFixture({ signedIn: false });
    vi.stubGlobal('fetch', browser.fetch);
    await createSession(config, browser).signOutAddress('/admin/guid');
    const replace = vi.fn();
    const page = { pathname: '/account/login', search: '', href: `${origin}/account/login`, replace };
    await start(browser, page);
    expect(replace).toHaveBeenCalledWith('/account/login?reason=ended');
    expect(left).toEqual([]);
    void start(browser, page);
    await vi.waitFor(() => expect(left).toHaveLength(1), 10_000);
  });
  it('reports the refusal of a call that no user made', async () => {
    const { started, state } = at('/admin/guid');
    const { drafts, refused } = await started;
    state.api = 401;
    drafts.open({ page: '/admin/guid', form: 'guid' }, () => ({ fields: { name: 'Half' } }));
    await drafts.saveAll();
    expect(await refused).toMatchObject({ status: 401, body: { code: 'E-TOKEN-REVOKED' } });
  });
  it('ends the session at /account/logout', async () => {
    const { left } = at('/account/logout');
    await vi.waitFor(() => expect(left).toHaveLength(1), 10_000);
    expect(new URL(left[0] ?? '').pathname).toBe('/oidc/session/end');
  });
  it.each(['/unauthorized', '/account/register', '/policies/termsofuse'])(
    'shows %s to nobody in particular as well',
    async (path) => {
      const { started, left } = at(path, { signedIn: false });
      expect((await started).profile).toBeUndefined();
      expect(left).toEqual([]);
    },
  );
  it('says that a session the API refuses has ended', async () => {
    const { started, shown: visible } = at('/admin/guid', { api: 401 });
    expect((await started).problem?.where).toBe('signIn');
    expect(visible).toEqual(['/account/login?reason=ended']);
  });
  it('says that the API failed, where signing in again would not help', async () => {
    const { started, shown: visible } = at('/admin/guid', { api: 500 });
    expect((await started).problem).toEqual({ text: 'No.', where: 'start' });
    expect(visible).toEqual([]);
  });
  it('says that the provider cannot be reached, and stores the requested page', async () => {
    const { started, browser, shown: visible } = at('/admin/guid?x=1', { reachable: false });
    expect((await started).problem).toEqual({ text: 'signIn.unreachable', where: 'signIn' });
    expect(visible).toEqual(['/account/login?reason=failed']);
    expect(browser.local.getItem('redirectUrl')).toBe('/admin/guid?x=1');
  });
  it('says in words that the provider is asked too often', async () => {
    const { problem } = await at('/admin/guid', { limited: true }).started;
    expect(problem).toEqual({ text: `Too many requests. ${errorCatalogue['E-RATE-LIMITED'].hint}`, where: 'signIn' });
  });
  it('says that there is no configuration', async () => {
    const { problem } = await at('/admin/guid', { configStatus: 503 }).started;
    expect(problem).toEqual({ text: 'The configuration could not be loaded. Status: 503', where: 'start' });
  });
});
