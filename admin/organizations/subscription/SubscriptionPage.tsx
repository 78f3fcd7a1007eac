import { useTranslate } from 'react-admin';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useProfile } from '../../providers/appContext.ts';
import { SubscriptionPanel } from './SubscriptionPanel.tsx';

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
        <SubscriptionPanel organizationId={organizationId} />
      )}
    </>
  );
};
