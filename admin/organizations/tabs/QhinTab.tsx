import { SelectInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { entityTypes } from '../../../shared/rules/carequality.ts';
import { inputAt, SwitchInput, textAt, useInputText } from '../../components/RecordForm.tsx';
import { FormSection } from '../../components/FormSection.tsx';

const entityOptions = entityTypes.map((id) => ({ id, name: id }));

/** QHIN tab; what a participant has to say is marked as required while it takes part. */
export const QhinTab = () => {
  const translate = useTranslate();
  const isParticipating = useWatch<Record<string, unknown>>({ name: 'qhin.isParticipating' }) === true;
  const entityType = useInputText('qhin.entityType');
  const hasParent = entityType === 'Sub-Participant' || entityType === 'Child';
  const hint = translate('organizations.carequality.oidHint');
  return (
    <FormSection title="organizations.sections.qhin">
      <SwitchInput source="qhin.isParticipating" on="organizations.qhin.on" off="organizations.qhin.off" />
      <TextInput {...textAt('qhin.qhinName', 255)} required={isParticipating} />
      <SelectInput {...inputAt('qhin.entityType')} margin="none" required={isParticipating} choices={entityOptions} />
      <TextInput {...textAt('qhin.participantOid', 255)} helperText={hint} required={isParticipating} />
      <TextInput {...textAt('qhin.parentOid', 255)} helperText={hint} required={isParticipating && hasParent} />
    </FormSection>
  );
};
