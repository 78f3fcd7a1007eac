import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { identityProofingTexts, initiationMinutes } from '../../shared/rules/identityProofing.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { serverMessages, statusOf } from '../components/serverError.ts';
import { useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { Acknowledgement } from './LicenseDialogs.tsx';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';
import { useStep } from './useStep.ts';
import { pollMs, useVerification, type Verification, verificationSessionKey } from './useVerification.ts';

const QrCode = lazy(() => import('../components/QrCode.tsx').then((module) => ({ default: module.QrCode })));

/** The address has this parameter when a verification in the tab itself comes back. */
export const returnedParameter = 'idproofing';

/**
 * A verification of the person that came back with nothing waiting for it: after a reload of the page, in a window that a page of the provider has
 * cut off from this one, or after its wait was canceled. While one is open, the server is asked again.
 */
const useLeftBehind = (isIdle: boolean, starts: number): string | undefined => {
  const provider = useAppDataProvider();
  const { idProofedAttemptDate } = useProfile();
  const [isRecent] = useState(
    () => idProofedAttemptDate !== null && Date.now() - Date.parse(idProofedAttemptDate) < initiationMinutes * 60_000,
  );
  const { data } = useQuery({
    queryKey: ['onboarding', 'initiation', starts],
    queryFn: () => provider.idproofing.initiation({ params: { id: 'latest' } }),
    enabled: (isRecent || starts > 0) && isIdle,
    refetchInterval: ({ state }) => (state.data?.status === 'Waiting' ? pollMs : false),
    retry: false,
    gcTime: 0,
  });
  return isIdle && data?.status === 'Returned' ? data.id : undefined;
};

/** Validates, once, the verification that the address names, which leaves the address, or one that was left behind. */
const useReturned = ({ stage, starts, validate }: Verification) => {
  const [search, setSearch] = useSearchParams();
  const named = search.get(returnedParameter);
  const leftBehind = useLeftBehind(stage.name === 'idle' && named === null, starts);
  const returned = named ?? leftBehind;
  const taken = useRef(new Set<string>());
  useEffect(() => {
    if (returned === undefined || taken.current.has(returned)) return;
    taken.current.add(returned);
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

/** Starts a verification in a popup, or ends the wait for one. */
const StartButton = (props: { verification: Verification; label: string; onStart: () => void } & ButtonProps) => {
  const { verification, label, onStart, disabled = false, ...button } = props;
  const translate = useTranslate();
  const { name } = verification.stage;
  return name === 'idle' || name === 'starting' ? (
    <Button {...button} disabled={disabled || name === 'starting'} onClick={onStart}>
      {translate(label)}
    </Button>
  ) : (
    <Button {...button} onClick={verification.cancel}>
      {translate('ra.action.cancel')}
    </Button>
  );
};

/** Leads to the identity provider (spec 2 section 2, dialog 3). */
export const StartVerificationDialog = () => {
  const translate = useTranslate();
  const verification = useVerification();
  const { failure, inPopup } = verification;
  useReturned(verification);
  return (
    <OnboardingDialog
      title="onboarding.verify.title"
      failure={failure?.texts ?? null}
      actions={
        <>
          <LogOutButton />
          <StartButton
            variant="contained"
            verification={verification}
            label="onboarding.verify.continue"
            onStart={() => void inPopup()}
          />
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
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const verification = useVerification();
  const [rightId, setRightId] = useState<string>();
  useReturned(verification);
  const session = useQuery({
    queryKey: verificationSessionKey,
    queryFn: () => provider.idproofing.verificationSession({}),
    retry: false,
    // Data of a person stay in memory as long as the dialog.
    gcTime: 0,
  });
  const { mutate, reset, isPending, error } = useStep(
    ({ idproofing }, sessionId: string) => idproofing.confirm({ body: { sessionId } }),
    identityProofingTexts.completed,
  );
  const details = statusOf(error) === 404 ? [translate('onboarding.confirm.replaced')] : serverMessages(error);
  const failure = error ? [identityProofingTexts.confirmationFailed, ...details] : null;
  const isIdle = verification.stage.name === 'idle';
  const id = session.data?.id;
  const isRight = id !== undefined && rightId === id;
  const confirm = (sessionId: string) =>
    mutate(sessionId, {
      onError: (refused) => {
        if (statusOf(refused) === 404) void queries.resetQueries({ queryKey: verificationSessionKey });
      },
    });
  return (
    <OnboardingDialog
      title="onboarding.confirm.title"
      failure={failure ?? verification.failure?.texts ?? null}
      actions={
        <>
          <LogOutButton />
          <StartButton
            verification={verification}
            label="onboarding.confirm.again"
            disabled={isPending}
            onStart={() => {
              reset();
              void verification.inPopup();
            }}
          />
          <Button
            variant="contained"
            disabled={!isRight || isPending || !isIdle}
            onClick={() => id !== undefined && confirm(id)}
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
            <Acknowledgement
              label={translate('onboarding.confirm.accurate')}
              checked={isRight}
              onChange={(checked) => setRightId(checked ? sessionId : undefined)}
            />
          </>
        )}
      </QueryState>
      {(!isIdle || verification.failure?.isBlocked) && <VerificationState verification={verification} />}
    </OnboardingDialog>
  );
};
