import { useNotify } from 'react-admin';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type ClosableNotice,
  hidesActivationDelay,
  type nextNotice,
  onboardingDelayMs,
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

type Notice = NonNullable<ReturnType<typeof nextNotice>>;

interface OnboardingDialogsProps {
  notice: Notice;
  /** A user who goes on has seen it, whatever page comes next. */
  onClose: (notice: ClosableNotice) => void;
}

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
export const OnboardingDialogs = ({ notice, onClose }: OnboardingDialogsProps) => {
  const { accessAt } = useApp();
  const { isAdmin } = useProfile();
  const { pathname, search } = useLocation();
  const key = `${notice} ${pathname}`;
  useStartAgain(notice);
  const isOpen = useDelayed(key, new URLSearchParams(search).has(returnedParameter));
  // Pages without a sign-in, and the one on which an administrator ends the cancellation.
  const isFree = accessAt(pathname) === undefined || (isAdmin && pathname === subscriptionPath && standing.has(notice));
  if (isFree) return null;
  // It has delays of its own.
  if (notice === 'reactivation') return <ReactivationDialog key={key} />;
  if (!isOpen) return null;
  if (notice === 'activationDelay') return <ActivationNotice pathname={pathname} />;
  if (notice === 'gracePeriod') return <GracePeriodDialog onClose={() => onClose(notice)} />;
  if (notice === 'decisionPassed' || notice === 'decisionReview') {
    const kind = notice === 'decisionPassed' ? 'passed' : 'review';
    return <DecisionDialog kind={kind} onClose={() => onClose(notice)} />;
  }
  const Dialog = dialogs[notice];
  return <Dialog />;
};

/** Notices of an organization that is canceled. */
const standing: ReadonlySet<Notice> = new Set<Notice>(['reactivation', 'cancelled', 'gracePeriod']);

/** Those that have to be answered. */
const dialogs: Readonly<Record<Exclude<Notice, ClosableNotice | 'activationDelay' | 'reactivation'>, ComponentType>> = {
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
