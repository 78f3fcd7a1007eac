import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Block from '@mui/icons-material/Block';
import Schedule from '@mui/icons-material/Schedule';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { DataTable, useTranslate } from 'react-admin';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import type { Subscription, SubscriptionChange } from '../../../shared/contract/subscriptionplans.ts';
import { priceText } from '../../../shared/rules/plan.ts';
import { ActionButton, DialogButton } from '../../components/actions.tsx';
import { DateTime, DateTimeField } from '../../components/DateTime.tsx';
import { Section } from '../../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../../components/LabeledValue.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { RelatedList, RelatedTable } from '../../components/RelatedList.tsx';
import { StateChip } from '../../components/StateChip.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { PlanComparison } from './PlanComparison.tsx';
import { CancelDialog, changedResources } from './subscriptionDialogs.tsx';

const label = (field: string) => `subscription.fields.${field}`;

/** Tab of an organization (SysAdmin). */
export const SubscriptionTab = ({ organization }: { organization: Organization }) => (
  <SubscriptionPanel organizationId={organization.id} />
);

export const useSubscription = (organizationId: string) => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['subscriptions', organizationId],
    queryFn: ({ signal }) => provider.subscriptionplans.subscriptions({ query: { organizationId } }, { signal }),
  });
};

/** Subscription of an organization: state and payment, the plans side by side, and the changes so far. */
export const SubscriptionPanel = ({ organizationId }: { organizationId: string }) => {
  const query = useSubscription(organizationId);
  return (
    <QueryState query={query} failed="subscription.failed" rows={6}>
      {(subscription) => (
        <>
          <Section title="subscription.current">
            <Summary subscription={subscription} />
          </Section>
          {subscription.reference !== null && (
            <Section title="subscription.card">
              <CardSubscription reference={subscription.reference} version={subscription.version} />
            </Section>
          )}
          <Section title="subscription.plans">
            <PlanComparison subscription={subscription} />
          </Section>
          <Section title="subscription.history">
            <History organizationId={organizationId} />
          </Section>
        </>
      )}
    </QueryState>
  );
};

const statuses = {
  Active: { icon: CheckCircle, severity: 'good' },
  Canceling: { icon: Schedule, severity: 'warning' },
  Canceled: { icon: Block, severity: 'bad' },
} as const;

const Summary = ({ subscription }: { subscription: Subscription }) => {
  const translate = useTranslate();
  const { planName, monthlyPriceCents, numberOfUsers, memberCount, status, cancelAt, billing, resellerName } =
    subscription;
  const { canceledAt, cancelReason } = subscription;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridColumn: '1 / -1' }}>
      <LabeledValues>
        <LabeledValue label={label('planName')}>{planName}</LabeledValue>
        <LabeledValue label={label('monthlyPriceCents')}>{priceText(monthlyPriceCents)}</LabeledValue>
        <LabeledValue label={label('memberCount')}>{memberCount}</LabeledValue>
        <LabeledValue label={label('numberOfUsers')}>{numberOfUsers}</LabeledValue>
        <LabeledValue label={label('status')}>
          <StateChip {...statuses[status]} label={`subscription.statuses.${status}`} />
        </LabeledValue>
        {cancelAt !== null && (
          <LabeledValue label={label('cancelAt')}>
            <DateTime value={cancelAt} />
          </LabeledValue>
        )}
        {canceledAt !== null && (
          <LabeledValue label={label('canceledAt')}>
            <DateTime value={canceledAt} />
          </LabeledValue>
        )}
        {cancelReason !== null && <LabeledValue label={label('cancelReason')}>{cancelReason}</LabeledValue>}
        <LabeledValue label={label('billing')}>
          {translate(`subscription.billing.${billing}`, { name: resellerName ?? '' })}
        </LabeledValue>
      </LabeledValues>
      {subscription.checkout && <Checkout subscription={subscription} checkout={subscription.checkout} />}
      {subscription.canCancel && (
        <Box>
          <DialogButton
            variant="outlined"
            color="error"
            label="subscription.cancel.open"
            renderDialog={(close) => <CancelDialog subscription={subscription} onClose={close} />}
          />
        </Box>
      )}
      {status === 'Active' ? null : (
        <Alert severity="warning">{translate(`subscription.howToReactivate.${status}`)}</Alert>
      )}
    </Box>
  );
};

interface CheckoutProps {
  subscription: Subscription;
  checkout: NonNullable<Subscription['checkout']>;
}

/** A plan that takes effect once it is paid. The page of the provider is opened by the user, because browsers block windows that open later. */
const Checkout = ({ subscription: { organizationId, status }, checkout: { planId, planName, url } }: CheckoutProps) => {
  const translate = useTranslate();
  return (
    <Alert severity="info">
      {translate('subscription.checkout.text', { plan: planName })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', marginTop: 1 }}>
        <Link href={url} target="_blank" rel="noopener noreferrer">
          {translate('subscription.checkout.pay')}
        </Link>
        <ActionButton
          variant="outlined"
          label="subscription.checkout.paid"
          send={({ subscriptionplans }) =>
            status === 'Active'
              ? subscriptionplans.change({ query: { organizationId, planId } })
              : subscriptionplans.reactivate({ query: { organizationId }, body: { planId } })
          }
          done="subscription.checkout.checked"
          failed="subscription.change.failed"
          changes={changedResources}
        />
      </Box>
    </Alert>
  );
};

/** The subscription as the payment provider has it, and the way there. */
const CardSubscription = ({ reference, version }: { reference: string; version: number }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const query = useQuery({
    // Loaded again with the next version of the subscription, which may have ended this one.
    queryKey: ['subscriptioncards', reference, version],
    queryFn: ({ signal }) => provider.subscriptionplans.fastspring({ params: { id: reference } }, { signal }),
    retry: false,
  });
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <QueryState query={query} failed="subscription.cardFailed">
        {({ state, priceCents, nextChargeAt, endsAt, manageUrl }) => (
          <LabeledValues>
            <LabeledValue label={label('reference')}>{reference}</LabeledValue>
            <LabeledValue label={label('state')}>{translate(`subscription.states.${state}`)}</LabeledValue>
            <LabeledValue label={label('monthlyPriceCents')}>{priceText(priceCents)}</LabeledValue>
            {nextChargeAt !== null && (
              <LabeledValue label={label('nextChargeAt')}>
                <DateTime value={nextChargeAt} dateOnly />
              </LabeledValue>
            )}
            {endsAt !== null && (
              <LabeledValue label={label('endsAt')}>
                <DateTime value={endsAt} dateOnly />
              </LabeledValue>
            )}
            <LabeledValue label={label('manageUrl')}>
              <Link href={manageUrl} target="_blank" rel="noopener noreferrer">
                {translate('subscription.manage')}
              </Link>
            </LabeledValue>
          </LabeledValues>
        )}
      </QueryState>
    </Box>
  );
};

const History = ({ organizationId }: { organizationId: string }) => {
  const translate = useTranslate();
  const column = (name: string) => `subscription.history_.${name}`;
  const planAt = (name: string, cents: number) => `${name} (${priceText(cents)})`;
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <RelatedList
        reference="subscriptionhistory"
        record={{ id: organizationId }}
        perPage={10}
        empty="subscription.noHistory"
        failedText="subscription.historyFailed"
      >
        <RelatedTable label="subscription.history">
          <DataTable.Col source="at" label={column('at')} field={DateTimeField} />
          <DataTable.Col source="actorName" label={column('actorName')} />
          <DataTable.Col<SubscriptionChange>
            source="action"
            label={column('action')}
            render={({ action }) => translate(`subscription.actions.${action}`)}
          />
          <DataTable.Col<SubscriptionChange>
            source="fromPlan"
            label={column('fromPlan')}
            render={({ fromPlan, fromPriceCents }) => planAt(fromPlan, fromPriceCents)}
          />
          <DataTable.Col<SubscriptionChange>
            source="toPlan"
            label={column('toPlan')}
            render={({ toPlan, toPriceCents }) => planAt(toPlan, toPriceCents)}
          />
          <DataTable.Col source="cancelAt" label={column('cancelAt')}>
            <DateTimeField source="cancelAt" emptyText="–" />
          </DataTable.Col>
          <DataTable.Col source="reason" label={column('reason')} />
        </RelatedTable>
      </RelatedList>
    </Box>
  );
};
