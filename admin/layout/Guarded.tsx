import { useNotify } from 'react-admin';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Access } from '../../shared/contract/endpoint.ts';
import { closedBy, type OrganizationNeeds } from '../../shared/rules/effectiveAccess.ts';
import { landingFor } from '../../shared/rules/landing.ts';
import type { PlanFeature } from '../../shared/rules/plan.ts';
import { loadPageMessages } from '../i18n/i18nProvider.ts';
import { pageTarget } from '../providers/access.ts';
import { useApp, useProfile } from '../providers/appContext.ts';
import { PageLoading } from './PageStates.tsx';

const UpgradePrompt = lazy(async () => {
  await loadPageMessages();
  return { default: (await import('../components/UpgradePrompt.tsx')).UpgradePrompt };
});

/** Leaves for the sign-in and remembers this page (spec 2 section 2, login guard). */
const SignInFirst = () => {
  const { session } = useApp();
  const { pathname, search } = useLocation();
  useEffect(() => {
    session.signIn({ returnTo: pathname + search }).catch(() => window.location.assign('/account/login?reason=failed'));
  }, [session, pathname, search]);
  return <PageLoading />;
};

/** Leads to the start page of the role, which shows the state of the organization, and says why. */
const ToStartPage = ({ reason }: { reason: 'notActivated' | 'otherBrand' | 'notInPlan' }) => {
  const { roles } = useProfile();
  const notify = useNotify();
  useEffect(() => notify(`unauthorized.${reason}`, { type: 'warning' }), [notify, reason]);
  return <Navigate to={landingFor(roles)} replace />;
};

/** Offers an upgrade in the place of the page; closing it leads back. A page that the visit begins with has nothing to go back to. */
const NotInPlan = ({ feature }: { feature: PlanFeature }) => {
  const { key } = useLocation();
  const navigate = useNavigate();
  if (key === 'default') return <ToStartPage reason="notInPlan" />;
  return (
    <Suspense fallback={null}>
      <UpgradePrompt feature={feature} onClose={() => void navigate(-1)} />
    </Suspense>
  );
};

interface GuardedProps {
  access: Access;
  /** Those of the page at the address, unless they are passed. */
  needs?: OrganizationNeeds | undefined;
  children: ReactNode;
}

/**
 * Guards every page: nothing of the page is drawn, and no call of it sent, before sign-in, role and the state of the organization are known.
 * react-admin's own check sends the page's first call before it refuses access.
 */
export const Guarded = ({ access, needs, children }: GuardedProps) => {
  const { profile } = useApp();
  const { pathname } = useLocation();
  if (!profile) return <SignInFirst />;
  const target = pageTarget(pathname, access, needs);
  const reason = closedBy(target, profile);
  if (reason === 'noRole') return <Navigate to="/unauthorized" replace state={{ from: pathname }} />;
  if (reason === 'notInPlan' && target.planFeature) return <NotInPlan feature={target.planFeature} />;
  if (reason) return <ToStartPage reason={reason} />;
  return children;
};

/** `/` and `/admin` lead to the start page of the role (spec 2 section 2). */
export const Landing = () => {
  const { profile } = useApp();
  return profile ? <Navigate to={landingFor(profile.roles)} replace /> : <SignInFirst />;
};
