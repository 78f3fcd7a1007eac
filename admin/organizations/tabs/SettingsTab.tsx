import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { LinkBase, NumberInput, TextInput, useTranslate } from 'react-admin';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { emailText, isEmail } from '../../../shared/rules/email.ts';
import { maxAddressesMost } from '../../../shared/rules/organizationGroups.ts';
import { normaliseSubdomain } from '../../../shared/rules/subdomain.ts';
import { inputAt, SwitchInput, textAt, useInputText } from '../../components/RecordForm.tsx';
import { FormSection } from '../../components/FormSection.tsx';
import { TagsInput } from '../../components/TagsInput.tsx';
import { LookupInput } from '../LookupInput.tsx';
import { useDomains } from './DirectTab.tsx';

/** Settings tab: direct messaging, sign-in and notifications. */
export const SettingsTab = ({ organization }: { organization: Organization }) => (
  <>
    <FormSection title="organizations.sections.directMessaging">
      <SwitchInput source="direct.isEnabled" on="organizations.direct.on" off="organizations.direct.off" />
      <LookupInput source="direct.providerId" reference="directproviders" />
      <NumberInput {...inputAt('direct.maxAddresses')} margin="none" required min={0} max={maxAddressesMost} />
      <RecordsName organization={organization} />
    </FormSection>
    <FormSection title="organizations.sections.signIn">
      <SwitchInput
        source="settings.passwordSignIn"
        on="organizations.settings.passwordOn"
        off="organizations.settings.passwordOff"
        warning={organization.settings.passwordSignIn && 'organizations.settings.turningPasswordOff'}
      />
      <ConnectionsLink organizationId={organization.id} />
    </FormSection>
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
  </>
);

/** Leads to the single sign-on connections of the organization, where one is added as well. */
const ConnectionsLink = ({ organizationId }: { organizationId: string }) => {
  const translate = useTranslate();
  const query = new URLSearchParams({ filter: JSON.stringify({ organizationId }) });
  return (
    <Link component={LinkBase} to={`/admin/connections?${query.toString()}`} sx={{ gridColumn: '1 / -1' }}>
      {translate('organizations.settings.connections')}
    </Link>
  );
};

const emailProblem = (text: string) => (isEmail(text) ? null : `${text}: ${emailText}`);

/** The name of the default records address, with the address it will make under the subdomain as it stands in the form. */
const RecordsName = ({ organization: { id, subdomain: stored } }: { organization: Organization }) => {
  const translate = useTranslate();
  const name = useInputText('direct.recordsName');
  const { data } = useDomains(id);
  const subdomain = normaliseSubdomain(useInputText('subdomain'));
  // The server knows the domain under the stored subdomain; what follows that label stays the same under another one.
  const ending =
    stored && data?.ownDomain?.startsWith(`${stored}.`) ? data.ownDomain.slice(stored.length) : '.direct.…';
  const address = `${name}@${subdomain}${ending}`;
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
