import type { AuthProvider } from 'ra-core';
import type { ProfileData } from '../../shared/contract/profile.ts';
import { mayDo } from './access.ts';
import type { Session } from './session.ts';

const never = new Promise<never>(() => undefined);

/** Where the person is, as the login guard remembers it. */
export type Here = () => string;
const addressBar: Here = () => window.location.pathname + window.location.search;

const read = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/**
 * react-admin's view of the session. Whoever has to leave for the identity provider gets a promise that never settles: an
 * answer would make react-admin draw a login page of its own for a moment.
 */
export const createAuthProvider = (
  session: Session,
  profile: ProfileData | undefined,
  here: Here = addressBar,
): AuthProvider => ({
  async login({ connection }: { connection?: string } = {}) {
    return session.signIn({ connection });
  },
  async checkAuth() {
    if (session.signedIn) return;
    await session.signIn({ wanted: here() });
    await never;
  },
  async checkError(error: unknown) {
    const status = read(error, 'status');
    if (status === 401) throw new Error('ra.notification.logged_out');
    // Only the refusal by role leaves the page; any other 403 is the business of the page that asked.
    if (status === 403 && read(read(error, 'body'), 'code') === 'E-FORBIDDEN') {
      throw Object.assign(new Error('unauthorized.notice'), { logoutUser: false, redirectTo: '/unauthorized' });
    }
  },
  /** An absolute address: react-admin clears what it keeps and leaves for it. */
  async logout() {
    try {
      return await session.signOutAddress(here());
    } catch {
      return '/account/login?reason=ended';
    }
  },
  async getIdentity() {
    if (!profile) throw new Error('Nobody is signed in.');
    return { id: profile.userId, fullName: profile.fullName };
  },
  async getPermissions() {
    return profile?.roles ?? [];
  },
  async canAccess({ resource, action }: { resource: string; action: string }) {
    return mayDo(resource, action, profile?.roles);
  },
});
