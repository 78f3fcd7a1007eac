import { useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useApp, useProfile } from '../../providers/appContext.ts';
import { SubscriptionPanel, useSubscription } from './SubscriptionPanel.tsx';

/** Subscription of the organization in which an administrator works (spec 3 section 1). */
export const SubscriptionPage = () => {
  const translate = useTranslate();
  const { organizationId, organizationName } = useProfile();
  const title = translate('subscription.title');
  return (
    <>
      <PageHeader title={organizationName === null ? title : `${title}: ${organizationName}`} />
      {organizationId === null ? (
        <EmptyState text="subscription.noOrganization" />
      ) : (
        <OwnSubscription organizationId={organizationId} />
      )}
    </>
  );
};

/** A reactivation or a cancellation here makes the profile outdated, by which the notices of the organization are shown. */
const OwnSubscription = ({ organizationId }: { organizationId: string }) => {
  const { refreshProfile } = useApp();
  const { orgIsCancelled, orgIsInGracePeriod } = useProfile();
  const { data } = useSubscription(organizationId);
  const known = orgIsCancelled ? 'Canceled' : orgIsInGracePeriod ? 'Canceling' : 'Active';
  const status = data?.status;
  useEffect(() => {
    // A failure leaves the profile as it is; the next page that loads it brings the new one.
    if (status !== undefined && status !== known) refreshProfile().catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each state: a profile that still differs would be loaded for ever
  }, [status]);
  return <SubscriptionPanel organizationId={organizationId} />;
};
