import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { LinkBase, useTranslate } from 'react-admin';
import type { PlanFeature } from '../../shared/rules/plan.ts';
import { useProfile } from '../providers/appContext.ts';
import { useAction } from './actions.tsx';
import { DialogFrame } from './DialogFrame.tsx';

interface UpgradePromptProps {
  feature: PlanFeature;
  onClose: () => void;
}

/** What the plan does not include (spec 3 sections 4 and 8): administrators choose another plan, others ask them for one. */
export const UpgradePrompt = ({ feature, onClose }: UpgradePromptProps) => {
  const translate = useTranslate();
  const { isAdmin } = useProfile();
  const { mutate, isPending, failure } = useAction({ changes: [] });
  const request = () =>
    mutate(
      {
        send: ({ subscriptionplans }) => subscriptionplans.requestUpgrade({ body: { feature } }),
        done: 'upgrade.sent',
        failed: 'upgrade.failed',
      },
      { onSuccess: onClose },
    );
  return (
    <DialogFrame
      title="upgrade.title"
      maxWidth="sm"
      working={isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {translate('upgrade.later')}
          </Button>
          {isAdmin ? (
            <Button variant="contained" component={LinkBase} to="/account/subscription">
              {translate('upgrade.choose')}
            </Button>
          ) : (
            <Button variant="contained" onClick={request} loading={isPending}>
              {translate('upgrade.send')}
            </Button>
          )}
        </>
      }
    >
      <Typography>
        {translate('upgrade.text', { feature: translate(`plans.features.${feature}`) })}{' '}
        {translate(isAdmin ? 'upgrade.administrator' : 'upgrade.user')}
      </Typography>
      {failure !== null && <Alert severity="error">{failure}</Alert>}
    </DialogFrame>
  );
};
