import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { BooleanInput, SelectInput, TextInput, useTranslate } from 'react-admin';
import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { isInitiatorOnly, responderTypeNames, responderTypes } from '../../../shared/rules/carequality.ts';
import { defaultCountry, isStateCode, states } from '../../../shared/rules/states.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { EditDialog } from '../../components/EditDialog.tsx';
import { FirstMatchInput } from '../../components/FirstMatchInput.tsx';
import { LabeledValue, LabeledValues } from '../../components/LabeledValue.tsx';
import { inputAt, textAt, useInputText } from '../../components/RecordForm.tsx';
import { TagsInput } from '../../components/TagsInput.tsx';
import { type EntryValues, entryToForm, entryToWrite, useEntryText, validateEntry } from './entryModel.ts';

interface DirectoryEntryDialogProps {
  organization: Organization;
  /** The entry to edit; without it one is added. */
  entry?: DirectoryEntry;
  onClose: () => void;
}

/** Adds or edits a directory entry: the wide modal of spec 1 section 2, prefilled from the organization. */
export const DirectoryEntryDialog = ({ organization, entry, onClose }: DirectoryEntryDialogProps) => {
  const params = { id: organization.id };
  const { fieldName, valueText } = useEntryText();
  return (
    <EditDialog
      wide
      title={`carequality.entries.${entry ? 'editTitle' : 'addTitle'}`}
      submitLabel="carequality.entries.save"
      failureText="carequality.entries.upsertFailed"
      defaultValues={entryToForm(entry, organization)}
      stored={entry}
      load={({ carequality }) => carequality.entries({ params }, { fresh: true })}
      toForm={(stored) => entryToForm(stored, organization)}
      labels={{ labelOf: fieldName, textOf: valueText }}
      send={({ carequality }, values, base) => carequality.upsertEntry({ params, body: entryToWrite(values, base) })}
      done={`carequality.entries.${entry ? 'edited' : 'added'}`}
      changes={['directoryentries']}
      onClose={onClose}
    >
      <EntryInputs stored={entry} canActivate={organization.carequality.isParticipating || entry?.isActive === true} />
      <EntrySummary entry={entry} purposes={entry?.purposeOfUseCodes ?? organization.allowedPurposeOfUseCodes} />
    </EditDialog>
  );
};

const responderChoices = responderTypes.map((id) => ({ id, name: responderTypeNames[id] }));
const stateChoices = states.map(({ code, name }) => ({ id: code, name: `${name} (${code})` }));
const grid = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
};

interface EntryInputsProps {
  stored: DirectoryEntry | undefined;
  canActivate: boolean;
}

/** Every field of a directory entry that can be changed (spec 1 sections 3 and 5). */
const EntryInputs = ({ stored, canActivate }: EntryInputsProps) => {
  const translate = useTranslate();
  const country = useInputText('country');
  const isInitiator = isInitiatorOnly(useInputText('responderType'));
  const common = (field: keyof EntryValues) => ({
    label: `carequality.fields.${field}`,
    validate: validateEntry(field, stored),
  });
  const text = (field: keyof EntryValues, maxLength = 255) => ({ ...textAt(field, maxLength), ...common(field) });
  // An imported entry may have the name of a state.
  const { state = null } = stored ?? {};
  const choices = state === null || isStateCode(state) ? stateChoices : [...stateChoices, { id: state, name: state }];
  return (
    <Box sx={grid}>
      <TextInput {...text('displayName')} required />
      <TextInput {...text('legalName')} />
      <SelectInput
        {...inputAt('responderType')}
        {...common('responderType')}
        margin="none"
        required
        choices={responderChoices}
        helperText={<span aria-live="polite">{isInitiator && translate('carequality.entries.initiatorOnly')}</span>}
      />
      <TextInput {...text('organizationId')} required />
      <TextInput {...text('parentOrgId')} />
      <TextInput {...text('homeCommunityId')} />
      <TextInput {...text('address')} required />
      <TextInput {...text('city')} required />
      {country === defaultCountry ? (
        <FirstMatchInput {...inputAt('state')} {...common('state')} isRequired choices={choices} />
      ) : (
        <TextInput {...text('state', 2)} required />
      )}
      <TextInput {...text('zipCode', 10)} required />
      <TextInput {...text('country', 2)} helperText="organizations.countryHint" required />
      <BooleanInput {...inputAt('isActive')} label="carequality.fields.isActive" disabled={!canActivate} />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <TagsInput
          source="otherNames"
          label="carequality.fields.otherNames"
          helperText="carequality.entries.otherNamesHint"
        />
      </Box>
    </Box>
  );
};

interface EntrySummaryProps {
  entry: DirectoryEntry | undefined;
  purposes: readonly string[];
}

/** The read-only fields of an entry: purposes of use, whether it is a parent, and what the directory last said. */
const EntrySummary = ({ entry, purposes }: EntrySummaryProps) => {
  const translate = useTranslate();
  const { fieldName, valueText } = useEntryText();
  const drifted = entry?.driftedFields.map(fieldName).join(', ');
  return (
    <>
      <LabeledValues>
        <LabeledValue label={fieldName('purposeOfUseCodes')}>{valueText('purposeOfUseCodes', purposes)}</LabeledValue>
        {entry?.importedAt && (
          <LabeledValue label="carequality.entries.importedAt">
            <DateTime value={entry.importedAt} />
            {drifted && <div>{translate('carequality.entries.drifted', { fields: drifted })}</div>}
          </LabeledValue>
        )}
        {entry?.isParent && (
          <LabeledValue label={fieldName('isParent')}>{translate('carequality.entries.isParent')}</LabeledValue>
        )}
      </LabeledValues>
      <Typography variant="body2" color="textSecondary">
        {translate('carequality.entries.purposesHint')}
      </Typography>
    </>
  );
};
