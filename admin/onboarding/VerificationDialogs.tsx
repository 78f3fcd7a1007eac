import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { identityProofingTexts } from '../../shared/rules/identityProofing.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { serverMessages } from '../components/serverError.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { Acknowledgement } from './LicenseDialogs.tsx';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';
import { useVerification, type Verification } from './useVerification.ts';

const QrCode = lazy(() => import('../components/QrCode.tsx').then((module) => ({ default: module.QrCode })));

/** The address has this parameter when a verification in the tab itself comes back. */
export const returnedParameter = 'idproofing';

/** Validates the verification that the address names, once, and takes it out of the address. */
const useReturned = (validate: Verification['validate']) => {
  const [search, setSearch] = useSearchParams();
  const returned = search.get(returnedParameter);
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (returned === null || taken.current === returned) return;
    taken.current = returned;
    setSearch(
      (current) => {
        current.delete(returnedParameter);
        return current;
      },
      { replace: true },
    );
    void validate(returned);
  }, [returned, setSearch, validate]);
};

/** What goes on, or the ways that need no popup. */
const VerificationState = ({ verification }: { verification: Verification }) => {
  const translate = useTranslate();
  const { stage, failure, inTab, onPhone } = verification;
  if (stage.name === 'phone')
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Suspense fallback={<CircularProgress size={28} />}>
          <QrCode text={stage.authUrl} label={translate('onboarding.verify.qrCode')} />
        </Suspense>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography gutterBottom>{translate('onboarding.verify.onPhoneText')}</Typography>
          <Box sx={{ display: 'flex', alignItems: 'center' }}>
            <Link href={stage.authUrl} target="_blank" rel="noopener">
              {translate('onboarding.verify.link')}
            </Link>
            <CopyButton text={stage.authUrl} label="onboarding.verify.copyLink" />
          </Box>
          <Typography component="output" color="textSecondary">
            {translate('onboarding.verify.waitingForPhone')}
          </Typography>
        </Box>
      </Box>
    );
  if (stage.name !== 'idle')
    return (
      <Box component="output" sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
        <CircularProgress size={24} aria-hidden />
        {translate(`onboarding.verify.${stage.name}`)}
      </Box>
    );
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {translate(failure?.isBlocked ? 'onboarding.verify.withoutPopup' : 'onboarding.verify.otherWays')}
      </Typography>
      <Button onClick={() => void inTab()}>{translate('onboarding.verify.inTab')}</Button>
      <Button onClick={() => void onPhone()}>{translate('onboarding.verify.onPhone')}</Button>
    </Box>
  );
};

/** Leads to the identity provider (spec 2 section 2, dialog 3). */
export const StartVerificationDialog = () => {
  const translate = useTranslate();
  const verification = useVerification();
  const { stage, failure, inPopup, cancel, validate } = verification;
  useReturned(validate);
  const isBusy = stage.name === 'starting' || stage.name === 'validating';
  return (
    <OnboardingDialog
      title="onboarding.verify.title"
      failure={failure?.texts ?? null}
      actions={
        <>
          <LogOutButton />
          {stage.name === 'idle' || isBusy ? (
            <Button variant="contained" disabled={isBusy} onClick={() => void inPopup()}>
              {translate('onboarding.verify.continue')}
            </Button>
          ) : (
            <Button variant="contained" onClick={cancel}>
              {translate('ra.action.cancel')}
            </Button>
          )}
        </>
      }
    >
      <Typography>{translate('onboarding.verify.text')}</Typography>
      <Typography>{translate('onboarding.verify.needed')}</Typography>
      <VerificationState verification={verification} />
    </OnboardingDialog>
  );
};

/** `1980-05-17` as 5/17/1980, the way the dialog has it (spec 2 section 2, dialog 4). */
const shortDate = (date: string): string => {
  const [year, month, day] = date.split('-');
  return `${Number(month)}/${Number(day)}/${year}`;
};

/** The returned data, for the person to confirm (spec 2 section 2, dialog 4). */
export const ConfirmInformationDialog = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const { refreshProfile } = useApp();
  const verification = useVerification();
  const [isRight, setIsRight] = useState(false);
  useReturned(verification.validate);
  const session = useQuery({
    queryKey: ['onboarding', 'session'],
    queryFn: () => provider.idproofing.verificationSession({}),
    retry: false,
    // Data of a person stay in memory as long as the dialog.
    gcTime: 0,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (sessionId: string) => {
      await provider.idproofing.confirm({ body: { sessionId } });
      await refreshProfile();
    },
    onSuccess: () => notify(identityProofingTexts.completed, { type: 'success' }),
  });
  const failure = error ? [identityProofingTexts.confirmationFailed, ...serverMessages(error)] : null;
  const isIdle = verification.stage.name === 'idle';
  const id = session.data?.id;
  return (
    <OnboardingDialog
      title="onboarding.confirm.title"
      failure={failure ?? verification.failure?.texts ?? null}
      actions={
        <>
          <LogOutButton />
          <Button disabled={!isIdle || isPending} onClick={() => void verification.inPopup()}>
            {translate('onboarding.confirm.again')}
          </Button>
          <Button
            variant="contained"
            disabled={!isRight || id === undefined || isPending || !isIdle}
            onClick={() => id !== undefined && mutate(id)}
          >
            {translate('onboarding.confirm.confirm')}
          </Button>
        </>
      }
    >
      <QueryState query={session} failed={identityProofingTexts.retrievalFailed}>
        {({ id: sessionId, user }) => (
          <>
            <LabeledValues>
              <LabeledValue label="onboarding.confirm.firstName">{user.firstName}</LabeledValue>
              <LabeledValue label="onboarding.confirm.lastName">{user.lastName}</LabeledValue>
              <LabeledValue label="onboarding.confirm.dateOfBirth">{shortDate(user.dateOfBirth)}</LabeledValue>
            </LabeledValues>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {translate('onboarding.confirm.session', { id: sessionId })}
            </Typography>
            <Acknowledgement label={translate('onboarding.confirm.accurate')} checked={isRight} onChange={setIsRight} />
          </>
        )}
      </QueryState>
      {!isIdle && <VerificationState verification={verification} />}
    </OnboardingDialog>
  );
};
