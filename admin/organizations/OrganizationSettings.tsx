import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { emailText, isEmail } from '../../shared/rules/email.ts';
import { maxAddressesMost } from '../../shared/rules/organizationGroups.ts';
import { normaliseSubdomain } from '../../shared/rules/subdomain.ts';
import { FormNumber } from '../components/FormNumber.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { FormSwitch } from '../components/FormSwitch.tsx';
import { FormTags } from '../components/FormTags.tsx';
import { FormText } from '../components/FormText.tsx';
import { useAnswer } from '../providers/useAnswer.ts';
import { LookupField } from './LookupField.tsx';

/** Settings tab: direct messaging, sign-in and who is told. */
export const OrganizationSettings = ({ organization }: { organization: Organization }) => (
  <>
    <DirectMessaging organization={organization} />
    <SignIn organization={organization} />
    <Notifications />
  </>
);

const DirectMessaging = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const isEnabled: unknown = useWatch({ name: 'direct.isEnabled' });
  return (
    <FormSection title={translate('organizations.sections.directMessaging')}>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <FormSwitch
          source="direct.isEnabled"
          label="organizations.fields.direct.isEnabled"
          helperText={translate(`organizations.direct.${isEnabled === true ? 'on' : 'off'}`)}
        />
      </Box>
      <LookupField source="direct.providerId" lookup="directProviders" />
      <FormNumber
        source="direct.maxAddresses"
        label="organizations.fields.direct.maxAddresses"
        required
        min={0}
        max={maxAddressesMost}
      />
      <RecordsName organization={organization} />
    </FormSection>
  );
};

/** The name of the default records address, with the address it will make under the subdomain as it stands in the form. */
const RecordsName = ({ organization: { id, subdomain: stored } }: { organization: Organization }) => {
  const translate = useTranslate();
  const name: unknown = useWatch({ name: 'direct.recordsName' });
  const typed: unknown = useWatch({ name: 'subdomain' });
  const { data } = useAnswer('organizations', 'domains', { params: { id } });
  const subdomain = normaliseSubdomain(typeof typed === 'string' ? typed : '');
  // The server knows the domain under the stored subdomain; what follows that label stays the same under another one.
  const ending =
    stored && data?.ownDomain?.startsWith(`${stored}.`) ? data.ownDomain.slice(stored.length) : '.direct.…';
  const address = `${typeof name === 'string' ? name.trim() : ''}@${subdomain}${ending}`;
  return (
    <FormText
      source="direct.recordsName"
      label="organizations.fields.direct.recordsName"
      helperText={
        subdomain === ''
          ? translate('organizations.direct.recordsUnknown')
          : translate('organizations.direct.recordsPreview', { address })
      }
      required
      maxLength={64}
    />
  );
};

const SignIn = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const passwordSignIn: unknown = useWatch({ name: 'settings.passwordSignIn' });
  return (
    <FormSection title={translate('organizations.sections.signIn')}>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <FormSwitch
          source="settings.passwordSignIn"
          label="organizations.fields.settings.passwordSignIn"
          helperText={translate(`organizations.settings.${passwordSignIn === true ? 'passwordOn' : 'passwordOff'}`)}
        />
        {organization.settings.passwordSignIn && passwordSignIn === false && (
          <Alert severity="warning">{translate('organizations.settings.turningPasswordOff')}</Alert>
        )}
      </Box>
    </FormSection>
  );
};

const emailProblem = (text: string) => (isEmail(text) ? null : `${text}: ${emailText}`);

const Notifications = () => {
  const translate = useTranslate();
  return (
    <FormSection title={translate('organizations.sections.notifications')}>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <FormTags
          source="settings.notificationEmails"
          label="organizations.fields.settings.notificationEmails"
          helperText={translate('organizations.settings.notificationHint')}
          problemOf={emailProblem}
          areWords
        />
      </Box>
    </FormSection>
  );
};
