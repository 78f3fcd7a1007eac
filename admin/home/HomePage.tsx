import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { closedBy } from '../../shared/rules/effectiveAccess.ts';
import type { PlanFeature } from '../../shared/rules/plan.ts';
import { DialogButton } from '../components/actions.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { UpgradePrompt } from '../components/UpgradePrompt.tsx';
import type { ProfileData } from '../../shared/contract/profile.ts';
import { pageTarget } from '../providers/access.ts';
import { type MenuEntry, useApp, useProfile } from '../providers/appContext.ts';

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
          {open.map((entry) => (
            <OpenPage key={entry.path} {...entry} />
          ))}
          <Button variant="outlined" component={Link} to="/account/logout">
            {translate('layout.signOut')}
          </Button>
        </Box>
      </Section>
    </>
  );
};

/** Link to a page; where the state of the organization closes the page, the reason instead, which the guard of the page would give. */
const OpenPage = ({ path, label }: Pick<MenuEntry, 'path' | 'label'>) => {
  const translate = useTranslate();
  const profile = useProfile();
  const { accessAt } = useApp();
  const reasonId = useId();
  const reason = closedBy(pageTarget(path, accessAt(path) ?? []), profile);
  const text = translate('home.open', { page: translate(label) });
  // In the place of a page that is not in the plan the guard offers an upgrade.
  if (reason === undefined || reason === 'notInPlan')
    return (
      <Button variant="outlined" component={Link} to={path}>
        {text}
      </Button>
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Button variant="outlined" disabled aria-describedby={reasonId}>
        {text}
      </Button>
      <Typography id={reasonId} variant="body2" color="textSecondary">
        {translate(`unauthorized.${reason}`)}
      </Typography>
    </Box>
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
