import Box from '@mui/material/Box';
import { BooleanInput, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { entityTypes } from '../../../shared/rules/carequality.ts';
import { inputAt, textAt } from '../../components/RecordForm.tsx';
import { FormSection } from '../../components/FormSection.tsx';

const entityOptions = entityTypes.map((id) => ({ id, name: id }));

/** QHIN tab; what a participant has to say is marked as required while it takes part. */
export const QhinTab = () => {
  const translate = useTranslate();
  const isParticipating = useWatch<Record<string, unknown>>({ name: 'qhin.isParticipating' }) === true;
  const entityType: unknown = useWatch({ name: 'qhin.entityType' });
  const hasParent = entityType === 'Sub-Participant' || entityType === 'Child';
  const hint = translate('organizations.carequality.oidHint');
  return (
    <FormSection title="organizations.sections.qhin">
      <Box sx={{ gridColumn: '1 / -1' }}>
        <BooleanInput
          {...inputAt('qhin.isParticipating')}
          helperText={translate(`organizations.qhin.${isParticipating ? 'on' : 'off'}`)}
        />
      </Box>
      <TextInput {...textAt('qhin.qhinName', 255)} required={isParticipating} />
      <SelectInput {...inputAt('qhin.entityType')} margin="none" required={isParticipating} choices={entityOptions} />
      <TextInput {...textAt('qhin.participantOid', 255)} helperText={hint} required={isParticipating} />
      <TextInput {...textAt('qhin.parentOid', 255)} helperText={hint} required={isParticipating && hasParent} />
    </FormSection>
  );
};
