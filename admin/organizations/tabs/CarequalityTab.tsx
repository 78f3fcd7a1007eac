import { CheckboxGroupInput, SelectInput, TextInput, useTranslate } from 'react-admin';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { responderTypeNames, responderTypes } from '../../../shared/rules/carequality.ts';
import { isPurposeOfUse, purposesOfUse } from '../../../shared/rules/purposeOfUse.ts';
import { choiceGrid } from '../../components/FeaturesInput.tsx';
import { inputAt, SwitchInput, textAt } from '../../components/RecordForm.tsx';
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
  const hint = translate('organizations.carequality.oidHint');
  return (
    <>
      <FormSection title="organizations.sections.carequality">
        <SwitchInput
          source="carequality.isParticipating"
          on="organizations.carequality.on"
          off="organizations.carequality.off"
          warning={organization.carequality.isParticipating && 'organizations.carequality.turningOff'}
          values={{ tab: translate('organizations.tabs.cq') }}
        />
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
