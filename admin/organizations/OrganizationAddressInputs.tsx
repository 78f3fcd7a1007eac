import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { defaultCountry, states } from '../../shared/rules/states.ts';
import { FormLookup } from '../components/FormLookup.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { FormText } from '../components/FormText.tsx';

const stateOptions = states.map(({ code, name }) => ({ id: code, name: `${name} (${code})` }));

/** Address and telephone; the list of states belongs to the United States only. */
export const OrganizationAddressInputs = () => {
  const translate = useTranslate();
  const country: unknown = useWatch({ name: 'address.country' });
  const inUnitedStates = !country || country === defaultCountry;
  const label = 'organizations.fields.address.state';
  return (
    <FormSection title={translate('organizations.sections.address')}>
      <FormText source="address.street" label="organizations.fields.address.street" maxLength={255} />
      <FormText source="address.city" label="organizations.fields.address.city" maxLength={255} />
      {inUnitedStates ? (
        <FormLookup source="address.state" label={label} options={stateOptions} />
      ) : (
        <FormText source="address.state" label={label} maxLength={2} />
      )}
      <FormText source="address.zip" label="organizations.fields.address.zip" maxLength={10} />
      <FormText
        source="address.country"
        label="organizations.fields.address.country"
        helperText={translate('organizations.countryHint')}
        maxLength={2}
      />
      <FormText source="phone" label="organizations.fields.phone" type="tel" maxLength={25} />
      <FormText source="fax" label="organizations.fields.fax" type="tel" maxLength={25} />
    </FormSection>
  );
};
