import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { activationTakes } from '../../shared/rules/onboarding.ts';
import { activationNoticeOpenedKey, storageKeys } from '../../shared/rules/session.ts';
import { useProfile } from '../providers/appContext.ts';
import { Acknowledgement } from './LicenseDialogs.tsx';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';

/** Activation takes days (spec 2 section 2, dialog 6); the only one that Escape closes. */
export const ActivationDelayDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const [isHidden, setIsHidden] = useState(localStorage.getItem(storageKeys.hideActivationDelay) === 'true');
  useEffect(() => sessionStorage.setItem(activationNoticeOpenedKey, 'true'), []);
  const change = (hide: boolean) => {
    setIsHidden(hide);
    if (hide) localStorage.setItem(storageKeys.hideActivationDelay, 'true');
    else localStorage.removeItem(storageKeys.hideActivationDelay);
  };
  return (
    <OnboardingDialog
      title="onboarding.activation.title"
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      }
    >
      <Typography>{translate('onboarding.activation.text', { time: activationTakes })}</Typography>
      <Acknowledgement label={translate('onboarding.activation.hide')} checked={isHidden} onChange={change} />
    </OnboardingDialog>
  );
};

export const subscriptionPath = '/account/subscription';

const SubscriptionButton = () => (
  <Button component={Link} to={subscriptionPath} variant="contained">
    {useTranslate()('onboarding.canceled.subscription')}
  </Button>
);

/** A canceled organization: its administrators can reactivate it, others can only log out (spec 2 sections 2 and 6). */
export const CanceledDialog = () => {
  const translate = useTranslate();
  const { isAdmin } = useProfile();
  return (
    <OnboardingDialog
      title="onboarding.canceled.title"
      actions={
        <>
          <LogOutButton label="onboarding.canceled.logOut" />
          {isAdmin && <SubscriptionButton />}
        </>
      }
    >
      <Typography>{translate(`onboarding.canceled.${isAdmin ? 'administrator' : 'text'}`)}</Typography>
    </OnboardingDialog>
  );
};

/** A canceled subscription in its last days (spec 2 section 2, dialog 9): Ok logs out, Escape goes on. */
export const GracePeriodDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const { orgFinalDate, isAdmin } = useProfile();
  const date = orgFinalDate === null ? '' : finalDate.format(new Date(orgFinalDate));
  return (
    <OnboardingDialog
      title="onboarding.grace.title"
      onClose={onClose}
      actions={
        <>
          <LogOutButton label="onboarding.grace.ok" />
          <Button onClick={onClose} variant={isAdmin ? 'text' : 'contained'}>
            {translate('onboarding.grace.goOn')}
          </Button>
          {isAdmin && <SubscriptionButton />}
        </>
      }
    >
      <Typography>{translate('onboarding.grace.text', { date })}</Typography>
    </OnboardingDialog>
  );
};

const finalDate = new Intl.DateTimeFormat('en-US', {
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});
