import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { HttpError, useNotify, useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Subscription } from '../../shared/contract/subscriptionplans.ts';
import { reactivationDelayMs, reactivationFallbackDelayMs } from '../../shared/rules/onboarding.ts';
import { priceText } from '../../shared/rules/plan.ts';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { serverMessages } from '../components/serverError.ts';
import { useSingleMutation } from '../components/useSingleMutation.ts';
import { useApp, useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { subscriptionPath } from './NoticeDialogs.tsx';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';

const texts = 'onboarding.reactivation';

/** True so many milliseconds after the component appeared. */
const usePassed = (ms: number): boolean => {
  const [isPassed, setIsPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isPassed;
};

/** Another administrator was faster: there is nothing to reactivate any more. */
const isActiveAlready = (error: unknown): boolean => codeOf(error) === 'E-SUBSCRIPTION-ACTIVE';
const codeOf = (error: unknown): unknown =>
  error instanceof HttpError && typeof error.body === 'object' && error.body !== null
    ? (error.body as { code?: unknown }).code
    : undefined;

/**
 * The way out of a cancellation (spec 2 section 2, dialog 10). It opens with the current plan after 500 ms, without it after the fallback
 * of 1000 ms.
 */
export const ReactivationDialog = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const { refreshProfile } = useApp();
  const { organizationId, organizationName } = useProfile();
  const id = organizationId ?? '';
  const isDue = usePassed(reactivationDelayMs);
  const isLate = usePassed(reactivationFallbackDelayMs);
  const query = useQuery({
    queryKey: ['subscriptions', id],
    queryFn: ({ signal }) => provider.subscriptionplans.subscriptions({ query: { organizationId: id } }, { signal }),
    retry: false,
  });
  const { data, isFetching, refetch } = query;
  const { mutate, isPending, error, variables } = useSingleMutation({
    mutationFn: ({ planId, version }: { planId: string; version: number; wasPaid?: true }) =>
      provider.subscriptionplans.reactivate({ query: { organizationId: id }, body: { planId } }, { ifMatch: version }),
    onSuccess: async ({ status }, { wasPaid }) => {
      if (status === 'Active') {
        notify(`${texts}.done`, { type: 'success' });
        await refreshProfile();
      } else if (wasPaid) notify(`${texts}.notPaid`, { type: 'info' });
    },
    onError: async (failure) => {
      if (!isActiveAlready(failure)) return;
      notify(`${texts}.byAnother`, { type: 'info' });
      await refreshProfile();
    },
    onSettled: () => refetch(),
  });
  // Also when it was reactivated elsewhere: the profile is older than the subscription.
  const isActive = data?.status === 'Active' && !isFetching;
  const isChanged = error instanceof HttpError && error.status === 412;
  useEffect(() => {
    if (!isActive) return;
    if (isChanged) notify(`${texts}.byAnother`, { type: 'info' });
    // A failure leaves the dialog; its next request loads the profile again.
    refreshProfile().catch(() => undefined);
  }, [isActive, isChanged, notify, refreshProfile]);

  if (isActive || (!isLate && !(isDue && (data !== undefined || query.error !== null)))) return null;
  const current = data?.items.find(({ isCurrent }) => isCurrent);
  const failure =
    error === null || isActiveAlready(error)
      ? null
      : isChanged
        ? [translate(`${texts}.changed`)]
        : [...new Set([translate(`${texts}.failed`), ...serverMessages(error)])];
  const isBusy = isPending || data === undefined;
  return (
    <OnboardingDialog
      title={`${texts}.title`}
      failure={failure}
      actions={
        <>
          <LogOutButton label={`${texts}.cancel`} />
          {data?.checkout ? (
            <Button
              variant="contained"
              disabled={isBusy}
              onClick={() =>
                data.checkout && mutate({ planId: data.checkout.planId, version: data.version, wasPaid: true })
              }
            >
              {translate(`${texts}.paid`)}
            </Button>
          ) : (
            <Button
              variant="contained"
              disabled={isBusy || current?.isAvailable !== true}
              onClick={() => data && mutate({ planId: data.planId, version: data.version })}
            >
              {translate(`${texts}.${isPending ? 'sending' : 'request'}`)}
            </Button>
          )}
        </>
      }
    >
      <Typography>{translate(`${texts}.text`, { organization: organizationName ?? '' })}</Typography>
      <QueryState query={query} failed={`${texts}.notLoaded`}>
        {(subscription) => (
          <>
            <CurrentPlan subscription={subscription} reason={current?.unavailableReason ?? null} />
            {codeOf(error) === 'E-PAYMENT-REFUSED' && variables && <CardLink reference={subscription.reference} />}
          </>
        )}
      </QueryState>
    </OnboardingDialog>
  );
};

const CurrentPlan = ({ subscription, reason }: { subscription: Subscription; reason: string | null }) => {
  const translate = useTranslate();
  const { planName, monthlyPriceCents, memberCount, checkout } = subscription;
  return (
    <>
      <LabeledValues>
        <LabeledValue label={`${texts}.plan`}>{planName}</LabeledValue>
        <LabeledValue label={`${texts}.price`}>{priceText(monthlyPriceCents)}</LabeledValue>
        <LabeledValue label={`${texts}.people`}>{memberCount}</LabeledValue>
      </LabeledValues>
      {reason !== null && <Alert severity="warning">{reason}</Alert>}
      {checkout && (
        <Alert severity="info">
          {translate(`${texts}.pay`, { plan: checkout.planName })}{' '}
          <MuiLink href={checkout.url} target="_blank" rel="noopener noreferrer">
            {translate(`${texts}.payLink`)}
          </MuiLink>
        </Alert>
      )}
      <Box>
        <Button component={Link} to={subscriptionPath}>
          {translate(`${texts}.otherPlan`)}
        </Button>
      </Box>
    </>
  );
};

/** Where the customer changes a card that was refused. */
const CardLink = ({ reference }: { reference: string | null }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data } = useQuery({
    queryKey: ['subscriptions', 'card', reference],
    queryFn: () => provider.subscriptionplans.fastspring({ params: { id: reference ?? '' } }),
    enabled: reference !== null,
    retry: false,
  });
  if (!data) return null;
  return (
    <MuiLink href={data.manageUrl} target="_blank" rel="noopener noreferrer">
      {translate(`${texts}.manage`)}
    </MuiLink>
  );
};
