import Check from '@mui/icons-material/Check';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { PlanChoice, Subscription } from '../../../shared/contract/subscriptionplans.ts';
import { planFeatures, priceText, unlimitedUsers } from '../../../shared/rules/plan.ts';
import { DialogButton } from '../../components/actions.tsx';
import { differenceTexts, PlanDialog } from './subscriptionDialogs.tsx';

const number = new Intl.NumberFormat('en-US');

/** The plans side by side: price, users and features, what changes with each, and the way to it. */
export const PlanComparison = ({ subscription }: { subscription: Subscription }) => (
  <Box
    component="ul"
    sx={{
      display: 'grid',
      gap: 2,
      gridColumn: '1 / -1',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 230px), 1fr))',
      listStyle: 'none',
      margin: 0,
      padding: 0,
    }}
  >
    {subscription.items.map((plan) => (
      <PlanCard key={plan.id} plan={plan} subscription={subscription} />
    ))}
  </Box>
);

const PlanCard = ({ plan, subscription }: { plan: PlanChoice; subscription: Subscription }) => {
  const translate = useTranslate();
  const { name, monthlyPriceCents, allowedUsers, features, isCurrent } = plan;
  const users = allowedUsers === unlimitedUsers ? translate('plans.unlimited') : number.format(allowedUsers);
  return (
    <Paper
      component="li"
      variant="outlined"
      aria-label={name}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        padding: 2,
        minWidth: 0,
        ...(isCurrent && { borderColor: 'primary.main', borderWidth: 2 }),
      }}
    >
      <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography>{translate('subscription.perMonth', { price: priceText(monthlyPriceCents) })}</Typography>
      <Typography variant="body2">{translate('subscription.users', { users })}</Typography>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {planFeatures.map((feature) => {
          const isIncluded = features.includes(feature);
          const Icon = isIncluded ? Check : Remove;
          return (
            <Typography
              key={feature}
              component="li"
              variant="body2"
              color={isIncluded ? 'textPrimary' : 'textSecondary'}
              sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}
            >
              <Icon
                fontSize="inherit"
                titleAccess={translate(isIncluded ? 'subscription.included' : 'subscription.notIncluded')}
              />
              {translate(`plans.features.${feature}`)}
            </Typography>
          );
        })}
      </Box>
      <Box sx={{ flexGrow: 1 }} />
      <PlanAction plan={plan} subscription={subscription} />
    </Paper>
  );
};

const PlanAction = ({ plan, subscription }: { plan: PlanChoice; subscription: Subscription }) => {
  const translate = useTranslate();
  const { name, isCurrent, isAvailable, unavailableReason } = plan;
  const isActive = subscription.status === 'Active';
  if (isCurrent && isActive) return <Typography color="primary">{translate('subscription.isCurrent')}</Typography>;
  if (!isAvailable) {
    return (
      <Typography variant="body2" color="textSecondary">
        {unavailableReason}
      </Typography>
    );
  }
  return (
    <>
      {!isCurrent && (
        <Typography variant="body2" color="textSecondary">
          {differenceTexts(plan, translate).join(' ')}
        </Typography>
      )}
      <DialogButton
        variant="outlined"
        label={isActive ? 'subscription.choose' : 'subscription.reactivate.open'}
        aria-label={translate(isActive ? 'subscription.chooseNamed' : 'subscription.reactivate.openNamed', { name })}
        renderDialog={(close) => <PlanDialog plan={plan} subscription={subscription} onClose={close} />}
      />
    </>
  );
};
