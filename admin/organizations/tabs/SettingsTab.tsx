import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { BooleanInput, NumberInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { emailText, isEmail } from '../../../shared/rules/email.ts';
import { maxAddressesMost } from '../../../shared/rules/organizationGroups.ts';
import { normaliseSubdomain } from '../../../shared/rules/subdomain.ts';
import { inputAt, textAt } from '../../components/RecordForm.tsx';
import { FormSection } from '../../components/FormSection.tsx';
import { TagsInput } from '../../components/TagsInput.tsx';
import { LookupInput } from '../LookupInput.tsx';
import { useDomains } from './DirectTab.tsx';

/** Settings tab: direct messaging, sign-in and who is told. */
export const SettingsTab = ({ organization }: { organization: Organization }) => (
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
    <FormSection title="organizations.sections.directMessaging">
      <Box sx={{ gridColumn: '1 / -1' }}>
        <BooleanInput
          {...inputAt('direct.isEnabled')}
          helperText={translate(`organizations.direct.${isEnabled === true ? 'on' : 'off'}`)}
        />
      </Box>
      <LookupInput source="direct.providerId" reference="directproviders" />
      <NumberInput {...inputAt('direct.maxAddresses')} margin="none" required min={0} max={maxAddressesMost} />
      <RecordsName organization={organization} />
    </FormSection>
  );
};

/** The name of the default records address, with the address it will make under the subdomain as it stands in the form. */
const RecordsName = ({ organization: { id, subdomain: stored } }: { organization: Organization }) => {
  const translate = useTranslate();
  const name: unknown = useWatch({ name: 'direct.recordsName' });
  const typed: unknown = useWatch({ name: 'subdomain' });
  const { data } = useDomains(id);
  const subdomain = normaliseSubdomain(typeof typed === 'string' ? typed : '');
  // The server knows the domain under the stored subdomain; what follows that label stays the same under another one.
  const ending =
    stored && data?.ownDomain?.startsWith(`${stored}.`) ? data.ownDomain.slice(stored.length) : '.direct.…';
  const address = `${typeof name === 'string' ? name.trim() : ''}@${subdomain}${ending}`;
  return (
    <TextInput
      {...textAt('direct.recordsName', 64)}
      helperText={
        subdomain === ''
          ? translate('organizations.direct.recordsUnknown')
          : translate('organizations.direct.recordsPreview', { address })
      }
      required
    />
  );
};

const SignIn = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const passwordSignIn: unknown = useWatch({ name: 'settings.passwordSignIn' });
  return (
    <FormSection title="organizations.sections.signIn">
      <Box sx={{ gridColumn: '1 / -1' }}>
        <BooleanInput
          {...inputAt('settings.passwordSignIn')}
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
  return (
    <FormSection title="organizations.sections.notifications">
      <Box sx={{ gridColumn: '1 / -1' }}>
        <TagsInput
          source="settings.notificationEmails"
          label="organizations.fields.settings.notificationEmails"
          helperText="organizations.settings.notificationHint"
          problemOf={emailProblem}
          splitsAtSpaces
        />
      </Box>
    </FormSection>
  );
};
