import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { AcknowledgedStep } from '../../shared/rules/legacyProofing.ts';
import { activationTakes } from '../../shared/rules/onboarding.ts';
import { serverMessages } from '../components/serverError.ts';
import { useProfile } from '../providers/appContext.ts';
import { AgreementBox, PrintButton, useAgreement } from './LicenseDialogs.tsx';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';
import { useStep } from './useStep.ts';

/** The server stores that the step was read, so that a reload continues at the next one. */
const useAcknowledge = (step: AcknowledgedStep) => {
  const translate = useTranslate();
  const { mutate, isPending, error } = useStep((provider) => provider.legacyproofing.acknowledge({ body: { step } }));
  const failure = error ? [translate('onboarding.legacy.failed'), ...serverMessages(error)] : null;
  return { next: () => mutate(), isPending, failure };
};

const NextButton = ({ disabled, onClick }: { disabled: boolean; onClick: () => void }) => (
  <Button variant="contained" disabled={disabled} onClick={onClick}>
    {useTranslate()('onboarding.next')}
  </Button>
);

/** Thanks, and what happens with the subdomain (spec 2 section 2, dialog 7). */
export const LegacyWelcomeDialog = () => {
  const translate = useTranslate();
  const { organizationId, organizations } = useProfile();
  const { next, isPending, failure } = useAcknowledge('welcome');
  const subdomain = organizations.find(({ id }) => id === organizationId)?.subDomain ?? null;
  return (
    <OnboardingDialog
      title="onboarding.legacy.welcome.title"
      failure={failure}
      actions={
        <>
          <LogOutButton />
          <NextButton disabled={isPending} onClick={next} />
        </>
      }
    >
      <Typography>{translate('onboarding.legacy.welcome.text')}</Typography>
      {subdomain !== null && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {translate('onboarding.legacy.welcome.subdomain', { subdomain })}
        </Typography>
      )}
    </OnboardingDialog>
  );
};

/** Who verifies the identity, and why (spec 2 section 2, dialog 7). */
export const LegacyIntroDialog = () => {
  const translate = useTranslate();
  const { next, isPending, failure } = useAcknowledge('intro');
  return (
    <OnboardingDialog
      title="onboarding.legacy.intro.title"
      failure={failure}
      actions={
        <>
          <LogOutButton />
          <NextButton disabled={isPending} onClick={next} />
        </>
      }
    >
      <Typography>{translate('onboarding.legacy.intro.text')}</Typography>
      <Typography>{translate('onboarding.legacy.intro.needed')}</Typography>
    </OnboardingDialog>
  );
};

/** The terms before the data of a person are submitted (spec 2 section 2, dialog 7). */
export const LegacyTermsDialog = () => {
  const [isAgreed, setIsAgreed] = useState(false);
  const agreement = useAgreement();
  const { next, isPending, failure } = useAcknowledge('terms');
  return (
    <OnboardingDialog
      title="onboarding.legacy.terms.title"
      failure={failure}
      actions={
        <>
          <LogOutButton />
          <PrintButton agreement={agreement} />
          <NextButton disabled={!isAgreed || !agreement.data || isPending} onClick={next} />
        </>
      }
    >
      <AgreementBox agreement={agreement} isAgreed={isAgreed} onAgree={setIsAgreed} />
    </OnboardingDialog>
  );
};

/** How the verification ended, or that a document is being reviewed (spec 2 section 2, dialog 7); only its button closes it. */
export const DecisionDialog = ({ kind, onClose }: { kind: 'passed' | 'review'; onClose: () => void }) => {
  const translate = useTranslate();
  return (
    <OnboardingDialog
      title={`onboarding.legacy.${kind}.title`}
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      }
    >
      <Typography>{translate(`onboarding.legacy.${kind}.text`, { time: activationTakes })}</Typography>
    </OnboardingDialog>
  );
};
