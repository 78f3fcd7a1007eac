import { ReferenceInput, required, SelectInput, TextInput, useTranslate } from 'react-admin';
import type { WhitelistEntry } from '../../shared/contract/integrationwhitelist.ts';
import { whitelistNoteMax } from '../../shared/rules/integration.ts';
import { FormSection } from '../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { OrganizationInput } from '../components/OrganizationInput.tsx';
import { inputAt, RecordForm, SwitchInput, textAt } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

interface EntryValues {
  readonly integrationId: FieldText;
  readonly organizationId: FieldText;
  readonly note: FieldText;
  readonly isEnabled: boolean;
}

/** Integration and organization of an entry never change. */
const entryModel: RecordModel<WhitelistEntry, EntryValues> = {
  empty: { integrationId: '', organizationId: '', note: '', isEnabled: true },
  toForm: ({ integrationId, organizationId, note, isEnabled }) => ({
    integrationId,
    organizationId,
    note: note ?? '',
    isEnabled,
  }),
  toBody: ({ integrationId, organizationId, note, isEnabled }, stored) => ({
    ...(stored ? {} : { integrationId: textOf(integrationId), organizationId: textOf(organizationId) || null }),
    note: textOf(note) || null,
    isEnabled,
  }),
};

const label = (field: string) => `integrationwhitelist.fields.${field}`;

export const WhitelistEdit = () => {
  const translate = useTranslate();
  return (
    <RecordEdit<WhitelistEntry>
      render={(entry) => (
        <RecordForm model={entryModel} stored={entry}>
          <LabeledValues>
            <LabeledValue label={label('integrationId')}>{entry.integrationName}</LabeledValue>
            <LabeledValue label={label('organizationId')}>
              {entry.organizationName ?? translate('integrationwhitelist.everyone')}
            </LabeledValue>
            <LabeledValue label={label('dependentCount')}>{entry.dependentCount}</LabeledValue>
            <LabeledValue label={label('createdBy')}>{entry.createdBy}</LabeledValue>
          </LabeledValues>
          <EntryInputs />
        </RecordForm>
      )}
    />
  );
};

export const WhitelistCreate = () => (
  <RecordCreate>
    <RecordForm model={entryModel}>
      <FormSection title="integrationwhitelist.pair">
        <ReferenceInput
          source="integrationId"
          reference="integrations"
          sort={{ field: 'name', order: 'ASC' }}
          perPage={100}
        >
          <SelectInput
            {...inputAt('integrationId')}
            optionText="name"
            translateChoice={false}
            validate={required()}
            label={label('integrationId')}
          />
        </ReferenceInput>
        <OrganizationInput label={label('organizationId')} helperText="integrationwhitelist.organizationHint" />
      </FormSection>
      <EntryInputs />
    </RecordForm>
  </RecordCreate>
);

const EntryInputs = () => (
  <FormSection title="integrationwhitelist.section">
    <TextInput {...textAt('note', whitelistNoteMax)} helperText="integrationwhitelist.noteHint" />
    <SwitchInput source="isEnabled" on="integrationwhitelist.isOn" off="integrationwhitelist.isOff" />
  </FormSection>
);
