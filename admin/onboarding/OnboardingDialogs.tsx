import { useNotify } from 'react-admin';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  hidesActivationDelay,
  type OnboardingStep,
  onboardingDelayMs,
  type organizationNotice,
} from '../../shared/rules/onboarding.ts';
import { activationNoticeOpenedKey, storageKeys } from '../../shared/rules/session.ts';
import { useApp, useProfile } from '../providers/appContext.ts';
import { LicenseDialog, ResellerLicenseDialog } from './LicenseDialogs.tsx';
import { IdentityFormDialog } from './IdentityFormDialog.tsx';
import { DecisionDialog, LegacyIntroDialog, LegacyTermsDialog, LegacyWelcomeDialog } from './LegacyStepDialogs.tsx';
import { DecisionFailedDialog, ManualVerificationDialog } from './ManualVerificationDialog.tsx';
import { ActivationDelayDialog, CanceledDialog, GracePeriodDialog, subscriptionPath } from './NoticeDialogs.tsx';
import { QuizDialog } from './QuizDialog.tsx';
import { ReactivationDialog } from './ReactivationDialog.tsx';
import { ConfirmInformationDialog, returnedParameter, StartVerificationDialog } from './VerificationDialogs.tsx';

type Notice = OnboardingStep | NonNullable<ReturnType<typeof organizationNotice>>;

/** Whether the notice of the activation stays hidden; read when it would open. */
const isActivationHidden = () =>
  hidesActivationDelay(
    localStorage.getItem(storageKeys.hideActivationDelay) === 'true',
    sessionStorage.getItem(activationNoticeOpenedKey) === 'true',
  );

/** True so long after `key` became what it is; at once where `isDirect`. */
const useDelayed = (key: string, isDirect: boolean): boolean => {
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setPassed(key), isDirect ? 0 : onboardingDelayMs);
    return () => clearTimeout(timer);
  }, [key, isDirect]);
  return passed === key;
};

/** Data that another administrator's verification replaced, or that waited for a day, lead back to the start: it says why. */
const useStartAgain = (notice: Notice): void => {
  const notify = useNotify();
  const former = useRef<Notice>(undefined);
  useEffect(() => {
    if (former.current === 'confirmInformation' && notice === 'startVerification')
      notify('onboarding.confirm.gone', { type: 'warning' });
    former.current = notice;
  }, [notice, notify]);
};

/** One dialog at a time: a change of the page or of the step closes it, and the next one opens after a second (spec 2 section 4). */
export const OnboardingDialogs = ({ notice }: { notice: Notice }) => {
  const { accessAt } = useApp();
  const { isAdmin } = useProfile();
  const { pathname, search } = useLocation();
  const key = `${notice} ${pathname}`;
  useStartAgain(notice);
  const isOpen = useDelayed(key, new URLSearchParams(search).has(returnedParameter));
  const [seen, setSeen] = useState<Notice>();
  // Pages without a sign-in, and the one on which an administrator ends the cancellation.
  const isFree = accessAt(pathname) === undefined || (isAdmin && pathname === subscriptionPath && standing.has(notice));
  if (isFree) return null;
  // It has delays of its own.
  if (notice === 'reactivation') return <ReactivationDialog key={key} />;
  if (!isOpen) return null;
  if (notice === 'activationDelay') return <ActivationNotice pathname={pathname} />;
  // A user who goes on has seen it, whatever page comes next.
  if (notice === 'gracePeriod') return seen === notice ? null : <GracePeriodDialog onClose={() => setSeen(notice)} />;
  if (notice === 'decisionPassed' || notice === 'decisionReview') {
    const kind = notice === 'decisionPassed' ? 'passed' : 'review';
    return seen === notice ? null : <DecisionDialog kind={kind} onClose={() => setSeen(notice)} />;
  }
  const Dialog = dialogs[notice];
  return <Dialog />;
};

/** Notices of an organization that is canceled. */
const standing: ReadonlySet<Notice> = new Set<Notice>(['reactivation', 'cancelled', 'gracePeriod']);

type Closable = 'activationDelay' | 'gracePeriod' | 'decisionPassed' | 'decisionReview' | 'reactivation';

/** Those that have to be answered. */
const dialogs: Readonly<Record<Exclude<Notice, Closable>, ComponentType>> = {
  license: LicenseDialog,
  resellerLicense: ResellerLicenseDialog,
  startVerification: StartVerificationDialog,
  confirmInformation: ConfirmInformationDialog,
  manualVerification: ManualVerificationDialog,
  legacyWelcome: LegacyWelcomeDialog,
  legacyIntro: LegacyIntroDialog,
  legacyTerms: LegacyTermsDialog,
  legacyIdentity: IdentityFormDialog,
  legacyQuiz: QuizDialog,
  decisionFailed: DecisionFailedDialog,
  cancelled: CanceledDialog,
};

/** Whether it is hidden is decided when it opens: opening it sets one of the two conditions. */
const ActivationNotice = ({ pathname }: { pathname: string }) => {
  const [isHidden] = useState(isActivationHidden);
  const [closedAt, setClosedAt] = useState<string>();
  if (isHidden || closedAt === pathname) return null;
  return <ActivationDelayDialog onClose={() => setClosedAt(pathname)} />;
};
