import { useNotify } from 'react-admin';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Access } from '../../shared/contract/endpoint.ts';
import { activatedPages } from '../../shared/contract/pageAccess.ts';
import { landingFor } from '../../shared/rules/landing.ts';
import { mayCall } from '../providers/access.ts';
import { useApp, useProfile } from '../providers/appContext.ts';
import { PageLoading } from './PageStates.tsx';

/** Leaves for the sign-in and remembers this page (spec 2 section 2, login guard). */
const SignInFirst = () => {
  const { session } = useApp();
  const { pathname, search } = useLocation();
  useEffect(() => {
    session.signIn({ returnTo: pathname + search }).catch(() => window.location.assign('/account/login?reason=failed'));
  }, [session, pathname, search]);
  return <PageLoading />;
};

/** Leads to the start page of the role, which shows the state of the organization. */
const NotActivated = () => {
  const { roles } = useProfile();
  const notify = useNotify();
  useEffect(() => notify('unauthorized.notActivated', { type: 'warning' }), [notify]);
  return <Navigate to={landingFor(roles)} replace />;
};

/**
 * Guards every page: nothing of the page is drawn, and no call of it sent, before sign-in and role are known.
 * react-admin's own check sends the page's first call before it refuses access.
 */
export const Guarded = ({ access, children }: { access: Access; children: ReactNode }) => {
  const { profile } = useApp();
  const { pathname } = useLocation();
  if (!profile) return <SignInFirst />;
  if (!mayCall(access, profile.roles)) return <Navigate to="/unauthorized" replace state={{ from: pathname }} />;
  if (!profile.orgIsActivated && activatedPages.includes(pathname)) return <NotActivated />;
  return children;
};

/** `/` and `/admin` lead to the start page of the role (spec 2 section 2). */
export const Landing = () => {
  const { profile } = useApp();
  return profile ? <Navigate to={landingFor(profile.roles)} replace /> : <SignInFirst />;
};
