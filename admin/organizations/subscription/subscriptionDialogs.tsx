import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { required, TextInput, useTranslate } from 'react-admin';
import type { PlanChoice, Subscription } from '../../../shared/contract/subscriptionplans.ts';
import { priceText } from '../../../shared/rules/plan.ts';
import { cancelReasonMax } from '../../../shared/rules/subscription.ts';
import { ActionDialog, SaveDialog } from '../../components/actions.tsx';
import { textAt } from '../../components/RecordForm.tsx';

/** Resources whose queries a change of the subscription makes outdated. */
export const changedResources = ['subscriptions', 'subscriptionhistory', 'organizations', 'organizationhistory'];

type Translate = ReturnType<typeof useTranslate>;

/** What the organization gets and loses with the plan, as sentences. */
export const differenceTexts = ({ difference }: PlanChoice, translate: Translate): string[] => {
  const { monthlyPriceCents, users, added, removed } = difference;
  const names = (features: PlanChoice['features']) =>
    new Intl.ListFormat('en-US').format(features.map((feature) => translate(`plans.features.${feature}`)));
  const price = priceText(Math.abs(monthlyPriceCents));
  const text = (key: string, values: object) => translate(`subscription.difference.${key}`, values);
  return [
    monthlyPriceCents === 0 ? text('samePrice', {}) : text(monthlyPriceCents > 0 ? 'more' : 'less', { price }),
    ...(users === null || users === 0
      ? []
      : [text(users > 0 ? 'moreUsers' : 'fewerUsers', { smart_count: Math.abs(users) })]),
    ...(added.length > 0 ? [text('added', { features: names(added) })] : []),
    ...(removed.length > 0 ? [text('removed', { features: names(removed) })] : []),
  ];
};

/** What changes for the card, as a sentence. */
const CardText = ({ plan }: { plan: PlanChoice }) => {
  const translate = useTranslate();
  if (plan.monthlyPriceCents === 0) return <li>{translate('subscription.difference.cardEnds')}</li>;
  return plan.difference.monthlyPriceCents === 0 ? null : <li>{translate('subscription.difference.card')}</li>;
};

interface DialogProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Confirms a change to the plan, or the reactivation with it. */
export const PlanDialog = ({ plan, subscription, onClose }: DialogProps & { plan: PlanChoice }) => {
  const translate = useTranslate();
  const { organizationId, organizationName, planName, billing, version } = subscription;
  // As it was when the dialog opened: when another user cancels meanwhile, the dialog does not turn into another question.
  const [isActive] = useState(subscription.status === 'Active');
  const isUpgrade = plan.difference.monthlyPriceCents > 0;
  const kind = isActive ? (isUpgrade ? 'upgrade' : 'change') : 'reactivate';
  const texts = plan.isCurrent ? [] : differenceTexts(plan, translate);
  return (
    <ActionDialog
      texts={`subscription.${kind}.confirm`}
      values={{ organization: organizationName, from: planName, to: plan.name }}
      send={({ subscriptionplans }) =>
        isActive
          ? subscriptionplans.change({ query: { organizationId, planId: plan.id } }, { ifMatch: version })
          : subscriptionplans.reactivate({ query: { organizationId }, body: { planId: plan.id } }, { ifMatch: version })
      }
      done={isActive ? 'subscription.change.done' : 'subscription.reactivate.done'}
      failed={isActive ? 'subscription.change.failed' : 'subscription.reactivate.failed'}
      changes={changedResources}
      onClose={onClose}
    >
      <Box component="ul" sx={{ margin: 0, paddingLeft: 3 }}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {billing === 'Card' && <CardText plan={plan} />}
      </Box>
    </ActionDialog>
  );
};

/** Cancels with a reason; the final date follows from the payment. */
export const CancelDialog = ({ subscription, onClose }: DialogProps) => {
  const translate = useTranslate();
  const { organizationId, organizationName, billing, version } = subscription;
  return (
    <SaveDialog
      title={translate('subscription.cancel.title', { organization: organizationName })}
      submitLabel="subscription.cancel.submit"
      failureText="subscription.cancel.failed"
      defaultValues={{ cancelReason: '' }}
      send={({ subscriptionplans }, { cancelReason }) =>
        subscriptionplans.cancel({ query: { organizationId }, body: { cancelReason } }, { ifMatch: version })
      }
      done="subscription.cancel.done"
      changes={changedResources}
      onClose={onClose}
    >
      <Typography>{translate(`subscription.cancel.text.${billing}`)}</Typography>
      <TextInput
        {...textAt('cancelReason', cancelReasonMax, required('subscription.cancel.required'))}
        label="subscription.cancel.reason"
        multiline
        minRows={3}
      />
    </SaveDialog>
  );
};
