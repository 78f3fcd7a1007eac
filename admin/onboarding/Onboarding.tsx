import { lazy, Suspense, useEffect, useState } from 'react';
import { type ClosableNotice, nextNotice } from '../../shared/rules/onboarding.ts';
import { loadPageMessages } from '../i18n/i18nProvider.ts';
import { useApp } from '../providers/appContext.ts';

const Dialogs = lazy(async () => {
  const [{ OnboardingDialogs }] = await Promise.all([import('./OnboardingDialogs.tsx'), loadPageMessages()]);
  return { default: OnboardingDialogs };
});

/** What a user of an organization has to do before the work; it is loaded for those alone. */
export const Onboarding = () => {
  const { profile, refreshProfile } = useApp();
  const [closed, setClosed] = useState<ReadonlySet<ClosableNotice>>(new Set());
  const notice = profile && nextNotice(profile, closed);
  const hasNotice = Boolean(notice);
  useEffect(() => {
    if (!hasNotice) return undefined;
    // Another tab may have done the step meanwhile.
    const refresh = () => {
      if (document.visibilityState === 'visible') refreshProfile().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [hasNotice, refreshProfile]);
  if (!notice) return null;
  return (
    <Suspense fallback={null}>
      <Dialogs notice={notice} onClose={(closable) => setClosed((before) => new Set([...before, closable]))} />
    </Suspense>
  );
};
