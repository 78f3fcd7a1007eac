import { HttpError } from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import { createAuthProvider, staysMs } from '../../../admin/providers/authProvider.ts';
import type { Session } from '../../../admin/providers/session.ts';
import { user } from './person.ts';

const never = new Promise<never>(() => undefined);
const session = (change: Partial<Session> = {}): Session => ({
  signedIn: true,
  claimedRoles: [],
  current: () => undefined,
  renew: () => Promise.resolve(undefined),
  restore: () => Promise.resolve(true),
  signIn: vi.fn(() => never),
  pageIsOver: never,
  rememberPage: vi.fn(),
  endIdle: vi.fn(),
  leaveFor: vi.fn(),
  tellOrganizationChanged: vi.fn(),
  completeSignIn: () => Promise.resolve('/'),
  signOutAddress: vi.fn(() => Promise.resolve('https://app.test/oidc/session/end')),
  ...change,
});
const here = () => '/admin/guid';

describe('auth provider', () => {
  it('lets a signed-in person pass', async () => {
    await expect(createAuthProvider(session(), user(), here).checkAuth({})).resolves.toBeUndefined();
  });
  it('leaves for the sign-in with the page to return to, and never answers', async () => {
    const signIn = vi.fn(() => never);
    const out = session({ signedIn: false, signIn });
    const responded = vi.fn();
    createAuthProvider(out, undefined, here).checkAuth({}).then(responded, responded);
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledWith({ returnTo: '/admin/guid' }), 10_000);
    expect(responded).not.toHaveBeenCalled();
  });
  it('leaves once on 401, whatever fails, and lets the calls fail for whoever stays', async () => {
    vi.useFakeTimers();
    const leaveFor = vi.fn();
    const settled = vi.fn();
    const { checkError } = createAuthProvider(session(), user(), here, leaveFor);
    const revoked = new HttpError('Token revoked or expired.', 401);
    const all = Promise.all([checkError(revoked), checkError(revoked)]).then(settled);
    await vi.advanceTimersByTimeAsync(staysMs - 100);
    expect(leaveFor.mock.calls).toEqual([['https://app.test/oidc/session/end']]);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    await all;
    void checkError(revoked);
    await vi.advanceTimersByTimeAsync(0);
    expect(leaveFor).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });
  it('takes the page down where the session was idle, and never answers', async () => {
    const [endIdle, leaveFor, settled] = [vi.fn(), vi.fn(), vi.fn()];
    const { checkError } = createAuthProvider(session({ endIdle }), user(), here, leaveFor);
    void checkError(new HttpError('', 401, { code: 'E-SESSION-IDLE' })).then(settled, settled);
    await vi.waitFor(() => expect(endIdle).toHaveBeenCalledTimes(1), 10_000);
    expect(leaveFor).not.toHaveBeenCalled();
    expect(settled).not.toHaveBeenCalled();
  });
  it('shows /unauthorized on a refusal by role, without logging off', async () => {
    const refusal = createAuthProvider(session(), user(), here).checkError(
      new HttpError('', 403, { code: 'E-FORBIDDEN' }),
    );
    await expect(refusal).rejects.toMatchObject({ logoutUser: false, redirectTo: '/unauthorized' });
  });
  it('shows it with its own words on a refusal by network address', async () => {
    const refusal = createAuthProvider(session(), user(), here).checkError(
      new HttpError('', 403, { code: 'E-ADDRESS-NOT-ALLOWED' }),
    );
    await expect(refusal).rejects.toMatchObject({
      message: 'unauthorized.address.notice',
      logoutUser: false,
      redirectTo: '/unauthorized?reason=address',
    });
  });
  it.each([
    [403, 'E-ORG-NOT-MEMBER'],
    [400, 'E-REQUEST-INVALID'],
    [500, 'E-INTERNAL'],
    [0, 'E-NETWORK'],
  ])('leaves %i %s to the page that asked', async (status, code) => {
    const { checkError } = createAuthProvider(session(), user(), here);
    await expect(checkError(new HttpError('', status, { code }))).resolves.toBeUndefined();
  });
  it('signs out to the address of the provider and remembers the page', async () => {
    const signOutAddress = vi.fn(() => Promise.resolve('https://app.test/oidc/session/end'));
    const open = session({ signOutAddress });
    expect(await createAuthProvider(open, user(), here).logout({})).toBe('https://app.test/oidc/session/end');
    expect(signOutAddress).toHaveBeenCalledWith('/admin/guid');
  });
  it('still gets out where the provider cannot be asked', async () => {
    const broken = session({ signOutAddress: () => Promise.reject(new Error('offline')) });
    expect(await createAuthProvider(broken, user(), here).logout({})).toBe('/account/login?reason=ended');
  });
  it.each([
    ['SysAdmin', true],
    ['SysAdminReporting', false],
    ['Administrator', false],
    ['User', false],
  ] as const)('%s may list and edit organizations: %s', async (role, allowed) => {
    const { canAccess } = createAuthProvider(session(), user({ roles: [role] }), here);
    for (const action of ['list', 'edit', 'create', 'delete', 'show', 'export']) {
      expect(await canAccess?.({ resource: 'organizations', action })).toBe(allowed);
    }
  });
  it('refuses what no call of the contract stands for', async () => {
    const { canAccess } = createAuthProvider(session(), user(), here);
    expect(await canAccess?.({ resource: 'eulas', action: 'edit' })).toBe(false);
    expect(await canAccess?.({ resource: 'unknown', action: 'list' })).toBe(false);
  });
});
