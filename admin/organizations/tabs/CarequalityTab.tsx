import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { BooleanInput, CheckboxGroupInput, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { responderTypeNames, responderTypes } from '../../../shared/rules/carequality.ts';
import { isPurposeOfUse, purposesOfUse } from '../../../shared/rules/purposeOfUse.ts';
import { choiceGrid } from '../../components/FeaturesInput.tsx';
import { inputAt, textAt } from '../../components/RecordForm.tsx';
import { FormSection } from '../../components/FormSection.tsx';

const responderOptions = responderTypes.map((id) => ({ id, name: responderTypeNames[id] }));

/** Every purpose of the catalogue, and what the organization has beyond it, so that it can be taken away. */
const purposeOptions = (stored: readonly string[]) => [
  ...purposesOfUse.map(({ code, name }) => ({ id: code, name })),
  ...stored.filter((code) => !isPurposeOfUse(code)).map((code) => ({ id: code, name: code })),
];

/** Carequality tab: how the organization stands in the network and what it may ask for. */
export const CarequalityTab = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const isParticipating: unknown = useWatch({ name: 'carequality.isParticipating' });
  const tab = translate('organizations.tabs.cq');
  const hint = translate('organizations.carequality.oidHint');
  return (
    <>
      <FormSection title="organizations.sections.carequality">
        <Box sx={{ gridColumn: '1 / -1' }}>
          <BooleanInput
            {...inputAt('carequality.isParticipating')}
            helperText={translate(`organizations.carequality.${isParticipating === true ? 'on' : 'off'}`, { tab })}
          />
          {organization.carequality.isParticipating && isParticipating === false && (
            <Alert severity="warning">{translate('organizations.carequality.turningOff', { tab })}</Alert>
          )}
        </Box>
        <TextInput {...textAt('carequality.organizationOid', 255)} helperText={hint} />
        <TextInput {...textAt('homeCommunityId', 255)} helperText={hint} />
        <SelectInput {...inputAt('carequality.responderType')} margin="none" choices={responderOptions} />
      </FormSection>
      <FormSection title="organizations.sections.purposesOfUse">
        <CheckboxGroupInput
          {...inputAt('allowedPurposeOfUseCodes')}
          label="organizations.carequality.purposesLabel"
          choices={purposeOptions(organization.allowedPurposeOfUseCodes)}
          translateChoice={false}
          sx={choiceGrid}
        />
      </FormSection>
    </>
  );
};
