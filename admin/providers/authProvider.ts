import type { AuthProvider } from 'react-admin';
import type { ProfileData } from '../../shared/contract/profile.ts';
import { mayDo } from './access.ts';
import { endedAddress, type Session } from './session.ts';

const never = new Promise<never>(() => undefined);

/** The address on screen, which the user returns to after a sign-in. */
export type Here = () => string;
const addressBar: Here = () => window.location.pathname + window.location.search;
const leaveByAddress = (address: string) => window.location.assign(address);

/** A page that is still open after so many ms has unsaved changes, and the user chose to stay. */
export const staysMs = 3000;

const read = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/** Refusals that leave the page: by role, by the network address of the user, and for want of the activation of the organization. The page handles any other 403 itself. */
const refusals: ReadonlyMap<unknown, { readonly notice: string; readonly page: string }> = new Map([
  ['E-FORBIDDEN', { notice: 'unauthorized.notice', page: '/unauthorized' }],
  ['E-ADDRESS-NOT-ALLOWED', { notice: 'unauthorized.address.notice', page: '/unauthorized?reason=address' }],
  ['E-ORG-NOT-ACTIVATED', { notice: 'unauthorized.notActivated', page: '/' }],
]);

/** Where a session that is over is closed; every call that meets its end leaves by the same door, once. */
const createExit = (session: Session, here: Here, leaveFor: (address: string) => void) => {
  let leaving: Promise<void> | undefined;
  const address = async () => {
    try {
      return await session.signOutAddress(here());
    } catch {
      return endedAddress;
    }
  };
  const leave = async () => {
    leaveFor(await address());
    await new Promise((resolve) => setTimeout(resolve, staysMs));
    leaving = undefined;
  };
  return { address, leave: () => (leaving ??= leave()) };
};

/**
 * react-admin's view of the session. A method that leaves for the identity provider returns a promise that never settles:
 * otherwise react-admin would draw its own login page until the browser has left.
 */
export const createAuthProvider = (
  session: Session,
  profile: ProfileData | undefined,
  here: Here = addressBar,
  leaveFor = leaveByAddress,
): AuthProvider => {
  const exit = createExit(session, here, leaveFor);
  return {
    async login({ connection }: { connection?: string } = {}) {
      return session.signIn({ connection });
    },
    async checkAuth() {
      if (session.signedIn) return;
      await session.signIn({ returnTo: here() });
      await never;
    },
    async checkError(error: unknown): Promise<void> {
      const status = read(error, 'status');
      // After a rejection with a logout react-admin resolves the call with an empty record: a save would look saved, a lookup would
      // break the form. So the call waits while the page leaves, and rejects for a user who stays with unsaved changes.
      if (status === 401 && read(read(error, 'body'), 'code') === 'E-SESSION-IDLE') {
        session.endIdle();
        return never;
      }
      if (status === 401) return exit.leave();
      const refusal = status === 403 ? refusals.get(read(read(error, 'body'), 'code')) : undefined;
      if (refusal) throw Object.assign(new Error(refusal.notice), { logoutUser: false, redirectTo: refusal.page });
    },
    /** An absolute address: react-admin clears what it keeps and leaves for it. */
    logout: exit.address,
    async getIdentity() {
      if (!profile) throw new Error('No user is signed in.');
      return { id: profile.userId, fullName: profile.fullName };
    },
    async getPermissions() {
      return profile?.roles ?? [];
    },
    async canAccess({ resource, action }: { resource: string; action: string }) {
      return mayDo(resource, action, profile?.roles);
    },
  };
};
