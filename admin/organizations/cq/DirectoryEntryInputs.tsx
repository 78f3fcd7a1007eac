import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { isInitiatorOnly, responderTypeNames, responderTypes } from '../../../shared/rules/carequality.ts';
import { defaultCountry, states } from '../../../shared/rules/states.ts';
import { FormLookup } from '../../components/FormLookup.tsx';
import { FormSelect } from '../../components/FormSelect.tsx';
import { FormSwitch } from '../../components/FormSwitch.tsx';
import { FormTags } from '../../components/FormTags.tsx';
import { FormText } from '../../components/FormText.tsx';

const label = (field: string) => `carequality.fields.${field}`;
const responderOptions = responderTypes.map((id) => ({ id, name: responderTypeNames[id] }));
const stateOptions = states.map(({ code, name }) => ({ id: code, name: `${name} (${code})` }));
const longest = 255;

const ResponderType = () => {
  const translate = useTranslate();
  const type: unknown = useWatch({ name: 'responderType' });
  return (
    <FormSelect
      source="responderType"
      label={label('responderType')}
      options={responderOptions}
      required
      helperText={
        <span aria-live="polite">
          {typeof type === 'string' && isInitiatorOnly(type) && translate('carequality.entries.initiatorOnly')}
        </span>
      }
    />
  );
};

/** The list of states belongs to the United States only. */
const State = () => {
  const country: unknown = useWatch({ name: 'country' });
  return country === defaultCountry ? (
    <FormLookup source="state" label={label('state')} options={stateOptions} required />
  ) : (
    <FormText source="state" label={label('state')} required maxLength={2} />
  );
};

/** Every field of a directory entry that can be changed (spec 1 sections 3 and 5). */
export const DirectoryEntryInputs = ({ canActivate }: { canActivate: boolean }) => {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
      }}
    >
      <FormText source="displayName" label={label('displayName')} required maxLength={longest} />
      <FormText source="legalName" label={label('legalName')} maxLength={longest} />
      <ResponderType />
      <FormText source="organizationId" label={label('organizationId')} required maxLength={longest} />
      <FormText source="parentOrgId" label={label('parentOrgId')} maxLength={longest} />
      <FormText source="homeCommunityId" label={label('homeCommunityId')} maxLength={longest} />
      <FormText source="address" label={label('address')} required maxLength={longest} />
      <FormText source="city" label={label('city')} required maxLength={longest} />
      <State />
      <FormText source="zipCode" label={label('zipCode')} required maxLength={10} />
      <FormText
        source="country"
        label={label('country')}
        helperText={translate('organizations.countryHint')}
        required
        maxLength={2}
      />
      <FormSwitch source="isActive" label={label('isActive')} disabled={!canActivate} />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <FormTags
          source="otherNames"
          label={label('otherNames')}
          helperText={translate('carequality.entries.otherNamesHint')}
        />
      </Box>
    </Box>
  );
};
