import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { entityTypes } from '../../shared/rules/carequality.ts';
import { FormSection } from '../components/FormSection.tsx';
import { FormSelect } from '../components/FormSelect.tsx';
import { FormSwitch } from '../components/FormSwitch.tsx';
import { FormText } from '../components/FormText.tsx';

const entityOptions = entityTypes.map((id) => ({ id, name: id }));

/** QHIN tab; what a participant has to say is marked as required while it takes part. */
export const OrganizationQhin = () => {
  const translate = useTranslate();
  const isParticipating = useWatch<Record<string, unknown>>({ name: 'qhin.isParticipating' }) === true;
  const entityType: unknown = useWatch({ name: 'qhin.entityType' });
  const hasParent = entityType === 'Sub-Participant' || entityType === 'Child';
  const hint = translate('organizations.carequality.oidHint');
  return (
    <FormSection title={translate('organizations.sections.qhin')}>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <FormSwitch
          source="qhin.isParticipating"
          label="organizations.fields.qhin.isParticipating"
          helperText={translate(`organizations.qhin.${isParticipating ? 'on' : 'off'}`)}
        />
      </Box>
      <FormText
        source="qhin.qhinName"
        label="organizations.fields.qhin.qhinName"
        required={isParticipating}
        maxLength={255}
      />
      <FormSelect
        source="qhin.entityType"
        label="organizations.fields.qhin.entityType"
        required={isParticipating}
        options={entityOptions}
      />
      <FormText
        source="qhin.participantOid"
        label="organizations.fields.qhin.participantOid"
        helperText={hint}
        required={isParticipating}
        maxLength={255}
      />
      <FormText
        source="qhin.parentOid"
        label="organizations.fields.qhin.parentOid"
        helperText={hint}
        required={isParticipating && hasParent}
        maxLength={255}
      />
    </FormSection>
  );
};
