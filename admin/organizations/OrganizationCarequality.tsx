import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { responderTypeNames, responderTypes } from '../../shared/rules/carequality.ts';
import { isPurposeOfUse, purposesOfUse } from '../../shared/rules/purposeOfUse.ts';
import { FormCheckboxes } from '../components/FormCheckboxes.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { FormSelect } from '../components/FormSelect.tsx';
import { FormSwitch } from '../components/FormSwitch.tsx';
import { FormText } from '../components/FormText.tsx';

const responderOptions = responderTypes.map((id) => ({ id, name: responderTypeNames[id] }));

/** Every purpose of the catalogue, and what the organization has beyond it, so that it can be taken away. */
const purposeOptions = (stored: readonly string[]) => [
  ...purposesOfUse.map(({ code, name }) => ({ id: code, name })),
  ...stored.filter((code) => !isPurposeOfUse(code)).map((code) => ({ id: code, name: code })),
];

/** Carequality tab: how the organization stands in the network and what it may ask for. */
export const OrganizationCarequality = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const isParticipating: unknown = useWatch({ name: 'carequality.isParticipating' });
  const tab = translate('organizations.tabs.cq');
  const hint = translate('organizations.carequality.oidHint');
  return (
    <>
      <FormSection title={translate('organizations.sections.carequality')}>
        <Box sx={{ gridColumn: '1 / -1' }}>
          <FormSwitch
            source="carequality.isParticipating"
            label="organizations.fields.carequality.isParticipating"
            helperText={translate(`organizations.carequality.${isParticipating === true ? 'on' : 'off'}`, { tab })}
          />
          {organization.carequality.isParticipating && isParticipating === false && (
            <Alert severity="warning">{translate('organizations.carequality.turningOff', { tab })}</Alert>
          )}
        </Box>
        <FormText
          source="carequality.organizationOid"
          label="organizations.fields.carequality.organizationOid"
          helperText={hint}
          maxLength={255}
        />
        <FormText
          source="homeCommunityId"
          label="organizations.fields.homeCommunityId"
          helperText={hint}
          maxLength={255}
        />
        <FormSelect
          source="carequality.responderType"
          label="organizations.fields.carequality.responderType"
          options={responderOptions}
        />
      </FormSection>
      <FormSection title={translate('organizations.sections.purposesOfUse')}>
        <FormCheckboxes
          source="allowedPurposeOfUseCodes"
          label="organizations.carequality.purposesLabel"
          options={purposeOptions(organization.allowedPurposeOfUseCodes)}
        />
      </FormSection>
    </>
  );
};
