import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { PlanFeature } from '../../shared/rules/plan.ts';
import { DialogButton } from '../components/actions.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { UpgradePrompt } from '../components/UpgradePrompt.tsx';
import type { ProfileData } from '../../shared/contract/profile.ts';
import { useApp, useProfile } from '../providers/appContext.ts';

const LabeledValue = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '14rem 1fr' }, paddingY: 0.75 }}>
    <Typography component="dt" variant="body2" color="textSecondary">
      {name}
    </Typography>
    <Typography component="dd" variant="body2" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  </Box>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" variant="outlined" sx={{ padding: 2, marginBottom: 2, maxWidth: 720 }}>
    <Typography variant="h6" component="h2" gutterBottom>
      {title}
    </Typography>
    {children}
  </Paper>
);

/** Start page of the roles without pages of their own: account, organization, links to the pages that they can open. */
export const HomePage = () => {
  const translate = useTranslate();
  const profile = useProfile();
  const { menu } = useApp();
  const { pathname } = useLocation();
  const open = menu.filter(({ path }) => path !== pathname);
  const status = organizationStatus(profile);
  return (
    <>
      <PageHeader title={translate('home.title', { name: profile.fullName })} />
      <Section title={translate('home.who')}>
        <Box component="dl" sx={{ margin: 0 }}>
          <LabeledValue name={translate('home.name')}>{profile.fullName}</LabeledValue>
          <LabeledValue name={translate('home.userName')}>{profile.userName}</LabeledValue>
          <LabeledValue name={translate('home.role')}>
            {profile.roles.map((role) => translate(`roles.${role}`)).join(', ')}
          </LabeledValue>
          <LabeledValue name={translate('home.organization')}>
            {profile.organizationName ?? translate('home.none')}
          </LabeledValue>
          {status && <LabeledValue name={translate('home.organizationState')}>{translate(status)}</LabeledValue>}
          {profile.blockedFeatures.length > 0 && (
            <LabeledValue name={translate('home.notInPlan')}>
              <BlockedFeatures features={profile.blockedFeatures} />
            </LabeledValue>
          )}
          <LabeledValue name={translate('home.organizationCount')}>{profile.organizations.length}</LabeledValue>
        </Box>
      </Section>
      <Section title={translate('home.can')}>
        {open.length === 0 && (
          <Typography variant="body2" gutterBottom>
            {translate('home.nothing')}
          </Typography>
        )}
        {profile.organizations.length > 1 && (
          <Typography variant="body2" gutterBottom>
            {translate('home.switching')}
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1 }}>
          {open.map(({ path, label }) => (
            <Button key={path} variant="outlined" component={Link} to={path}>
              {translate('home.open', { page: translate(label) })}
            </Button>
          ))}
          <Button variant="outlined" component={Link} to="/account/logout">
            {translate('layout.signOut')}
          </Button>
        </Box>
      </Section>
    </>
  );
};

/** What the plan does not include, each with the offer of an upgrade. */
const BlockedFeatures = ({ features }: { features: readonly PlanFeature[] }) => {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {features.map((feature) => (
        <DialogButton
          key={feature}
          size="small"
          variant="outlined"
          label={`plans.features.${feature}`}
          aria-label={`${translate(`plans.features.${feature}`)}: ${translate('upgrade.title')}`}
          renderDialog={(close) => <UpgradePrompt feature={feature} onClose={close} />}
        />
      ))}
    </Box>
  );
};

/** Message key of the status of the user's organization; undefined for a user without one. */
const organizationStatus = (profile: ProfileData): string | undefined => {
  if (profile.organizationId === null) return undefined;
  if (profile.orgIsCancelled) return 'home.cancelled';
  if (profile.orgIsInGracePeriod) return 'home.gracePeriod';
  return profile.orgIsActivated ? 'home.activated' : 'home.notActivated';
};
